// What the page weighs, gzipped, against what it may weigh.

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, kilobytes } from './build.mjs';
import { at } from './places.mjs';

/** In bytes of gzip: more than `gate` fails the tests, more than `goal` is remarked on. */
const BUDGETS = {
  '.wasm': { name: 'WebAssembly', goal: 700_000, gate: 900_000 },
  '.js': { name: 'JavaScript', goal: 220_000, gate: 250_000 },
};

/** Weighs web/dist. */
export function checkSizes(tally) {
  const files = filesBelow(at('web/dist'));
  for (const [extension, { name, goal, gate }] of Object.entries(BUDGETS)) {
    const bytes = files.filter((file) => extname(file) === extension).reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    const words = `${name} is ${kilobytes(bytes)} gzipped (gate ${kilobytes(gate)}, goal ${kilobytes(goal)})`;
    tally.check(words, bytes > 0 && bytes <= gate, 'too large, or missing');
    if (bytes > goal) tally.remarks.add(`REMARK: ${words}`);
  }
}
