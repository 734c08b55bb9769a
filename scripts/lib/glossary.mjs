// The page of the glossary, from docs/glossary.md: static HTML without scripts.

import { readFileSync } from 'node:fs';
import { escaped, page } from './codes.mjs';
import { at } from './places.mjs';

/** The file that goes into the page. */
export const glossarySources = () => [at('docs/glossary.md'), at('scripts/lib/glossary.mjs')];

/** The sections of the glossary: `{ title, words: [{ words, means, also }] }`. */
export function readGlossary(text = readFileSync(at('docs/glossary.md'), 'utf8')) {
  return text
    .split('\n## ')
    .slice(1)
    .map((part) => {
      const [title, ...lines] = part.split('\n');
      const rows = lines.filter((line) => /^\|(?!---)/.test(line)).slice(1);
      return {
        title,
        words: rows
          .map((row) =>
            row
              .split('|')
              .slice(1, 4)
              .map((cell) => cell.trim()),
          )
          .map(([words, means, also]) => ({ words, means, also })),
      };
    });
}

/** The anchors of a row, one for each of its words: `II, initiation interval` has `ii` and `initiation-interval`. */
export const anchors = ({ words }) => words.split(', ').map((word) => word.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

/** Code and links of a cell; links lead into the repository, which the page does not have, so that only their words stay. */
const inline = (text) =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/** The page. */
export function glossaryPage() {
  const sections = readGlossary().map(({ title, words }) => {
    const entries = words.map((row) => {
      const [first, ...others] = anchors(row);
      return `<section id="${first}">\n<h3>${others.map((other) => `<a id="${other}"></a>`).join('')}${inline(row.words)}</h3>\n<p>${inline(row.means)}.${row.also ? ` Also said: ${inline(row.also)}.` : ''}</p>\n</section>`;
    });
    return `<h2>${escaped(title)}</h2>\n${entries.join('\n')}`;
  });
  return page('glossary', `<h1>Glossary</h1>\n<p>What the words of <a href="/">the page that compiles</a> mean. <a href="/docs/index.html">All documents</a>.</p>\n${sections.join('\n')}`);
}
