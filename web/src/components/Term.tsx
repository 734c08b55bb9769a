// A word, as a link to what it means. The glossary's test looks for the words that are used here.

import type { ComponentChildren } from 'preact';

export const Term = ({ word, children }: { word: string; children: ComponentChildren }) => (
  <a class="term" href={`/glossary.html#${word}`} target="_blank" rel="noopener" title="What this means">
    {children}
  </a>
);
