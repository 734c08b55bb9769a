// The way of a run into a race, step by step: its two accesses, and what the barriers between them did.

import { useMemo } from 'preact/hooks';
import { count, grouped } from '../../format';
import type { BarrierHistory, Deed, Fault, Report } from '../../generated/types';
import { type Owner, ownersOf } from '../../ptx/agents';
import { type Step, Steps } from '../schedule/Steps';
import { at, titles } from './Timeline';

interface Properties {
  faults: readonly Fault[];
  histories: readonly BarrierHistory[];
  /** Names of mbarriers in the order of their addresses, where they are known. */
  names: string[];
  /** The compilation, if it is ours: which agent runs a line of its PTX. */
  report?: Report;
  /** The agents in the order of their colours, and those that move barriers on, where they are known. */
  agents?: readonly string[];
  movers?: ReadonlyMap<string, string> | undefined;
}

/** Races whose ways are shown. */
const MOST = 3;

export function Ways({ faults, histories, names, report, ...colours }: Properties) {
  const told = useMemo(() => {
    const found = faults.filter(({ story }) => story.length > 0).slice(0, MOST);
    const owners = found.length > 0 && report?.ptx ? ownersOf(report.ptx.text, report.ptx.lines, report.schedule?.loops ?? []) : [];
    return found.map((fault) => ({ fault, rows: played(fault, histories, names, owners, report?.ptx?.lines ?? []) }));
  }, [faults, histories, names, report]);
  return (
    <>
      {told.map(({ fault, rows }) => (
        <section key={`${fault.kind} ${fault.place?.ptx_line}`}>
          <h2>
            The way to the {fault.kind} <span class="hint">{fault.place && at(fault.place)}</span>
          </h2>
          <Steps {...colours} rows={rows} blocked={[]} label={`Both accesses and what is between them, ${count(rows.length, 'step')}`} />
        </section>
      ))}
    </>
  );
}

const DEEDS: { [deed in Deed]: (barrier: string) => string } = {
  reads: () => 'reads the memory that they race for',
  writes: () => 'writes the memory that they race for',
  arrives: (barrier) => `arrives at ${barrier}`,
  delivers: (barrier) => `brings bytes to ${barrier}`,
  completes: () => 'completes a phase',
  passes: (barrier) => `is past its wait for ${barrier}`,
  fences: () => 'makes what it knows of visible to asynchronous accesses',
  collects: () => 'has waited for its own asynchronous work',
};

function played({ story, agents: both }: Fault, histories: readonly BarrierHistory[], names: string[], owners: readonly (Owner | null)[], lines: readonly number[]): Step[] {
  return story.map(({ step, cta, warp, deed, after, line, gap }, index) => {
    const barrier = after
      ? titles(
          histories.filter(({ cta }) => cta === after.cta),
          names,
        )(after.barrier)
      : '';
    const place = line > 0 ? at({ ptx_line: line, line: lines[line - 1] ?? 0 }) : '';
    const agent = owners[line - 1]?.agent;
    // The later access ends the way.
    const isAccess = deed === 'reads' || deed === 'writes';
    const said = (isAccess && both[index === story.length - 1 ? 1 : 0]) || `${deed === 'delivers' ? 'a copy of ' : ''}warp ${warp} of CTA ${cta}`;
    const [pending, bytes] = [after?.pending ?? 0, after?.bytes ?? 0];
    return {
      who: deed === 'completes' ? barrier : agent ? `${agent}, ${said}` : said,
      action: `${gap ? '(earlier steps are left out) ' : ''}${DEEDS[deed](barrier)}, at step ${grouped(step)}${place && ` (${place})`}`,
      barrier,
      state: after ? `phase ${after.phase}, ${grouped(pending)} pending${bytes === 0 ? '' : `, ${grouped(bytes)} bytes outstanding`}` : '',
    };
  });
}
