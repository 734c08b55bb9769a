// Iterations overlapping in time: prologue, steady state, epilogue.

import { useRef } from 'preact/hooks';
import { type Bar, type ScheduleModel, timeline } from '../../schedule/model';
import { choose, isChosen, isLit, point } from '../../schedule/selection';
import { CutHint, useRoom } from './Cut';
import { Block, fitting } from './Looks';

const AXIS = 92;
const HEAD = 34;
const LANE = 16;
const GAP = 8;
/** Widths that the drawing is kept between, and what an op of an iteration gets; in pixels. */
const [LEAST, MOST, EACH] = [620, 1400, 15];

export function Timeline({ model, depth }: { model: ScheduleModel; depth: number }) {
  const { ii } = model;
  const { iterations, lanes, bars, steady, drain, end } = timeline(model);
  const box = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(box);
  // As wide as its ops ask for, but no wider than there is room for, while that is enough to tell them apart.
  const most = Math.min(MOST, room > 0 ? room - AXIS - 2 : MOST);
  const scale = Math.max(LEAST, Math.min(most, iterations * bars.length * EACH)) / end;
  const band = lanes * LANE + GAP;
  const [width, height] = [AXIS + end * scale + 2, HEAD + iterations * band + 18];
  const x = (cycle: number): number => AXIS + cycle * scale;
  const phases: [string, number, number][] = [
    ['prologue', 0, steady],
    ['steady state', steady, drain],
    ['epilogue', drain, end],
  ];
  const words = `${iterations} iterations, a new one every ${ii} cycles. Prologue: cycles 0 to ${steady}. Steady state: ${steady} to ${drain}. Epilogue: ${drain} to ${end}.`;
  return (
    <section>
      <h3>Iterations in time</h3>
      <p class="quiet">
        {words} {`Iteration i uses buffer i mod ${depth}.`}
      </p>
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
          {Array.from({ length: Math.floor(end / ii) + 1 }, (_, count) => (
            <g key={count}>
              <line class="rule" x1={x(count * ii)} x2={x(count * ii)} y1={HEAD - 14} y2={height - 14} />
              <text class="axis" x={x(count * ii)} y={height - 3} text-anchor={count ? 'middle' : 'start'}>
                {count * ii}
              </text>
            </g>
          ))}
          {Array.from({ length: iterations }, (_, iteration) => (
            <g key={iteration} transform={`translate(0 ${HEAD + iteration * band})`}>
              <line class="rule" x1={0} x2={width} y1={-GAP / 2} y2={-GAP / 2} />
              <text class="axis" x={2} y={(lanes * LANE) / 2 + 4}>
                iteration {iteration}
              </text>
              {bars.map((bar) => (
                <Piece key={bar.op.key} bar={bar} left={x(bar.from + iteration * ii)} width={(bar.to - bar.from) * scale} words={`${bar.op.name} of iteration ${iteration}: cycles ${bar.from + iteration * ii} to ${bar.to + iteration * ii}`} />
              ))}
            </g>
          ))}
        </svg>
      </div>
    </section>
  );
}

function Piece({ bar: { op, lane }, left, width, words }: { bar: Bar; left: number; width: number; words: string }) {
  const box = { x: left, y: lane * LANE, width: Math.max(width - 1, 2), height: LANE - 2 };
  const classes = ['hold', isLit(op) && 'lit', isChosen(op) && 'chosen'];
  return (
    <g class={classes.filter(Boolean).join(' ')} onMouseEnter={() => point(op)} onClick={() => choose(op)}>
      <title>{words}</title>
      <Block look={op.look} {...box} />
      <rect class="frame" {...box} rx={2} />
      <text class="on-look" x={left + box.width / 2} y={lane * LANE + 11} text-anchor="middle">
        {fitting(op, box.width)}
      </text>
    </g>
  );
}
