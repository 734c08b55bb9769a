// A kernel in Python that has become Tile IR, or has not, compiled on.

import type { Compiled, Options, Python } from '../generated/types';
import { named } from '../python/names';
import type { Calls, Outcome } from './protocol';

/** The question that compiles the Tile IR that `origin` has become. Which of its kernels it is has been decided. */
export const lowered = (source: string, origin: string, options: Options, machine: string | null): Calls['compile']['argument'] => ({ source, origin, options: { ...options, entry: null }, machine });

/** The outcome of Python that has become Tile IR within `micros`, with what that was compiled to. */
export function outcomeOf(python: Python, compiled: Compiled, micros: number): Outcome {
  const { report, timings, places } = compiled;
  const own = named(report, python);
  return {
    compiled: {
      ...compiled,
      report: { ...report, ...own, diagnostics: [...python.messages, ...own.diagnostics] },
      places: [...python.places, ...places],
      timings: { passes: [reading(micros), ...timings.passes], total_micros: timings.total_micros + micros },
    },
    tileIr: python.tile_ir ?? '',
    python,
  };
}

const reading = (micros: number): Compiled['timings']['passes'][number] => ({ name: 'python', micros });

/** The outcome of Python that does not become Tile IR. */
export function refused(python: Python, options: Options, micros: number, version: string): Outcome {
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
  const { messages, places } = python;
  const report = { ...nothing, options, ok: false, diagnostics: messages };
  return { compiled: { report, places, timings: { passes: [reading(micros)], total_micros: micros }, has_ir: false }, tileIr: '', python };
}
