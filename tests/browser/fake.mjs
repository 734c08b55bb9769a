// A compiler that does what the text tells it (hang, trap, or answer slowly) and reports the schedule it is given. Graphs are laid out by the real tools.

import { fileURLToPath } from 'node:url';

const TOOLS = '/fake-tools.js';

const body = (schedule, { records = null, ...says }) => `
import { initSync, lay_out } from '${TOOLS}';
const records = ${JSON.stringify(records)};
let newest = '';
const report = () => ({ schema: 2, compiler: { name: 'fake', version: '0' }, options: defaults, ok: true, diagnostics: [], entries: [],
  passes: [], ptx: null, abi: null, schedule: ${JSON.stringify(schedule)}, hints: [], summary: [], costs: [], ...${JSON.stringify(says)} });
const defaults = { gpu_name: 'sm_90a', opt_level: 3, entry: null, lineinfo: false, num_stages: null };
const calls = {
  about: () => ({ version: '0', defaults, targets: [] }),
  overlay: () => ({ settings: defaults, ignored: [] }),
  decode: () => ({ kind: 'refused', code: 'x', message: 'x' }),
  encode: () => '#k1.x',
  layOut: ({ graph, toolbox }) => {
    initSync({ module: toolbox });
    return lay_out(graph);
  },
  passes: () => records ?? [{ name: 'parse', level: 'cuda_tile', changed: true, listing: { text: newest, lines: [1] } }],
  compile: ({ source }) => {
    newest = source;
    const until = performance.now() + (source.includes('HANG') ? 1e9 : source.includes('SLOW') ? 600 : 0);
    while (performance.now() < until);
    if (source.includes('TRAP')) throw new WebAssembly.RuntimeError('unreachable');
    return JSON.stringify({ report: report(), timings: { passes: [], total_micros: 1 }, places: [], has_ir: true });
  },
};
onmessage = ({ data }) => {
  if ('module' in data) return;
  if ('address' in data) return postMessage({ module: null });
  try { postMessage({ id: data.id, ok: true, answer: calls[data.call](data.argument) }); }
  catch (error) { postMessage({ id: data.id, ok: false, message: String(error), fatal: true }); }
};`;

/** For `pageTest`: this compiler in place of the real one; `says` is what its report has besides the schedule, and in `records` the passes. */
export const fakeCompiler = (schedule = null, says = {}) => ({
  prepare: async (page) => {
    const script = (answer) => (route) => route.fulfill({ ...answer, contentType: 'text/javascript', headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } });
    await page.route(`**${TOOLS}`, script({ path: fileURLToPath(new URL('../../web/pkg-tools/toolbox.js', import.meta.url)) }));
    await page.route('**/worker-*.js', script({ body: body(schedule, says) }));
  },
});
