// The ladder of initiation intervals: what was ruled out, what was tried, and what was taken, from the smallest on.

import { useRef } from 'preact/hooks';
import { ladder, type Rung } from '../../schedule/ladder';
import type { Drawable } from '../../schedule/model';
import { Term } from '../Term';
import { CutHint, useRoom } from './Cut';
import { Figure } from './Figure';

const RUNG = 26;
const AXIS = 92;
/** Room for what became of an II, in its longest words. */
const OUTCOME = 136;
const OUTCOMES: { [outcome in Rung['outcome']]: string } = { impossible: 'impossible', undecided: 'not decided', failed: 'no schedule found', taken: 'taken', possible: 'scheduled too' };
/** Pixels that a letter takes. */
const LETTER = 5.6;

const range = ({ from, to }: Rung): string => (from === to ? `II ${from}` : `II ${from} to ${to}`);

export function Ladder({ loop }: { loop: Drawable }) {
  const rungs = ladder(loop);
  const box = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(box);
  if (rungs.length === 0) return null;
  const width = Math.max(420, room);
  const height = rungs.length * RUNG + 4;
  const letters = Math.floor((width - AXIS - OUTCOME - 28) / LETTER);
  const shown = (why: string): string => (why.length > letters ? `${why.slice(0, Math.max(0, letters - 1))}…` : why);
  return (
    <section>
      <h3>
        Which <Term word="ii">II</Term> was possible
      </h3>
      <CutHint cut={cut} />
      <div class="drawing ladder" ref={box} tabIndex={0} role="group" aria-label="Ladder of initiation intervals">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={rungs.map((rung) => `${range(rung)}: ${OUTCOMES[rung.outcome]}`).join('; ')}>
          <line class="rail" x1={AXIS - 12} x2={AXIS - 12} y1={0} y2={height} />
          {rungs.map((rung, at) => (
            <g key={at} class={`rung ${rung.outcome}`} transform={`translate(0 ${at * RUNG + 3})`}>
              <title>{`${range(rung)}: ${OUTCOMES[rung.outcome]}. ${rung.why}`}</title>
              <rect class="rung-box" x={0} y={0} width={width} height={RUNG - 4} rx={4} />
              <text class="axis" x={AXIS - 24} y={15} text-anchor="end">
                {range(rung).replace('II ', '').replace(' to ', '–')}
              </text>
              <circle class="rung-dot" cx={AXIS - 12} cy={11} r={5} />
              <text class="rung-word" x={AXIS + 4} y={15}>
                {OUTCOMES[rung.outcome]}
              </text>
              <text class="axis" x={AXIS + OUTCOME} y={15}>
                {shown(`${rung.bounds.length ? `${rung.bounds.join(', ')} bound; ` : ''}${rung.why}`)}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <Figure
        name="Ladder of initiation intervals"
        drawing={box}
        data={() => ({ head: ['II', 'Result', 'Bounds', 'Because'], rows: rungs.map((rung) => [range(rung).replace('II ', ''), OUTCOMES[rung.outcome], rung.bounds.join(', '), rung.why]) })}
      />
    </section>
  );
}
