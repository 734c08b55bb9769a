// A text of the editor, compiled: Tile IR as it is, Python by way of the Tile IR that it becomes.

import { carriedBy } from '../gallery';
import type { Compiled, Options, Python } from '../generated/types';
import { askPython, isPython } from '../python';
import type { Client } from './client';
import type { Calls } from './protocol';

/** A compilation, and the Tile IR that it is of. */
export interface Outcome {
  compiled: Compiled;
  tileIr: string;
  python: Python | null;
}

/** Compiles a text in either language; `version` is that of the compiler. */
export async function compileKernel(compiler: Client<Calls>, source: string, options: Options, version: string): Promise<Outcome> {
  if (isPython(source)) return compilePython(compiler, source, options, version);
  return { compiled: await compiler.ask('compile', { source, options, origin: null }), tileIr: source, python: null };
}

/** Compiles a kernel in Python: to Tile IR, then on. Of several kernels it is the one that the options name, else the first. */
async function compilePython(compiler: Client<Calls>, source: string, options: Options, version: string): Promise<Outcome> {
  const started = performance.now();
  const carried = carriedBy(source);
  const known = carried && (options.entry ?? carried.kernel) === carried.kernel;
  const python = known ? carried : await askPython('lower', { source, kernel: options.entry });
  const micros = (performance.now() - started) * 1000;
  if (python.tile_ir === null) return { compiled: refused(python, options, micros, version), tileIr: '', python };
  const compiled = await compiler.ask('compile', { source: python.tile_ir, options: { ...options, entry: null }, origin: source });
  const { report, timings, places } = compiled;
  return {
    compiled: {
      ...compiled,
      report: { ...report, diagnostics: [...python.messages, ...report.diagnostics] },
      places: [...python.places, ...places],
      timings: { passes: [{ name: 'python', micros }, ...timings.passes], total_micros: timings.total_micros + micros },
    },
    tileIr: python.tile_ir,
    python,
  };
}

/** The report on a kernel in Python that does not become Tile IR. */
function refused({ messages, places }: Python, options: Options, micros: number, version: string): Compiled {
  const nothing = { schema: 0, compiler: { name: 'tilewright', version }, entries: [], passes: [], ptx: null, abi: null, schedule: null, tiles: null, hints: [], summary: [] };
  return { report: { ...nothing, options, ok: false, diagnostics: messages }, places, timings: { passes: [{ name: 'python', micros }], total_micros: micros }, has_ir: false };
}
