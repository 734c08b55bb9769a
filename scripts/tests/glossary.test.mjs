// The page of the glossary: its words, and the words that the page links to.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { filesBelow } from '../lib/build.mjs';
import { anchors, glossaryPage, readGlossary } from '../lib/glossary.mjs';
import { at } from '../lib/places.mjs';

const known = readGlossary().flatMap(({ words }) => words.flatMap(anchors));

test('each word has a place of its own in the page', () => {
  assert.ok(known.length > 60, `${known.length} words`);
  const page = glossaryPage();
  for (const word of known) assert.ok(page.includes(`id="${word}"`), word);
  assert.match(page, /<section id="ii">/);
  assert.doesNotMatch(page, /\]\(/, 'no Markdown is left');
});

test('the page links to words that are there', () => {
  const used = [...filesBelow(at('web/src/components')), ...filesBelow(at('web/src/schedule'))].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const lists = [...text.matchAll(/WORDS: [^=]+= \{([^}]+)\}/g)].flatMap((list) => [...list[1].matchAll(/: '([a-z-]+)'/g)]);
    return [...text.matchAll(/\bword(?:=|: )["']([a-z-]+)["']/g), ...lists].map((match) => match[1]);
  });
  assert.ok(used.length > 12, `${used.length} links`);
  assert.deepEqual(
    used.filter((word) => !known.includes(word)),
    [],
  );
});
