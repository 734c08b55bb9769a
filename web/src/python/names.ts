// The names of a kernel in Python: what the compiler says of its Tile IR has the same names, but written as Tile IR writes them.

import type { LoopSchedule, Python, Report } from '../generated/types';
import { resaid } from '../resaid';

/** The names of its parameters. */
export const parametersOf = (python: Python): ReadonlySet<string> => new Set(python.parameters.map(({ name }) => name));

/** A text about a kernel in Python: names of Tile IR, `%a`, as Python has them. */
export function inPython(text: string, parameters: ReadonlySet<string>): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([A-Za-z_]\w*)/g, (_, name: string) => pythonName(name, parameters));
}

/** The Python of a name in Tile IR, without `%`: the sizes and strides of an array are its own. */
export function pythonName(name: string, parameters: ReadonlySet<string>): string {
  const [, array, what, dimension] = /^(\w+)_(size|stride)(\d+)$/.exec(name) ?? [];
  if (array === undefined || parameters.has(name) || !parameters.has(array)) return name;
  return `${array}.${what === 'size' ? 'shape' : 'strides'}[${dimension}]`;
}

/** The parts of a report that are about a kernel, with its names in Python. */
export function named({ diagnostics, hints, summary, schedule }: Report, python: Python): Pick<Report, 'diagnostics' | 'hints' | 'summary' | 'schedule'> {
  const parameters = parametersOf(python);
  const say = (text: string): string => inPython(text, parameters);
  return {
    ...resaid({ diagnostics, hints, summary }, say),
    schedule: schedule && { ...schedule, loops: schedule.loops.map((loop) => namedLoop(loop, say)), refusals: resaid(schedule.refusals, say) },
  };
}

/** Only what names values: the graph has thousands of names of its own. */
function namedLoop(loop: LoopSchedule, say: (text: string) => string): LoopSchedule {
  const { why, ledger, protocol } = loop;
  return { ...loop, ...resaid({ why, ledger, protocol }, say) };
}
