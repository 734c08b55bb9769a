// Memory as a map over time: addresses downwards, cycles to the right.

import { useRef } from 'preact/hooks';
import { exactBytes, grouped } from '../../format';
import type { LoopSchedule } from '../../generated/types';
import { type Held, memory, type Space } from '../../schedule/memory';
import type { ScheduleModel } from '../../schedule/model';
import { unitOf } from '../../schedule/names';
import { notSaid, type Ring } from '../../schedule/rings';
import { CutHint, useRoom } from './Cut';
import { Figure } from './Figure';
import { isLitBuffer, overBuffer } from './Ledger';

const [AXIS, HEAD, TALL, GAP] = [96, 18, 220, 26];
/** Widths that the drawing is kept between, in pixels. */
const [LEAST, MOST] = [560, 1200];

const sizeOf = (size: number, unit: Space['unit']): string => (unit === 'byte' ? exactBytes(size) : `${size} columns`);

const wordsOf = ({ name, iteration, from, to, offset, size }: Held, unit: Space['unit'], time: string): string =>
  `${name}${iteration === null ? '' : `, iteration ${iteration}`}: ${sizeOf(size, unit)} at ${grouped(offset)}, ${time} ${from} to ${to}`;

export function MemoryMap({ loop, model, rings }: { loop: LoopSchedule; model: ScheduleModel; rings: Ring[] }) {
  const { spaces, drained, end, iterations } = memory(loop, model, rings);
  const box = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(box);
  const width = Math.max(LEAST, Math.min(MOST, room - 2));
  const x = (cycle: number): number => AXIS + (cycle * (width - AXIS - 2)) / end;
  const height = spaces.length * (HEAD + TALL + GAP);
  const time = unitOf(model.row);
  const words = `${spaces.map(({ name, used, capacity, unit }) => `${name}: ${sizeOf(used, unit)} of ${sizeOf(capacity, unit)}`).join('. ')}. ${iterations} iterations over ${drained} ${time}.`;
  return (
    <section>
      <h3>Memory over time</h3>
      <p class="quiet">
        Addresses downwards, {time} of the model to the right. A slot of a ring is held from {loop.row_cycles ? 'what' : 'the copy that'} fills it to the last op that reads it. {notSaid(rings)}
      </p>
      <CutHint cut={cut} />
      <div class="drawing memory-map" ref={box} tabIndex={0} role="group" aria-label="Memory over time">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
          {spaces.map((space, at) => (
            <SpaceMap key={space.name} space={space} top={at * (HEAD + TALL + GAP)} width={width} x={x} time={time} />
          ))}
          {[0, drained].map((cycle) => (
            <text key={cycle} class="axis" x={x(cycle)} y={height - 8} text-anchor={cycle ? 'middle' : 'start'}>
              {cycle ? `${cycle}, after the loop` : '0'}
            </text>
          ))}
        </svg>
      </div>
      <Figure
        name="Memory over time"
        drawing={box}
        data={() => ({
          head: ['Memory', 'What', 'Iteration', 'First', 'Size', `From, in ${time}`, `To, in ${time}`],
          rows: spaces.flatMap(({ name, held }) => held.map((one) => [name, one.name, one.iteration ?? '', one.offset, one.size, one.from, one.to])),
        })}
      />
    </section>
  );
}

function SpaceMap({ space: { name, unit, used, held }, top, width, x, time }: { space: Space; top: number; width: number; x(cycle: number): number; time: string }) {
  const y = (place: number): number => HEAD + (place * TALL) / Math.max(used, 1);
  return (
    <g transform={`translate(0 ${top})`}>
      <text class="axis" x={0} y={12}>
        {name}
      </text>
      <rect class="ground" x={AXIS} y={HEAD} width={width - AXIS - 2} height={TALL} />
      {[...new Map(held.map((one) => [one.buffer, one])).values()]
        .filter((first) => y(Math.max(...held.filter(({ buffer }) => buffer === first.buffer).map(({ offset, size }) => offset + size))) - y(first.offset) > 11)
        .map((first) => (
          <text key={first.buffer} class="axis" x={0} y={y(Math.min(...held.filter(({ buffer }) => buffer === first.buffer).map(({ offset }) => offset))) + 12}>
            <title>{first.name}</title>
            {first.name.length > 15 ? `${first.name.slice(0, 14)}…` : first.name}
          </text>
        ))}
      {held.map((one) => {
        const piece = { x: x(one.from), y: y(one.offset), width: Math.max(1.5, x(one.to) - x(one.from) - 0.5), height: Math.max(1.5, y(one.offset + one.size) - y(one.offset) - 0.5) };
        const label = one.iteration === null ? '' : String(one.iteration);
        return (
          <g key={`${one.buffer} ${one.offset} ${one.from}`} {...overBuffer(one.name)}>
            <title>{wordsOf(one, unit, time)}</title>
            <rect {...piece} class={`fill-${one.buffer % 8} piece ${isLitBuffer(one.name) ? 'lit' : ''}`} />
            {label && piece.width > label.length * 7 && piece.height > 11 && (
              <text class="on-look" x={piece.x + piece.width / 2} y={piece.y + piece.height / 2 + 4} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
