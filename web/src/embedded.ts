// Whether the page stands inside another: then it shows a link and keeps nothing.

/** Whether this is the page's view for other pages. */
export const EMBEDDED = location.pathname.endsWith('/embed.html');

/** The whole page with the kernel of the link. */
export const wholePage = (): string => `/${location.hash}`;

/** The lines that put a link into another page. */
export function frameFor(link: string): string {
  const { origin, hash } = new URL(link);
  return `<iframe src="${origin}/embed.html${hash}" width="100%" height="520" title="A kernel in Tilewright" loading="lazy"></iframe>`;
}
