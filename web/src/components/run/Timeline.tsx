// When barriers completed their phases, one CTA at a time.

import { useState } from 'preact/hooks';
import { count } from '../../format';
import type { BarrierHistory, BarrierName, FaultPlace } from '../../generated/types';
import { colourOf } from '../../schedule/agents';
import { Dot } from '../schedule/Looks';

/** Barriers drawn; the rest is counted. */
const MAX_ROWS = 32;
const WIDTH = 1000;

interface Properties {
  histories: BarrierHistory[];
  names: string[];
  /** The agents in the order of their colours, and the one that brings phases of a barrier to their end, by the barrier's name. */
  agents?: readonly string[];
  movers?: ReadonlyMap<string, string> | undefined;
}

export function Timeline({ histories, names, agents = [], movers }: Properties) {
  const ctas = [...new Set(histories.map(({ cta }) => cta))];
  const [chosen, choose] = useState(ctas[0] ?? 0);
  const cta = ctas.includes(chosen) ? chosen : (ctas[0] ?? 0);
  const rows = histories.filter((one) => one.cta === cta);
  const title = titles(rows, names);
  const end = Math.max(1, ...rows.flatMap(({ phases }) => phases.map(({ completed }) => completed)));
  return (
    <section class="timeline">
      <div class="head">
        <h2>Barriers</h2>
        {ctas.length > 1 && (
          <label class="field">
            <span>CTA</span>
            <select value={String(cta)} onChange={(event) => choose(Number(event.currentTarget.value))}>
              {ctas.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        )}
        <span class="hint">
          Each piece is a phase, from its first arrival to its end{movers && movers.size > 0 ? ', in the colour of the agent that ends it' : ''}. Steps order events of this run; they are not cycles.
        </span>
      </div>
      <ul>
        {rows.slice(0, MAX_ROWS).map((history) => (
          <Row key={title(history.barrier)} title={title(history.barrier)} history={history} end={end} agent={movers?.get(title(history.barrier)) ?? ''} agents={agents} />
        ))}
      </ul>
      <div class="axis" aria-hidden="true">
        <span>0</span>
        <span>{end.toLocaleString('en')} steps</span>
      </div>
      {rows.length > MAX_ROWS && <p class="hint">and {count(rows.length - MAX_ROWS, 'more barrier')}</p>}
    </section>
  );
}

/** A line of the PTX, and of the kernel where one is known. */
export const at = ({ line, ptx_line }: FaultPlace): string => `${line > 0 ? `line ${line}, ` : ''}PTX line ${ptx_line}`;

/** The names of barriers: of mbarriers by `names`, which are in the order of addresses, if each has one; else by their address. */
export function titles(rows: readonly BarrierHistory[], names: string[]): (barrier: BarrierName) => string {
  const addresses = rows.flatMap(({ barrier }) => (barrier.kind === 'mbarrier' ? [barrier.address] : [])).sort((a, b) => a - b);
  const known = addresses.length === names.length;
  return (barrier) => {
    if (barrier.kind === 'named') return `barrier ${barrier.id}`;
    if (barrier.kind === 'cluster') return 'cluster barrier';
    return (known && names[addresses.indexOf(barrier.address)]) || `mbarrier 0x${barrier.address.toString(16)}`;
  };
}

interface RowProperties {
  title: string;
  history: BarrierHistory;
  end: number;
  /** The agent that brings its phases to their end; empty where it is not known. */
  agent: string;
  agents: readonly string[];
}

function Row({ title, history: { phases, completed }, end, agent, agents }: RowProperties) {
  const at = (step: number): number => (step / end) * WIDTH;
  const words = `${title}${agent && `, by ${agent}`}: ${count(completed, 'phase')}`;
  const colour = colourOf(agent, agents);
  return (
    <li>
      <span class="barrier">
        <code>{title}</code>
        {agent && (
          <span class="hint">
            <Dot who={agent} agents={agents} /> {agent}
          </span>
        )}
      </span>
      <svg viewBox={`0 0 ${WIDTH} 14`} preserveAspectRatio="none" role="img" aria-label={words}>
        <line class="track" x1="0" y1="7" x2={WIDTH} y2="7" />
        {phases.map((phase, number) => {
          const width = Math.max(2, at(phase.completed) - at(phase.arrived));
          return (
            <rect key={number} class={colour ? `${colour} ${number % 2 ? 'next' : ''}` : number % 2 ? 'odd' : 'even'} x={at(phase.completed) - width} y="1" width={width} height="12">
              <title>
                phase {number}: steps {phase.arrived.toLocaleString('en')} to {phase.completed.toLocaleString('en')}
              </title>
            </rect>
          );
        })}
      </svg>
      <span class="hint">{count(completed, 'phase')}</span>
    </li>
  );
}
