// The compiler in its worker: the newest edit wins, and a compile that hangs or crashes costs only the worker.

import assert from 'node:assert/strict';
import { editor, pageTest, textOf, until, write } from './harness.mjs';

/** A compiler that does what the text tells it: hang, trap, or answer slowly. */
const FAKE = `
const report = (source) => ({ schema: 1, compiler: { name: 'fake', version: '0' }, options: {}, ok: true, diagnostics: [], entries: [],
  passes: [{ name: 'parse', level: 'cuda_tile', changed: true, listing: { text: source, lines: [1] } }], ptx: null, abi: null, schedule: null, hints: [], summary: [] });
const defaults = { gpu_name: 'sm_90a', opt_level: 3, entry: null, lineinfo: false, num_stages: null };
const calls = {
  about: () => ({ version: '0', defaults, targets: [], gallery: [] }),
  overlay: () => ({ settings: defaults, ignored: [] }),
  decode: () => ({ kind: 'refused', code: 'x', message: 'x' }),
  encode: () => '#k1.x',
  compile: ({ source }) => {
    const until = performance.now() + (source.includes('HANG') ? 1e9 : source.includes('SLOW') ? 600 : 0);
    while (performance.now() < until);
    if (source.includes('TRAP')) throw new WebAssembly.RuntimeError('unreachable');
    return { report: report(source), timings: { passes: [], total_micros: 1 }, places: [] };
  },
};
onmessage = ({ data }) => {
  if ('module' in data) return;
  try { postMessage({ id: data.id, ok: true, answer: calls[data.call](data.argument) }); }
  catch (error) { postMessage({ id: data.id, ok: false, message: String(error), fatal: true }); }
};`;

const fake = {
  prepare: (page) => page.route('**/worker-*.js', (route) => route.fulfill({ body: FAKE, contentType: 'text/javascript', headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } })),
};
const shown = (page) => page.locator('.listing .cm-content').innerText();

pageTest('the newest edit wins', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await write(page, 'SLOW 1');
  for (const step of ['2', '3', '4']) {
    await page.waitForTimeout(200);
    await editor(page).press('End');
    await page.keyboard.type(step);
  }
  await until(async () => (await shown(page)) === 'SLOW 1234', 'the newest text is what is shown');
});

pageTest('a compile that hangs gives way to the next edit', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await write(page, 'HANG');
  await page.waitForTimeout(400);
  await write(page, 'fine again');
  await until(async () => (await shown(page)) === 'fine again', 'the next text is compiled');
  assert.equal(await textOf(page), 'fine again');
});

pageTest('a compile that hangs is stopped in the end', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await write(page, 'HANG');
  await page.getByText(/took too long and was stopped/).waitFor({ timeout: 25_000 });
  assert.equal(await textOf(page), 'HANG');
  await write(page, 'fine');
  await until(async () => (await shown(page)) === 'fine', 'the next text is compiled');
});

pageTest('a crash is owned up to, and the next edit is compiled', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await write(page, 'TRAP');
  await page.getByText(/The compiler crashed\. This is our bug/).waitFor();
  assert.equal(await textOf(page), 'TRAP');
  await write(page, 'fine');
  await until(async () => (await shown(page)) === 'fine', 'the next text is compiled');
});
