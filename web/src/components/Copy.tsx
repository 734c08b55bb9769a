// Copies a text, and says that it did.

import { useState } from 'preact/hooks';

/** For how long it is said, in milliseconds. */
const SAID = 1500;

export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), SAID);
      },
      () => undefined,
    );
  return (
    <button type="button" class="button small" onClick={copy}>
      {copied ? 'Copied' : label}
    </button>
  );
}
