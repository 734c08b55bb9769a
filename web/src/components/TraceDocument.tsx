// A trace of how a schedule was found, over the page: lanes of what was tried and of where ops were put, with a table behind.

import { grouped } from '../format';
import { useRef, useState } from 'preact/hooks';
import { type Happening, type Process, processes } from '../tools/trace';
import { Figure } from './schedule/Figure';

const [WIDTH, ROW, NAMES, COLOURS] = [960, 22, 120, 8];
/** Happenings of a row that are drawn, and of a process that are listed. */
const MOST = 2000;

export function TraceDocument({ text }: { text: string }) {
  const all = processes(JSON.parse(text));
  return (
    <>
      <h2 id="document-title">Schedule trace</h2>
      {all.length === 0 && <p role="alert">Nothing happens in this trace: it has names alone.</p>}
      {all.map((process, at) => (
        <Lanes key={at} process={process} />
      ))}
    </>
  );
}

const words = ({ name, kind, from, to, says }: Happening): string => `${name}${kind && ` (${kind})`}: ${from === to ? `at ${from}` : `${from} to ${to}`}${says && `; ${says}`}`;

function Lanes({ process: { name, lanes, end } }: { process: Process }) {
  const drawing = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<Happening | null>(null);
  const scale = (WIDTH - NAMES) / end;
  const total = lanes.flatMap(({ rows }) => rows).length;
  const kinds = [...new Set(lanes.flatMap(({ rows }) => rows.flat().map(({ kind }) => kind)))];
  let y = 0;
  const list = lanes.flatMap((lane) => lane.rows.flat().map((happening) => ({ lane: lane.name, happening })));
  return (
    <section>
      <h3>{name}</h3>
      <div class="drawing" ref={drawing} tabIndex={0} role="group" aria-label={`Trace of ${name}`}>
        <svg
          viewBox={`0 0 ${WIDTH} ${total * ROW + 20}`}
          width={WIDTH}
          height={total * ROW + 20}
          role="img"
          aria-label={`Trace of ${name}: ${lanes.length} lanes, ${list.length} happenings; the table below says the same`}
        >
          {lanes.map((lane) => {
            const top = y;
            y += lane.rows.length * ROW;
            return (
              <g key={lane.name} transform={`translate(0 ${top})`}>
                <text class="axis" x={0} y={15}>
                  {lane.name}
                </text>
                <line class="grid" x1={0} x2={WIDTH} y1={lane.rows.length * ROW} y2={lane.rows.length * ROW} />
                {lane.rows.flatMap((row, at) =>
                  row.slice(0, MOST).map((one, place) => {
                    const width = Math.max(3, (one.to - one.from) * scale - 1);
                    return (
                      <g key={`${at} ${place}`} class={one === chosen ? 'chosen' : ''} transform={`translate(${NAMES + one.from * scale} ${at * ROW + 2})`} onClick={() => choose(one)}>
                        <title>{words(one)}</title>
                        <rect class={`fill-${kinds.indexOf(one.kind) % COLOURS}`} width={width} height={ROW - 4} rx={2} />
                        {width > one.name.length * 6.4 && (
                          <text class="on-look" x={4} y={13}>
                            {one.name}
                          </text>
                        )}
                      </g>
                    );
                  }),
                )}
              </g>
            );
          })}
          <text class="axis" x={NAMES} y={total * ROW + 15}>
            0
          </text>
          <text class="axis" x={WIDTH} y={total * ROW + 15} text-anchor="end">
            {grouped(end)}
          </text>
        </svg>
      </div>
      <Figure
        name="Schedule trace"
        drawing={drawing}
        data={() => ({
          head: ['Lane', 'What', 'Kind', 'From', 'To', 'Said of it'],
          rows: list.slice(0, MOST).map(({ lane, happening }) => [lane, happening.name, happening.kind, happening.from, happening.to, happening.says]),
        })}
      />
      {chosen && <p role="status">{words(chosen)}</p>}
    </section>
  );
}
