// The way of a run into a deadlock, step by step: the phases that its barriers completed, and who waits for which in the end.

import { useMemo } from 'preact/hooks';
import { count, grouped } from '../../format';
import type { BarrierHistory, Fault } from '../../generated/types';
import { type Step, Steps } from '../schedule/Steps';
import { at, titles } from './Timeline';

interface Properties {
  faults: readonly Fault[];
  histories: readonly BarrierHistory[];
  /** Names of mbarriers in the order of their addresses, where they are known. */
  names: string[];
  /** The agents in the order of their colours, and those that move barriers on, where they are known. */
  agents?: readonly string[];
  movers?: ReadonlyMap<string, string> | undefined;
}

export function Deadlock({ faults, histories, names, ...colours }: Properties) {
  const fault = faults.find(({ kind }) => kind === 'deadlock');
  const [rows, blocked] = useMemo(() => (fault ? played(fault, histories, names) : [[], []]), [fault, histories, names]);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>The way into the deadlock</h2>
      <Steps {...colours} rows={rows} blocked={blocked} label={`Phases of CTA ${fault?.cta ?? 0}, ${count(rows.length, 'step')}`} />
    </section>
  );
}

/** The phases of a CTA in the order in which they came to their end, and what is waited for after them. */
function played(fault: Fault, all: readonly BarrierHistory[], names: string[]): [Step[], string[]] {
  const own = all.filter(({ cta }) => cta === fault.cta);
  const title = titles(own, names);
  const called = new Map(own.flatMap(({ barrier }) => (barrier.kind === 'mbarrier' ? [[`0x${barrier.address.toString(16)}`, title(barrier)] as const] : [])));
  const phases = own.flatMap(({ barrier, phases }) => phases.map((phase, number) => ({ name: title(barrier), number, ...phase })));
  const rows = phases
    .sort((a, b) => a.completed - b.completed)
    .map(({ name, number, arrived, completed }) => ({
      who: name,
      action: `phase ${number} is complete at step ${grouped(completed)} of the run, the first arrival was at ${grouped(arrived)}`,
      barrier: name,
      state: `phase ${number + 1}`,
    }));
  const words = (what: string): string =>
    what.replace(/the mbarrier at (0x[0-9a-f]+)/g, (said: string, address: `0x${string}`) => (called.get(address) ?? said).replace(/^mbarrier (?=0x)/, 'the mbarrier at '));
  const blocked = fault.others.map(({ what, place }) => `${words(what)}${place ? ` (${at(place)})` : ''}`);
  return [rows, blocked];
}
