// Shared memory: what lies where, what is left, and what one more stage would need.

import { useRef } from 'preact/hooks';
import { bytes, count, exactBytes, grouped } from '../../format';
import type { SharedBuffer, SharedLedger, TensorLedger } from '../../generated/types';
import { chosenValue, pointedValue, shownValue } from '../../state';
import { useRoom } from './Cut';
import { Figure } from './Figure';
import { Wide } from './Wide';

/** Whether a buffer is of the value that is shown: buffers of a loop are called as the values that go through them. */
export const isLitBuffer = (name: string): boolean => shownValue.value === name;

const pointValue = (name: string | null): void => {
  pointedValue.value = name;
};
const chooseValue = (name: string): void => {
  chosenValue.value = name;
};

/** The pointer over a buffer shows its value wherever that stands. */
export const overBuffer = (name: string) => (name.startsWith('%') ? { onMouseEnter: () => pointValue(name), onMouseLeave: () => pointValue(null), onClick: () => chooseValue(name) } : {});

/** The name of a buffer: of a value, which is shown wherever it stands. */
function BufferName({ name }: { name: string }) {
  if (!name.startsWith('%')) return <code>{name}</code>;
  return (
    <button type="button" class="link" aria-pressed={chosenValue.value === name} aria-label={`${name}: show it wherever it stands`} onClick={() => chooseValue(name)}>
      <code>{name}</code>
    </button>
  );
}

const HEIGHT = 34;
/** Pixels that a letter of a name needs. */
const LETTER = 7;

export function Ledger({ ledger }: { ledger: SharedLedger }) {
  const { capacity, used, free, missing, one_more: more, buffers, named_barriers: named, named_barriers_of_cta: ofCta, tensor_memory: tensor } = ledger;
  const box = useRef<HTMLDivElement>(null);
  return (
    <section>
      <h3>Shared memory</h3>
      <div ref={box}>
        <MemoryBar capacity={capacity} used={used} buffers={buffers} />
      </div>
      <Figure name="Memory" drawing={box} data={null} />
      <p class="says">
        {exactBytes(used)} of {exactBytes(capacity)} used, {exactBytes(free)} free. One more stage would need {exactBytes(more)} more: {missing > 0 ? `${exactBytes(missing)} too many.` : 'that fits.'}
      </p>
      {tensor && <Tensor own={tensor} />}
      {named.length > 0 && (
        <p class="says">
          Named barriers: {named.map(({ number, threads, who }) => `${number} for ${who} (${count(threads, 'thread')})`).join(', ')}, of {ofCta}.
        </p>
      )}
      <Wide label="Buffers in shared memory">
        <table>
          <caption class="visually-hidden">Buffers in shared memory</caption>
          <thead>
            <tr>
              <th scope="col">Buffer</th>
              <th scope="col">Offset</th>
              <th scope="col">Bytes</th>
              <th scope="col">Slots</th>
              <th scope="col">Alignment</th>
              <th scope="col">Live</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {buffers.map((buffer, at) => (
              <tr key={at} class={isLitBuffer(buffer.name) ? 'lit' : ''} {...overBuffer(buffer.name)}>
                <th scope="row">
                  <svg class="swatch" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                    <rect width="12" height="12" rx="2" class={`fill-${at % 8}`} />
                  </svg>{' '}
                  <BufferName name={buffer.name} />
                </th>
                <td class="number">{grouped(buffer.offset)}</td>
                <td class="number">{grouped(buffer.bytes)}</td>
                <td class="number">{buffer.slots}</td>
                <td class="number">{buffer.align}</td>
                <td>{buffer.live}</td>
                <td>{buffer.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

/** Columns of tensor memory, where accumulators lie there. */
function Tensor({ own: { capacity, reserved, buffers } }: { own: TensorLedger }) {
  const places = buffers.map(({ what, column, columns, slots }) => `${count(slots, 'slot')} for ${what} in columns ${column} to ${column + columns - 1}`);
  return (
    <p class="says">
      Tensor memory: {reserved} of {capacity} columns reserved; {places.join(', ')}.
    </p>
  );
}

/** The buffers in their places; each slot is drawn, so that the ring can be counted. In percent, for text must not be stretched. */
export function MemoryBar({ capacity, used, buffers }: { capacity: number; used: number; buffers: Pick<SharedBuffer, 'name' | 'bytes' | 'offset' | 'slots' | 'slot_bytes'>[] }) {
  const share = (size: number): number => (size * 100) / Math.max(capacity, used, 1);
  const bar = useRef<SVGSVGElement>(null);
  const { room } = useRoom(bar);
  const words = `${bytes(used)} of ${bytes(capacity)}: ${buffers.map(({ name, bytes: size }) => `${name} ${bytes(size)}`).join(', ')}`;
  return (
    <svg ref={bar} class="ledger" width="100%" height={HEIGHT} role="img" aria-label={words}>
      <rect class="ground" width="100%" height={HEIGHT} />
      {buffers.map(({ name, bytes: size, offset, slots, slot_bytes: each }, at) => (
        <g key={at} {...overBuffer(name)}>
          {Array.from({ length: slots }, (_, copy) => (
            <rect key={copy} class={`fill-${at % 8} piece ${isLitBuffer(name) ? 'lit' : ''}`} x={`${share(offset + copy * each)}%`} y={2} width={`${Math.max(share(each), 0.1)}%`} height={HEIGHT - 4}>
              <title>{`${name}${slots > 1 ? `, slot ${copy}` : ''}: ${bytes(each)} at ${offset + copy * each}`}</title>
            </rect>
          ))}
          {share(size) * room > name.length * LETTER * 100 && (
            <text class="on-look" x={`${share(offset + size / 2)}%`} y={HEIGHT / 2 + 4} text-anchor="middle">
              {name}
            </text>
          )}
        </g>
      ))}
      {used > capacity && <line class="limit" x1={`${share(capacity)}%`} x2={`${share(capacity)}%`} y1={0} y2={HEIGHT} />}
    </svg>
  );
}
