// Measures: the benchmarks of the crates, what compiling the gallery takes in WebAssembly, how soon a key shows, and how soon the page. CI does not.
//   npm run bench                     everything
//   npm run bench -- keys starts      only these parts: crates, gallery, keys, starts

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildPage, buildWasm } from './lib/build.mjs';
import { coldStarts, keysToVerdicts } from './lib/keys.mjs';
import { note, run, script, step, Trouble } from './lib/log.mjs';
import { at } from './lib/places.mjs';
import { checkBasics, npmPackages } from './lib/toolchain.mjs';

/** Compilations of each kernel, after as many to warm up. */
const ROUNDS = 200;

const PARTS = { crates, gallery, keys, starts };

script(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !(name in PARTS));
  if (unknown) throw new Trouble(`there is no part '${unknown}'; the parts are ${Object.keys(PARTS).join(', ')}`);
  checkBasics();
  await npmPackages();
  for (const [name, part] of Object.entries(PARTS)) if (chosen.length === 0 || chosen.includes(name)) await part();
});

/** The benchmarks of the crates. */
async function crates() {
  step('Benchmarks of the crates');
  await run('cargo', ['bench', '--workspace'], { cwd: at() });
}

/** Compiling the gallery in WebAssembly. */
async function gallery() {
  await buildWasm();
  step('Compiling the gallery in WebAssembly (Node), text to report');
  const wasm = await import(pathToFileURL(at('web/pkg/tilewright.js')));
  await wasm.default({ module_or_path: readFileSync(at('web/pkg/tilewright_bg.wasm')) });
  const options = wasm.default_options();
  const files = JSON.parse(readFileSync(at('tests/gallery.json'), 'utf8')).map(({ file }) => file);
  for (const name of files.filter((file) => file.endsWith('.mlir'))) {
    const source = readFileSync(at('tests', name), 'utf8');
    const times = [];
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const start = performance.now();
      const { report } = JSON.parse(wasm.compile(source, options));
      if (round >= ROUNDS) times.push(performance.now() - start);
      if (!report.ok) throw new Error(`${name} does not compile`);
    }
    times.sort((a, b) => a - b);
    note(`${name.padEnd(30)} median ${times[ROUNDS >> 1].toFixed(2)} ms, slowest of ${ROUNDS} ${times.at(-1).toFixed(2)} ms`);
  }
}

/** From a key to the verdict, in a page that has compiled before. */
async function keys() {
  await buildWasm();
  await buildPage();
  for (const file of ['cutile/gemm.py', 'kernels/gemm_dynamic.mlir', 'cutile/attention.py']) {
    step(`From a key to the painted verdict (Chromium, ${file})`);
    const { times, tasks } = await keysToVerdicts(readFileSync(at('tests', file), 'utf8'));
    told(times);
    step("Of these the page's own thread works");
    told(tasks);
  }
}

/** From the address to the first verdict. */
async function starts() {
  await buildWasm();
  await buildPage();
  for (const rate of [1, 4]) {
    step(`From the address to the first verdict, nothing kept${rate === 1 ? '' : `, the page's processor slowed ${rate} times`} (Chromium)`);
    told(await coldStarts(rate));
  }
}

function told(times) {
  const [fastest, quarter, median] = [0, times.length >> 2, times.length >> 1].map((place) => times[place].toFixed(1));
  note(`median ${median} ms; of ${times.length} the fastest ${fastest} ms, a quarter below ${quarter} ms, the slowest ${times.at(-1).toFixed(1)} ms`);
}
