// The words of the glossary, each in its sentence, from the repository's own file. They come when the first word is pointed at.

import address from '../../docs/glossary.md?url';
import { got } from './got';

/** The anchors of a row, one for each of its words: as the page of the glossary has them. */
const anchors = (words: string): string[] => words.split(', ').map((word) => word.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

const plain = (cell: string): string =>
  cell
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/`/g, '')
    .trim();

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\|(?!---)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()),
    );

let means: Map<string, string> | undefined;

/** The meaning of a word, in a sentence; empty where it is not in the glossary. */
export async function meaning(word: string): Promise<string> {
  means ??= new Map(rowsOf(await (await got(address)).text()).flatMap(([words = '', sentence = '']) => anchors(words).map((anchor) => [anchor, plain(sentence)] as const)));
  return means.get(word) ?? '';
}
