// The meaning of PTX's instructions, in our own words: those that the compiler writes, and their neighbours.

import { gotValue } from '../got';
import address from './meanings.json?url';

/** Instructions by their names without modifiers; modifiers by patterns of their names, of which the first that fits counts. */
export interface Meanings {
  instructions: { readonly [name in string]: string };
  modifiers: readonly (readonly [pattern: string, means: string])[];
}

/** All meanings: data, which comes with the view that shows them. */
export const getMeanings = (): Promise<Meanings> => gotValue(address);

/** An instruction explained: what it does, and what each of its modifiers says. */
export interface Explained {
  name: string;
  does: string;
  modifiers: { words: string; means: string }[];
}

/** Explains an instruction as it is spelled, `mbarrier.try_wait.parity.shared::cta.b64`; null where nothing is known of it. */
export function explain(spelled: string, { instructions, modifiers }: Meanings): Explained | null {
  const parts = spelled.split('.');
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('.');
    const does = instructions[name];
    if (!does) continue;
    const byMeaning = new Map<string, string[]>();
    for (const word of parts.slice(length)) {
      const means = modifiers.find(([pattern]) => new RegExp(pattern).test(word))?.[1] ?? '';
      byMeaning.set(means, [...(byMeaning.get(means) ?? []), word]);
    }
    return { name, does, modifiers: [...byMeaning].map(([means, words]) => ({ words: words.map((word) => `.${word}`).join(' '), means })) };
  }
  return null;
}
