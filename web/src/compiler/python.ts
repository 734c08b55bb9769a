// A kernel in Python that has become Tile IR, or has not, compiled on.

import type { Compiled, Options, Python } from '../generated/types';
import { named } from '../python/names';
import type { Outcome } from './protocol';

/** The functions of the compiler that this takes. */
interface Compiler {
  compile(source: string, options: Options, origin: string, machine?: string): Compiled;
  version(): string;
}

/** Compiles the Tile IR that `source` has become within `micros`. All places are in `source`. */
export function compileLowered(compiler: Compiler, source: string, python: Python, { options, machine }: { options: Options; machine: string | null }, micros: number): Outcome {
  const reading = { name: 'python', micros };
  if (python.tile_ir === null) return { compiled: refused(python, options, reading, compiler.version()), tileIr: '', python };
  // Which kernel it is has been decided.
  const compiled = compiler.compile(python.tile_ir, { ...options, entry: null }, source, machine ?? undefined);
  const { report, timings, places } = compiled;
  const own = named(report, python);
  return {
    compiled: {
      ...compiled,
      report: { ...report, ...own, diagnostics: [...python.messages, ...own.diagnostics] },
      places: [...python.places, ...places],
      timings: { passes: [reading, ...timings.passes], total_micros: timings.total_micros + micros },
    },
    tileIr: python.tile_ir,
    python,
  };
}

/** The report on a kernel in Python that does not become Tile IR. */
function refused({ messages, places }: Python, options: Options, reading: { name: string; micros: number }, version: string): Compiled {
  const nothing = {
    schema: 0,
    compiler: { name: 'tilewright', version },
    entries: [],
    passes: [],
    ptx: null,
    abi: null,
    registers: [],
    occupancy: null,
    schedule: null,
    tiles: null,
    layouts: [],
    hints: [],
    summary: [],
    costs: [],
  };
  return { report: { ...nothing, options, ok: false, diagnostics: messages }, places, timings: { passes: [reading], total_micros: reading.micros }, has_ir: false };
}
