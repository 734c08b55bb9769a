// A section of a loop, which the verdict's parts lead to.

import type { ComponentChildren } from 'preact';

/** Goes to a section of the loop at `line`: what is folded opens, and the focus goes along. */
export function goToSection(line: number, name: string): void {
  const section = document.getElementById(`section-${line}-${name}`);
  if (!section) return;
  if (section instanceof HTMLDetailsElement) section.open = true;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}

export const Section = ({ line, name, children }: { line: number; name: string; children: ComponentChildren }) => (
  <div class="section" id={`section-${line}-${name}`}>
    {children}
  </div>
);
