// The history of the page's weight.

import assert from 'node:assert/strict';
import test from 'node:test';
import { drifted, readHistory } from '../lib/sizes.mjs';

const before = { commit: 'abc', run: 1000, python: 1000, tools: 1000, compiler: 1000, javascript: 1000, first: 1000, data: 1000 };

test('every line of the history has all its weights', () => {
  const lines = readHistory();
  assert.ok(lines.length > 0);
  for (const line of lines) {
    // Data is weighed since tables of a grammar are among it.
    assert.deepEqual(Object.keys(line), line === lines.at(-1) || 'data' in line ? Object.keys(before) : Object.keys(before).slice(0, -1));
    for (const [name, bytes] of Object.entries(line)) assert.ok(name === 'commit' ? /^[0-9a-f]{7,}$/.test(bytes) : bytes > (name === 'data' ? 10_000 : 100_000), `${name} ${bytes}`);
  }
});

test('a weight that is far from the last line is told of, and a near one is not', () => {
  const history = [{ ...before, compiler: 1 }, before];
  assert.deepEqual(drifted({ ...before, run: 1015 }, history), []);
  assert.deepEqual(drifted({ ...before, run: 1030, javascript: 960 }, history), ['run', 'javascript']);
});
