// A text of the editor, compiled: Tile IR as it is, Python by way of the Tile IR that it becomes.

import { carriedBy } from '../gallery';
import type { Options } from '../generated/types';
import { isPython, pythonReader } from '../python';
import { reportOnPage } from '../words';
import type { Client } from './client';
import type { Calls, Outcome, Written } from './protocol';
import { lowered, outcomeOf, refused } from './python';

/** Compiles a text in either language. Of several kernels in Python it is the one that the options name, else the first. */
export async function compileKernel(compiler: Client<Calls>, source: string, options: Options, machine: string | null): Promise<Outcome> {
  const outcome = await compileEither(compiler, source, options, machine);
  return { ...outcome, compiled: { ...outcome.compiled, report: reportOnPage(outcome.compiled.report) } };
}

async function compileEither(compiler: Client<Calls>, source: string, options: Options, machine: string | null): Promise<Outcome> {
  if (!isPython(source)) return { compiled: read(await compiler.ask('compile', { source, origin: null, options, machine })), tileIr: source, python: null };
  const carried = carriedBy(source);
  if (carried?.tile_ir && (options.entry ?? carried.kernel) === carried.kernel) {
    const compiled = await compiler.ask('compile', lowered(carried.tile_ir, source, options, machine));
    return outcomeOf(carried, read(compiled), 0);
  }
  // Asked without delay where it can be: the text is not drawn yet.
  const answer = await compiler.ask('compilePython', { source, options, machine, reader: pythonReader.here ?? (await pythonReader()) });
  const python = read(answer.python);
  return answer.compiled === null ? refused(python, options, answer.micros, answer.version) : outcomeOf(python, read(answer.compiled), answer.micros);
}

const read = <T>(written: Written<T>): T => JSON.parse(written);
