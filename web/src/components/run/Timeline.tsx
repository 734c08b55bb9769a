// When barriers completed their phases, one CTA at a time.

import { useRef, useState } from 'preact/hooks';
import { count, grouped } from '../../format';
import type { BarrierHistory, BarrierName, FaultPlace } from '../../generated/types';
import { colourOf } from '../../schedule/agents';
import { CutHint, useRoom } from '../schedule/Cut';
import { Figure } from '../schedule/Figure';

/** Barriers drawn; the rest is counted. */
const MAX_ROWS = 32;
/** Pixels of names, of how many phases there are, and of a row. */
const [NAMES, COUNTS, ROW] = [178, 74, 20];
/** The least width of the drawing, in pixels. */
const LEAST = 460;
const FIGURE = 'Barriers of a run';

interface Properties {
  histories: BarrierHistory[];
  names: string[];
  /** The agents in the order of their colours, and the one that brings phases of a barrier to their end, by the barrier's name. */
  agents?: readonly string[];
  movers?: ReadonlyMap<string, string> | undefined;
}

export function Timeline({ histories, names, agents = [], movers }: Properties) {
  const ctas = [...new Set(histories.map(({ cta }) => cta))];
  const [chosen, choose] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(box);
  const cta = ctas.includes(chosen) ? chosen : (ctas[0] ?? 0);
  const all = histories.filter((one) => one.cta === cta);
  const title = titles(all, names);
  const rows = all.slice(0, MAX_ROWS).map((one) => ({ ...one, name: title(one.barrier), agent: movers?.get(title(one.barrier)) ?? '' }));
  const end = Math.max(1, ...all.flatMap(({ phases }) => phases.map(({ completed }) => completed)));
  const width = Math.max(LEAST, room);
  const [right, height] = [width - COUNTS, (rows.length + 1) * ROW];
  const x = (step: number): number => NAMES + (step * (right - NAMES)) / end;
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
        <span class="hint">Each piece is a phase, from its first arrival to its end{movers?.size ? ', in the colour of the agent that ends it' : ''}. Steps are no cycles.</span>
      </div>
      <CutHint cut={cut} />
      <div class="drawing" ref={box} tabIndex={0} role="group" aria-label={FIGURE}>
        <svg class="axis" width={width} height={height}>
          {rows.map(({ name, agent, phases, completed }, at) => (
            <g key={name} class="barrier" transform={`translate(0 ${at * ROW})`}>
              <text y={14}>
                <tspan class="name">{name}</tspan>
                {agent && ` ${agent}`}
              </text>
              <line class="track" x1={NAMES} y1={10} x2={right} y2={10} />
              {phases.map(({ arrived, completed }, number) => {
                const [colour, long] = [colourOf(agent, agents), Math.max(2, x(completed) - x(arrived))];
                return (
                  <rect key={number} class={`${colour || 'even'} ${number % 2 ? 'next' : ''}`} x={x(completed) - long} y={4} width={long} height={12}>
                    <title>
                      phase {number}: steps {grouped(arrived)} to {grouped(completed)}
                    </title>
                  </rect>
                );
              })}
              <text x={width} y={14} text-anchor="end">
                {count(completed, 'phase')}
              </text>
            </g>
          ))}
          <text x={right} y={height - 6} text-anchor="end">
            {grouped(end)} steps
          </text>
        </svg>
      </div>
      {all.length > MAX_ROWS && <p class="hint">and {all.length - MAX_ROWS} more</p>}
      <Figure
        name={FIGURE}
        drawing={box}
        data={() => ({
          head: ['Barrier', 'Agent', 'Phase', 'First step', 'Last'],
          rows: rows.flatMap(({ name, agent, phases }) => phases.map(({ arrived, completed }, number) => [name, agent, number, arrived, completed])),
        })}
      />
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
