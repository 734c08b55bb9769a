// The same kernel and options give the same report natively and in WebAssembly: every value, and the order of the fields.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import test, { before } from 'node:test';

const kernels = new URL('../kernels/', import.meta.url);
const pkg = new URL('../../web/pkg/', import.meta.url);
let wasm;

before(async () => {
  wasm = await import(new URL('tilewright.js', pkg));
  await wasm.default({ module_or_path: readFileSync(new URL('tilewright_bg.wasm', pkg)) });
});

for (const file of readdirSync(kernels)
  .filter((name) => name.endsWith('.mlir'))
  .sort()) {
  test(`${file}: report and PTX are the same natively and in WebAssembly`, () => {
    const source = readFileSync(new URL(file, kernels), 'utf8');
    for (const gpu of ['sm_90a', 'sm_80', 'sm_100a']) {
      const native = (emit) =>
        execFileSync(process.env.TILEWRIGHT_BIN, ['compile', new URL(file, kernels).pathname, '--gpu-name', gpu, '--emit', emit], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
          maxBuffer: 64 << 20,
        });
      const options = { ...JSON.parse(wasm.default_options()), gpu_name: gpu };
      const { report: compiled } = JSON.parse(wasm.compile(source, JSON.stringify(options)));
      const report = { ...compiled, passes: JSON.parse(wasm.passes()), layouts: JSON.parse(wasm.layouts()) };
      assert.ok(report.ok, `${file} compiles for ${gpu}`);
      const told = JSON.parse(native('json'));
      // The program names its commit behind the version, as the page does itself.
      assert.equal(told.compiler.version.split('+')[0], report.compiler.version);
      assert.equal(JSON.stringify(report), JSON.stringify({ ...told, compiler: report.compiler }));
      assert.equal(report.ptx.text, native('ptx'));
    }
  });
}
