// The figures of a compilation, to stand beside those of another. No drawing here.

import { bytes } from '../format';
import type { Report } from '../generated/types';
import { model } from '../schedule/model';
import { nanoseconds, verdict } from '../schedule/verdict';

/** Figures by name, in order. */
export type Figures = Map<string, string>;

/** The figures of a report: of its first loop, and of the whole kernel. */
export function figures(report: Report): Figures {
  const found: Figures = new Map();
  const loop = report.schedule?.loops[0];
  const made = loop ? model(loop) : null;
  if (loop && made) {
    const { value, time, binds, parts } = verdict(loop, made.ii, report.registers);
    found.set('An iteration', value);
    if (time) found.set('In time', time);
    found.set('Bound by', binds);
    found.set('Strategy', loop.strategy);
    for (const { name, value: own, note } of parts) found.set(name, note ? `${own} ${note}` : own);
    if (loop.consumers) found.set('Consumers', String(loop.consumers));
  } else found.set('An iteration', report.schedule?.refusals.length ? 'not pipelined' : report.ok ? 'no loop' : 'not compiled');
  // Where there is no PTX, nothing is launched.
  if (report.ptx && report.abi) {
    found.set('Threads of a CTA', report.abi.threads.join(' × '));
    found.set('Dynamic shared memory', bytes(report.abi.shared_bytes));
  }
  if (report.ptx && report.occupancy) found.set('CTAs on an SM', `${report.occupancy.ctas}, limited by ${report.occupancy.limiter}`);
  if (report.ptx) found.set('Instructions', instructions(report));
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) found.set('Errors', `${errors}: ${report.diagnostics.find(({ severity }) => severity === 'error')?.message ?? ''}`);
  return found;
}

/** The number of instructions, as the other views say it. */
const instructions = (report: Report): string => report.summary.find(({ label }) => label === 'PTX')?.value.split(' ', 1)[0] ?? '';

/** A target at a glance. */
export interface Glance {
  time: string;
  binds: string;
  ii: string;
  stages: string;
  depth: string;
  shared: string;
  cores: string;
  registers: string;
  barriers: string;
  instructions: string;
}

/** The line of a report in the table of targets; null where its loop has no schedule. */
export function atAGlance(report: Report): Glance | null {
  const loop = report.schedule?.loops[0];
  const made = loop ? model(loop) : null;
  if (!loop || !made) return null;
  const { value, binds, parts } = verdict(loop, made.ii, report.registers);
  const find = (name: string) => parts.find((one) => one.name === name);
  const part = (name: string): string => find(name)?.value ?? '';
  const ii = find('Initiation interval (II)');
  const clock = loop.estimate?.clock_mhz;
  return {
    time: loop.estimate && clock ? `${value}, ${nanoseconds(loop.estimate.iteration_cycles, clock)}` : value,
    binds,
    ii: `${ii?.value} ${ii?.note}`,
    stages: part('Stage count'),
    depth: String(loop.depth.chosen),
    shared: bytes(loop.ledger.used),
    cores: part('Tensor cores'),
    registers: part('Registers'),
    barriers: part('Barriers'),
    instructions: instructions(report),
  };
}
