// A word, as a link to what it means, which is also said under the pointer. The glossary's test looks for the words that are used here.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** The sentence that says what a word means, or `first` until it has come; and what asks for it. */
export function useMeaning(word: string, first: string): [string, () => void] {
  const [title, setTitle] = useState(first);
  const say = (): void => {
    // Without the sentence the link still leads to it.
    void import('../glossary')
      .then(({ meaning }) => meaning(word))
      .then(
        (sentence) => setTitle(sentence || title),
        () => undefined,
      );
  };
  return [title, say];
}

export function Term({ word, children }: { word: string; children: ComponentChildren }) {
  const [title, say] = useMeaning(word, 'What this means');
  return (
    <a class="term" href={`/glossary.html#${word}`} target="_blank" rel="noopener" title={title} onPointerEnter={say} onFocus={say}>
      {children}
    </a>
  );
}
