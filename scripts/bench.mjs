// Measures: the benchmarks of the crates, what compiling the gallery takes in WebAssembly, how soon a key shows, and how soon the page. CI does not.
//   npm run bench

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildPage, buildWasm } from './lib/build.mjs';
import { coldStarts, keysToVerdicts } from './lib/keys.mjs';
import { note, run, script, step } from './lib/log.mjs';
import { at } from './lib/places.mjs';
import { checkBasics, npmPackages } from './lib/toolchain.mjs';

/** Compilations of each kernel, after as many to warm up. */
const ROUNDS = 200;

script(async () => {
  checkBasics();
  await npmPackages();
  step('Benchmarks of the crates');
  await run('cargo', ['bench', '--workspace'], { cwd: at() });
  await buildWasm();
  step('Compiling the gallery in WebAssembly (Node), text to report');
  const wasm = await import(pathToFileURL(at('web/pkg/tilewright.js')));
  await wasm.default({ module_or_path: readFileSync(at('web/pkg/tilewright_bg.wasm')) });
  const options = wasm.default_options();
  const gallery = JSON.parse(readFileSync(at('tests/gallery.json'), 'utf8'));
  for (const name of gallery.map(({ file }) => file).filter((file) => file.endsWith('.mlir'))) {
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
  await buildPage();
  const told = (times) => note(`median ${times[times.length >> 1].toFixed(1)} ms, slowest of ${times.length} ${times.at(-1).toFixed(1)} ms`);
  for (const file of ['cutile/gemm.py', 'kernels/gemm_dynamic.mlir', 'cutile/attention.py']) {
    step(`From a key to the painted verdict (Chromium, ${file})`);
    told(await keysToVerdicts(readFileSync(at('tests', file), 'utf8')));
  }
  for (const rate of [1, 4]) {
    step(`From the address to the first verdict, nothing kept${rate === 1 ? '' : `, the page's processor slowed ${rate} times`} (Chromium)`);
    told(await coldStarts(rate));
  }
});
