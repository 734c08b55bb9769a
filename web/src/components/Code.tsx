// The code of a message, as a link to what it means.

export function Code({ code }: { code: string | null | undefined }) {
  if (!code) return null;
  return (
    <a class="code" href={`/codes.html#${code}`} target="_blank" rel="noopener" title={`What ${code} means`}>
      <code>{code}</code>
    </a>
  );
}
