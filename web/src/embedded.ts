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

/** The parts of a loop's schedule that can be shown by themselves. */
export const PARTS = ['verdict', 'ladder', 'ops', 'reservation-table', 'iterations-in-time', 'dependence-graph', 'memory', 'protocol'] as const;
export type Part = (typeof PARTS)[number];

const asked = new URLSearchParams(location.search).get('show');

/** Whether the result is shown first, and not the text (`embed.html?show=result`). */
export const RESULT_FIRST = EMBEDDED && asked === 'result';

/** The only part that another page wants to see (`embed.html?show=memory`); null: all of them. */
export const PART: Part | null = EMBEDDED ? (PARTS.find((name) => name === asked) ?? null) : null;
