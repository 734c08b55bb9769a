// Iterations overlapping in time: prologue, steady state, epilogue. By agent, with the buffers between them, or iteration by iteration.

import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { LoopSchedule } from '../../generated/types';
import { agentsOf, colourOf } from '../../schedule/agents';
import { type BufferLane, lanes as lanesOf } from '../../schedule/lanes';
import { type Op, type ScheduleModel, timeline } from '../../schedule/model';
import { modelTime, unitOf } from '../../schedule/names';
import { notSaid, type Ring } from '../../schedule/rings';
import { choose, isChosen, isLit, point } from '../../schedule/selection';
import { CutHint, useRoom } from './Cut';
import { type Data, Figure } from './Figure';
import { Block, fitting } from './Looks';

const AXIS = 92;
const HEAD = 34;
const LANE = 16;
const GAP = 8;
/** Half of what a number of the axis takes, amply; in pixels. */
const HALF = 18;
/** Widths that the drawing is kept between, and what an op of an iteration gets; in pixels. */
const [LEAST, MOST, EACH] = [620, 1400, 15];

/** A row of the drawing: an agent, a buffer or an iteration. */
interface Band {
  name: string;
  rows: number;
  pieces: { op: Op | null; label: string; words: string; from: number; to: number; row: number; tone: number }[];
}

/** The owner of a band of the drawing. */
const by = signal<'agent' | 'iteration'>('agent');

function bandsByIteration(model: ScheduleModel): Band[] {
  const { iterations, lanes, bars } = timeline(model);
  return Array.from({ length: iterations }, (_, iteration) => ({
    name: `iteration ${iteration}`,
    rows: lanes,
    pieces: bars.map(({ op, from, to, lane }) => piece(op, iteration, from + iteration * model.ii, to + iteration * model.ii, lane, '', unitOf(model.row))),
  }));
}

function bandsByAgent(rings: Ring[], model: ScheduleModel): Band[] {
  const { agents, buffers } = lanesOf(rings, model);
  const bufferOf = ({ name, holdings }: BufferLane): Band => ({
    name,
    rows: 1,
    pieces: holdings.map(({ iteration, from, to }) => ({
      op: null,
      label: `iteration ${iteration}`,
      words: `${name}: iteration ${iteration}, ${unitOf(model.row)} ${from} to ${to}`,
      from,
      to,
      row: 0,
      tone: iteration % 2,
    })),
  });
  return agents.flatMap(({ agent, rows, pieces }) => [
    { name: agent || 'all threads', rows, pieces: pieces.map(({ op, iteration, from, to, row }) => piece(op, iteration, from, to, row, `${iteration}: `, unitOf(model.row))) },
    ...buffers.filter((one) => one.agent === agent && one.holdings.length > 0).map(bufferOf),
  ]);
}

const piece = (op: Op, iteration: number, from: number, to: number, row: number, prefix: string, unit: string): Band['pieces'][number] => ({
  op,
  label: prefix,
  words: `${op.name} of iteration ${iteration}: ${unit} ${from} to ${to}`,
  from,
  to,
  row,
  tone: 0,
});

export function Timeline({ loop, model, rings }: { loop: LoopSchedule; model: ScheduleModel; rings: Ring[] }) {
  const { ii } = model;
  const { iterations, bars, steady, drain, end } = timeline(model);
  const agents = agentsOf(loop);
  const box = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(box);
  const bands = by.value === 'agent' ? bandsByAgent(rings, model) : bandsByIteration(model);
  // As wide as its ops ask for, but no wider than there is room for, while that is enough to tell them apart.
  const most = Math.min(MOST, room > 0 ? room - AXIS - 2 : MOST);
  const scale = Math.max(LEAST, Math.min(most, iterations * bars.length * EACH)) / end;
  const tops = [HEAD];
  for (const { rows } of bands) tops.push((tops.at(-1) ?? 0) + rows * LANE + GAP);
  const [width, height] = [AXIS + end * scale + 2, (tops.at(-1) ?? HEAD) + 18];
  const x = (cycle: number): number => AXIS + cycle * scale;
  const phases: [string, number, number][] = [
    ['prologue', 0, steady],
    ['steady state', steady, drain],
    ['epilogue', drain, end],
  ];
  // So far apart that their numbers do not touch.
  const step = Math.ceil(44 / Math.max(1, ii * scale)) * ii;
  const words = `${iterations} iterations, a new one every ${loop.solution.four_stage ? 'step of the pipeline' : modelTime(ii, model.row)}. Prologue: 0 to ${steady}. Steady state: ${steady} to ${drain}. Epilogue: ${drain} to ${end}.`;
  return (
    <section>
      <h3>Iterations in time</h3>
      <p class="quiet">
        {words} {loop.row_cycles ? `Iteration i has slot i mod n of a ring of n, once the one before has left it. ${notSaid(rings)}` : `Iteration i uses buffer i mod ${loop.depth.chosen}.`}
      </p>
      <div class="choice-bar" role="group" aria-label="Lanes of the drawing">
        {(['agent', 'iteration'] as const).map((name) => (
          <button key={name} type="button" class="button small" aria-pressed={by.value === name} onClick={() => (by.value = name)}>
            By {name}
          </button>
        ))}
      </div>
      <CutHint cut={cut} />
      <div class="drawing" ref={box} tabIndex={0} role="group" aria-label="Iterations in time" onMouseLeave={() => point(null)}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          {phases.map(([name, from, to]) => (
            <g key={name}>
              <rect class={name === 'steady state' ? 'phase steady' : 'phase'} x={x(from)} y={0} width={Math.max(0, (to - from) * scale)} height={height} />
              {(to - from) * scale > name.length * 6 && (
                <text class="axis" x={x((from + to) / 2)} y={13} text-anchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
          {Array.from({ length: Math.floor(end / step) + 1 }, (_, count) => (
            <g key={count}>
              <line class="rule" x1={x(count * step)} x2={x(count * step)} y1={HEAD - 14} y2={height - 14} />
              <text class="axis" x={x(count * step)} y={height - 3} text-anchor={count === 0 ? 'start' : x(count * step) + HALF > width ? 'end' : 'middle'}>
                {count * step}
              </text>
            </g>
          ))}
          {bands.map(({ name, rows, pieces }, at) => (
            <g key={at} class="band" transform={`translate(0 ${tops[at] ?? 0})`}>
              <line class="rule" x1={0} x2={width} y1={-GAP / 2} y2={-GAP / 2} />
              {agents.includes(name) && <circle class={colourOf(name, agents)} cx={6} cy={(rows * LANE) / 2} r={4.5} />}
              <text class="axis" x={agents.includes(name) ? 14 : 2} y={(rows * LANE) / 2 + 4}>
                {name.replace(/^(.{8}).{4,}(?=\[)/, '$1…')}
              </text>
              {pieces.map((one) => (
                <Piece key={one.words} piece={one} left={x(one.from)} width={(one.to - one.from) * scale} />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <Figure name="Iterations in time" drawing={box} data={() => tableOf(bands, by.value, unitOf(model.row))} />
    </section>
  );
}

const tableOf = (bands: Band[], of: string, unit: string): Data => ({
  head: [of === 'agent' ? 'Agent or buffer' : 'Iteration', 'What', `From, in ${unit}`, `To, in ${unit}`],
  rows: bands.flatMap(({ name, pieces }) => pieces.map(({ words, from, to }) => [name, words.split(': ').slice(0, -1).join(': ') || words, from, to])),
});

function Piece({ piece: { op, label, words, row, tone }, left, width }: { piece: Band['pieces'][number]; left: number; width: number }) {
  const box = { x: left, y: row * LANE, width: Math.max(width - 1, 2), height: LANE - 2 };
  if (!op) {
    return (
      <g>
        <title>{words}</title>
        <rect {...box} rx={2} class={tone ? 'pool odd' : 'pool'} />
        <text class="axis" x={left + box.width / 2} y={row * LANE + 11} text-anchor="middle">
          {box.width > label.length * 6.5 ? label : box.width > 14 ? label.replace('iteration ', '') : ''}
        </text>
      </g>
    );
  }
  const classes = ['hold', isLit(op) && 'lit', isChosen(op) && 'chosen'];
  const room = box.width - label.length * 6;
  const own = fitting(op, room);
  return (
    <g class={classes.filter(Boolean).join(' ')} onMouseEnter={() => point(op)} onClick={() => choose(op)}>
      <title>{words}</title>
      <Block look={op.look} {...box} />
      <rect class="frame" {...box} rx={2} />
      <text class="on-look" x={left + box.width / 2} y={row * LANE + 11} text-anchor="middle">
        {own && `${label}${own}`}
      </text>
    </g>
  );
}
