// A layout as a grid of elements, each with the thread that holds it, or the bank that it is in.

import type { LayoutCandidate, LayoutChoice } from '../../generated/types';
import { banks, holders } from '../../layouts';

/** Rows and columns of the part that is drawn. */
const ROWS = 16;
const COLUMNS = 32;

export function Drawing({ choice, candidate }: { choice: LayoutChoice; candidate: LayoutCandidate }) {
  const elements = choice.shape.reduce((all, extent) => all * extent, 1);
  const width = candidate.boxes ? candidate.boxes.row_bytes / choice.element_bytes : (choice.shape.at(-1) ?? 1);
  const height = elements / width;
  const cell = cells(candidate, choice.element_bytes);
  if (!cell) return <p class="quiet">This candidate has no drawing.</p>;
  const [rows, columns] = [Math.min(ROWS, height), Math.min(COLUMNS, width)];
  const part = rows < height || columns < width ? `, the first ${rows} × ${columns} of ${height} × ${width} elements` : '';
  return (
    <figure class="layout-drawing" tabIndex={0}>
      <figcaption>
        {cell.caption}
        {part}
      </figcaption>
      <div class="cells" role="img" aria-label={`${cell.caption}${part}: the first row begins with ${firsts(cell, columns)}`}>
        {Array.from({ length: rows }, (_, row) => (
          <div class="cell-row" key={row}>
            {Array.from({ length: columns }, (_, column) => {
              const { colour, text, title } = cell.of(row * width + column);
              return (
                <span key={column} class={`cell hue-${colour % 8} ${colour % 16 < 8 ? '' : 'deep'}`} title={title}>
                  {text}
                </span>
              );
            })}
          </div>
        ))}
      </div>
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
