// The walk over the page: each item is held by tests that there are, and its pictures are small and as the document has them.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import test from 'node:test';
import { at } from '../lib/places.mjs';
import { document, MET } from '../walk/document.mjs';
import { ITEMS, LISTS } from '../walk/items.mjs';
import { FOLDER, LARGEST } from '../walk/pictures.mjs';

/** Whether a file of tests has one whose name begins so. */
const has = (file, name) => {
  const path = at('tests/browser', `${file}.test.mjs`);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) => new RegExp(`(?:pageTest|test)\\(\\s*${quote}${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).test(text));
};

test('every fault and every wish is there, in the document as in the data', () => {
  assert.deepEqual(
    Object.values(LISTS).map((items) => items.length),
    [25, 9, 36],
  );
  for (const { id, now, keys, wrong } of ITEMS) for (const said of [now, keys, wrong]) assert.ok((typeof said === 'string' ? said : said[0]).length > 5, id);
  assert.equal(readFileSync(at('docs/page-walk.md'), 'utf8'), document(), 'docs/page-walk.md is another: node scripts/walk-page.mjs writes it');
});

test('each is held by a test of the page', () => {
  assert.ok(!has('page', 'a test that there is not'), 'what is not there is not found');
  for (const { id, tests } of [...ITEMS, ...MET.map(([id, held]) => ({ id, tests: [held] }))]) {
    assert.ok(tests.length > 0, id);
    for (const words of tests) {
      const [file, ...name] = words.split(': ');
      assert.ok(has(file, name.join(': ')), `${id}: ${words}`);
    }
  }
});

test('each has its pair of pictures or says why not, and they are small', () => {
  const wanted = ITEMS.filter(({ pictureOf, noPicture }) => !pictureOf && !noPicture).flatMap(({ id }) => [`${id}-after.webp`, `${id}-before.webp`]);
  assert.deepEqual(readdirSync(at(FOLDER)).sort(), wanted.sort());
  for (const { id, pictureOf } of ITEMS) if (pictureOf) assert.ok(wanted.includes(`${pictureOf}-after.webp`), id);
  const sizes = readdirSync(at(FOLDER)).map((name) => statSync(at(FOLDER, name)).size);
  assert.ok(Math.max(...sizes) <= LARGEST, `at most ${LARGEST} each`);
  assert.ok(sizes.reduce((all, one) => all + one, 0) <= 3_000_000, 'at most 3 MB in all');
});
