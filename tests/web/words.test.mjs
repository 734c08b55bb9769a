// The compiler's sentences in the words of the page.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { filesBelow } from '../../scripts/lib/build.mjs';
import { at } from '../../scripts/lib/places.mjs';
import { load } from './load.mjs';

const { onPage, reportOnPage } = await load('words.ts');
const { OPTIONS } = await load('options.ts');

/** The crates that the page's modules are made of. */
function crates() {
  const modules = ['tilewright-playground', 'tilewright-cutile-wasm', 'tilewright-workbench'];
  const tree = execFileSync('cargo', ['tree', '--quiet', '--edges', 'normal', '--target', 'wasm32-unknown-unknown', '--prefix', 'none', ...modules.flatMap((one) => ['--package', one])], {
    cwd: at(),
    encoding: 'utf8',
  });
  return [...new Set(tree.match(/^tilewright-[\w-]+/gm))].map((name) => name.replace(/^tilewright-/, ''));
}

/** The texts in a file of Rust, without comments and tests. */
function texts(file) {
  const code = readFileSync(file, 'utf8')
    .split(/^#\[cfg\(test\)\]/m)[0]
    .replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text]) => text.replace(/\\\n\s*/g, '').replace(/\\"/g, '"'));
}

const { ofAll, ofAny } = await load('run/together.ts');
const { bytes } = await load('format.ts');

test('broken promises of several values are told in one sentence, with all of them', () => {
  const of = (name) => `the promise of \`${name}\` does not hold: element 0 is 7`;
  assert.equal(ofAny(of('A')), ofAny(of('B')));
  assert.equal(ofAll([of('A'), of('B'), of('A')]), 'the promise of `A`, `B` does not hold: element 0 is 7');
  assert.equal(ofAll([of('A'), of('A')]), of('A'));
  assert.equal(ofAll(['a race']), 'a race');
});

test('sizes have a digit behind the point only where it says something', () => {
  assert.deepEqual([8192, 8200, 12800, 16 << 20].map(bytes), ['8 KiB', '8 KiB', '12.5 KiB', '16 MiB']);
});

test('no message of a crate that the page has gives advice about flags', () => {
  const all = crates().flatMap((name) =>
    filesBelow(at('crates', name, 'src'))
      .filter((file) => file.endsWith('.rs'))
      .flatMap(texts),
  );
  // A place of a format stands for a name.
  const about = all.filter((text) => /--[a-z]/.test(text)).map((text) => text.replace(/\{\w*\}/g, 'X'));
  assert.ok(about.length > 20, `${about.length} messages`);
  const left = about.map(onPage).filter((text) => /--[a-z]/.test(text.replace(/`tilewright [^`]*` on the command line/g, '')));
  assert.deepEqual(left, []);
  // A flag that the form does not have would stay as it is, and be found.
  assert.match(onPage('give --nobody-knows'), /--nobody-knows/);
});

test('flags are told by what the form calls them, with their values', () => {
  const cases = {
    'leave --consumers away': 'leave “Consumers” under Options away',
    'ask for 2 or more, or for --pipeline-strategy none': 'ask for 2 or more, or for “Pipelining of loops: none” under Options',
    'take `--tile-scheduler static-persistent`, or a target below sm_100': 'take “Tile scheduler: static-persistent” under Options, or a target below sm_100',
    'take --cluster Mx1': 'take “Cluster: Mx1” under Options',
    'compile for a GPU that has one (--gpu-name): IR that': 'compile for a GPU that has one (“Target”): IR that',
    'say which: `--entry two`': 'choose one under Options, “Kernel”: `two` for instance',
    'it is endless, or long: --max-steps allows more': 'it is endless, or long; a smaller grid, or smaller extents, take fewer steps',
    'a tile of 2 -- or 4': 'a tile of 2 -- or 4',
  };
  for (const [said, told] of Object.entries(cases)) assert.equal(onPage(said), told);
  const signature = onPage("write a comment above the kernel: `# tilewright: X=f16[?,?]`, or give `--arg 'X=f16[?,?]'`");
  assert.equal(signature, 'say it in the form of the signature, below the text: of `X` for instance `f16[?,?]`; that writes the comment `# tilewright: X=f16[?,?]` above the kernel');
  for (const { flag, label, value } of OPTIONS) assert.equal(onPage(`try --${flag}, then`), value.kind === 'target' ? `try “${label}”, then` : `try “${label}” under Options, then`);
});

test('sentences of a report are retold; listings and contracts are not', () => {
  const told = reportOnPage({
    diagnostics: [{ message: 'm', help: 'leave --num-stages away' }],
    hints: [],
    tiles: null,
    summary: [],
    schedule: { loops: [], refusals: [{ help: 'take --consumers one' }] },
    ptx: { text: '// --arg' },
    abi: { entry: '--arg' },
  });
  assert.equal(told.diagnostics[0].help, 'leave “Stages” under Options away');
  assert.doesNotMatch(told.schedule.refusals[0].help, /--/);
  assert.equal(told.ptx.text, '// --arg');
  assert.equal(told.abi.entry, '--arg');
});
