// A layout as a grid of elements, each with the thread that holds it, or the bank that it is in.

import { useRef } from 'preact/hooks';
import type { LayoutCandidate, LayoutChoice } from '../../generated/types';
import { banks, holders } from '../../layouts';
import { CutHint, useRoom } from '../schedule/Cut';
import { Figure } from '../schedule/Figure';

/** Rows and columns of the part that is drawn. */
const ROWS = 16;
const COLUMNS = 32;

/** Pixels of an element: as wide as there is room for, and three digits at least. */
const [NARROW, WIDE, TALL] = [22, 30, 20];

export function Drawing({ choice, candidate }: { choice: LayoutChoice; candidate: LayoutCandidate }) {
  const box = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(box);
  const elements = choice.shape.reduce((all, extent) => all * extent, 1);
  const width = candidate.boxes ? candidate.boxes.row_bytes / choice.element_bytes : (choice.shape.at(-1) ?? 1);
  const height = elements / width;
  const cell = cells(candidate, choice.element_bytes);
  if (!cell) return <p class="quiet">This candidate has no drawing.</p>;
  const [rows, columns] = [Math.min(ROWS, height), Math.min(COLUMNS, width)];
  const part = rows < height || columns < width ? `, the first ${rows} × ${columns} of ${height} × ${width} elements` : '';
  const places = Array.from({ length: rows * columns }, (_, at) => ({ row: Math.floor(at / columns), column: at % columns }));
  const wide = Math.max(NARROW, Math.min(WIDE, Math.floor(room / columns)));
  const size = { width: columns * wide, height: rows * TALL };
  return (
    <figure class="layout-drawing">
      <figcaption>
        {cell.caption}
        {part}
      </figcaption>
      <CutHint cut={cut} />
      <div class="drawing" ref={box} tabIndex={0} role="group" aria-label={cell.caption}>
        <svg {...size} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={`${cell.caption}${part}: the first row begins with ${firsts(cell, columns)}`}>
          {places.map(({ row, column }) => {
            const { colour, text, title } = cell.of(row * width + column);
            const [x, y] = [column * wide, row * TALL];
            return (
              <g key={`${row} ${column}`} class="cell">
                <title>{title}</title>
                <rect class={`fill-${colour % 8} edge`} x={x} y={y} width={wide} height={TALL} />
                {colour % 16 >= 8 && <rect class="deep" x={x} y={y} width={wide} height={TALL} />}
                <text class="on-look" x={x + wide / 2} y={y + 14} text-anchor="middle">
                  {text}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <Figure name="Layout of a tile" drawing={box} data={() => ({ head: ['Row', 'Column', 'Where'], rows: places.map(({ row, column }) => [row, column, cell.of(row * width + column).title]) })} />
    </figure>
  );
}

interface Cells {
  caption: string;
  of(index: number): { colour: number; text: string; title: string };
}

const firsts = (cell: Cells, columns: number): string => Array.from({ length: Math.min(4, columns) }, (_, at) => cell.of(at).title).join('; ');

function cells(candidate: LayoutCandidate, elementBytes: number): Cells | null {
  const bank = banks(candidate, elementBytes);
  if (bank) {
    const of = (index: number) => ({ colour: bank(index), text: String(bank(index)), title: `bank ${bank(index)}` });
    return { caption: 'The bank of shared memory that each element is in', of };
  }
  const holder = holders(candidate);
  if (!holder) return null;
  const of = (index: number) => {
    const { lane, warp, register } = holder(index);
    return { colour: lane, text: String(lane + 32 * warp), title: `thread ${lane + 32 * warp} (lane ${lane} of warp ${warp}), element ${register} of its own` };
  };
  return { caption: 'The thread that holds each element', of };
}
