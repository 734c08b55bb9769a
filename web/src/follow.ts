// One value through the passes: where it is made in each, and how often it is used. No drawing here.

import { placesOf, results } from './editor/values';

/** A value in the text of a pass. */
export interface Sight {
  /** The key of the first pass that has it in this form. */
  key: string;
  pass: string;
  /** Line that makes it, from 1; 0 where it is not made but used, as a parameter is. */
  line: number;
  text: string;
  uses: number;
}

/** The forms of a value, pass by pass; a pass in which it is as before adds none. */
export function follow(name: string, passes: readonly { key: string; name: string; listing: { text: string } }[]): Sight[] {
  const found: Sight[] = [];
  for (const { key, name: pass, listing } of passes) {
    if (!listing.text.includes(name)) {
      if (found.length > 0 && found.at(-1)?.uses !== -1) found.push({ key, pass, line: 0, text: '', uses: -1 });
      continue;
    }
    const lines = listing.text.split('\n');
    const at = lines.findIndex((line) => placesOf(results(line), name, false).length > 0);
    const all = placesOf(listing.text, name, false).length;
    if (all === 0) continue;
    const sight = { key, pass, line: at + 1, text: (lines[at] ?? '').trim(), uses: all - (at < 0 ? 0 : 1) };
    const last = found.at(-1);
    if (last?.text !== sight.text || last.uses !== sight.uses) found.push(sight);
  }
  return found;
}
