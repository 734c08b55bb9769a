// The weight of the page, gzipped, against its limits, and what it was before.

import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { filesBelow, kilobytes } from './build.mjs';
import { commit } from './commit.mjs';
import { at } from './places.mjs';

/**
 * In bytes of gzip: more than `gate` fails the tests, more than `goal` is remarked on. Each file counts for the first that fits; `column` is
 * its name in the history.
 */
const BUDGETS = [
  { name: 'What runs kernels, loaded when it is first used', column: 'run', file: /^workbench.*\.wasm$/, goal: 500_000, gate: 518_000 },
  { name: 'What reads Python, loaded after the first result', column: 'python', file: /^cutile.*\.wasm$/, goal: 380_000, gate: 394_000 },
  {
    name: 'The tools beside the compiler (bytecode, loop graphs, tile schedulers, drawings of graphs), loaded when one is first used',
    column: 'tools',
    file: /^toolbox.*\.wasm$/,
    goal: 437_000,
    gate: 441_000,
  },
  { name: 'WebAssembly', column: 'compiler', file: /\.wasm$/, goal: 700_000, gate: 1_000_000 },
  // All of it that is code.
  { name: 'JavaScript', column: 'javascript', file: /\.js$/, goal: 245_000, gate: 250_000 },
];

/** JavaScript that a browser gets before the first result, by what the page names, its compiler's worker among it: the rest comes when it is looked at, or when the page is idle. */
const FIRST_LOAD = { name: 'JavaScript of the first load', column: 'first', goal: 178_000, gate: 180_000 };

/** Text and JSON, got when it is asked for. */
const DATA = { name: "Data: kernels of the gallery, tables of Python's grammar, options, meanings of words", column: 'data', file: /\.(?:json|md|mlir)$/, goal: 60_000, gate: 65_000 };

const ALL = [...BUDGETS, FIRST_LOAD, DATA];

/** The history: a line for each time that somebody wrote weights down, in bytes. */
const HISTORY = at('scripts/data/sizes.csv');

/** The weight may be off by so much from the last line of the history before somebody is asked to write it down. */
const DRIFT = 0.02;

/** The scripts that index.html names, and the worker that it has one of them start. */
const firstScripts = () => [...readFileSync(at('web/dist/index.html'), 'utf8').matchAll(/(?:src|href|data-worker)="\/([^"]+\.js)"/g)].map(([, path]) => at('web/dist', path));

/** As `gzip -9` packs a file. Node's own zlib is made for speed, and takes 0.4 % more; it stands in where there is no `gzip`. */
function zipped(file) {
  const { status, stdout } = spawnSync('gzip', ['-9', '-n', '-c', file], { maxBuffer: 64 << 20 });
  return status === 0 ? stdout.length : gzipSync(readFileSync(file), { level: 9 }).length;
}

/** The weight of web/dist, by budget. */
function weigh() {
  const kinds = [...BUDGETS, DATA];
  const weights = new Map(kinds.map((budget) => [budget, 0]));
  for (const file of filesBelow(at('web/dist'))) {
    const budget = kinds.find((one) => one.file.test(basename(file)));
    if (budget) weights.set(budget, weights.get(budget) + zipped(file));
  }
  return weights.set(
    FIRST_LOAD,
    firstScripts().reduce((sum, file) => sum + zipped(file), 0),
  );
}

/** The lines of a history, each as its columns by name: older ones lack the newest columns. */
export function readHistory(text = readFileSync(HISTORY, 'utf8')) {
  const [header, ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return lines.map((line) => Object.fromEntries(line.map((weight, column) => [header[column], header[column] === 'commit' ? weight : Number(weight)])));
}

/** The columns whose weight is far from the newest line of the history. */
export const drifted = (weights, [...history]) => ALL.filter(({ column }) => Math.abs(weights[column] / history.at(-1)[column] - 1) > DRIFT).map(({ column }) => column);

const byColumn = (weights) => Object.fromEntries([...weights].map(([{ column }, bytes]) => [column, bytes]));

/** Weighs web/dist. */
export function checkSizes(tally) {
  const weights = weigh();
  for (const [{ name, goal, gate }, bytes] of weights) {
    const words = `${name} is ${kilobytes(bytes)} gzipped (gate ${kilobytes(gate)}, goal ${kilobytes(goal)})`;
    tally.check(words, bytes > 0 && bytes <= gate, 'too large, or missing');
    if (bytes > goal) tally.remarks.add(`REMARK: ${words}`);
  }
  const far = drifted(byColumn(weights), readHistory());
  if (far.length > 0) tally.remarks.add(`REMARK: sizes have changed since scripts/data/sizes.csv (${far.join(', ')}): npm run weigh adds a line`);
}

/** Adds what web/dist weighs to the history, and gives the line. */
export function writeDown() {
  const weights = byColumn(weigh());
  const line = [commit(), ...ALL.map(({ column }) => weights[column])].join(',');
  appendFileSync(HISTORY, `${line}\n`);
  return line;
}
