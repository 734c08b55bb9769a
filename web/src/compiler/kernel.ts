// A text of the editor, compiled: Tile IR as it is, Python by way of the Tile IR that it becomes.

import { carriedBy } from '../gallery';
import type { Options } from '../generated/types';
import { isPython, pythonReader } from '../python';
import { reportOnPage } from '../words';
import type { Client } from './client';
import type { Calls, Outcome } from './protocol';

/** Compiles a text in either language. Of several kernels in Python it is the one that the options name, else the first. */
export async function compileKernel(compiler: Client<Calls>, source: string, options: Options, machine: string | null): Promise<Outcome> {
  const outcome = await compileEither(compiler, source, options, machine);
  return { ...outcome, compiled: { ...outcome.compiled, report: reportOnPage(outcome.compiled.report) } };
}

async function compileEither(compiler: Client<Calls>, source: string, options: Options, machine: string | null): Promise<Outcome> {
  if (!isPython(source)) return { compiled: await compiler.ask('compile', { source, options, machine }), tileIr: source, python: null };
  const carried = carriedBy(source);
  if (carried && (options.entry ?? carried.kernel) === carried.kernel) return compiler.ask('compileLowered', { source, options, machine, python: carried });
  return compiler.ask('compilePython', { source, options, machine, reader: await pythonReader() });
}
