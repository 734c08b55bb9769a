// The weight of the page, gzipped, against its limits.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow, kilobytes } from './build.mjs';
import { at } from './places.mjs';

/** In bytes of gzip: more than `gate` fails the tests, more than `goal` is remarked on. Each file counts for the first that fits. */
const BUDGETS = [
  { name: 'What runs kernels, loaded when it is first used', file: /^workbench.*\.wasm$/, goal: 500_000, gate: 535_000 },
  { name: 'What reads Python, loaded after the first result', file: /^cutile.*\.wasm$/, goal: 380_000, gate: 400_000 },
  { name: 'The tools beside the compiler (bytecode, loop graphs, tile schedulers), loaded when one is first used', file: /^toolbox.*\.wasm$/, goal: 420_000, gate: 435_000 },
  { name: 'WebAssembly', file: /\.wasm$/, goal: 700_000, gate: 950_000 },
  // All of it, the kernels of the gallery too, each of which comes when it is opened. What a first visit gets has a gate of its own below.
  { name: 'JavaScript', file: /\.js$/, goal: 250_000, gate: 320_000 },
];

/** JavaScript that a browser gets before the first result, by what the page names: the rest comes when it is looked at, or when the page is idle. */
const FIRST_LOAD = { name: 'JavaScript of the first load', goal: 170_000, gate: 180_000 };

/** The scripts that index.html names. */
const firstScripts = () => [...readFileSync(at('web/dist/index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => at('web/dist', path));

const zipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** Weighs web/dist. */
export function checkSizes(tally) {
  const weights = new Map(BUDGETS.map((budget) => [budget, 0]));
  for (const file of filesBelow(at('web/dist'))) {
    const budget = BUDGETS.find((one) => one.file.test(basename(file)));
    if (budget) weights.set(budget, weights.get(budget) + zipped(file));
  }
  weights.set(FIRST_LOAD, firstScripts().reduce((sum, file) => sum + zipped(file), 0));
  for (const [{ name, goal, gate }, bytes] of weights) {
    const words = `${name} is ${kilobytes(bytes)} gzipped (gate ${kilobytes(gate)}, goal ${kilobytes(goal)})`;
    tally.check(words, bytes > 0 && bytes <= gate, 'too large, or missing');
    if (bytes > goal) tally.remarks.add(`REMARK: ${words}`);
  }
}
