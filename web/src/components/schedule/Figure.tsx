// The foot of a drawing: the same as a table, and as a file to keep.

import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../../download';
import { notice } from '../../state';
import { grouped } from '../../format';
import { errorMessage } from '../../workers';
import { Wide } from './Wide';

/** A drawing as a table. */
export interface Data {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface Properties {
  /** The name of the drawing, in a sentence. */
  name: string;
  /** The element that holds the drawing's parts, in order; or a canvas. */
  drawing: RefObject<HTMLElement | null>;
  /** The thing that is drawn; null where another table on the page has it. */
  data: (() => Data) | null;
  /** The SVG of a drawing that is a canvas; null where it is too large for one. */
  svg?: (() => string) | null;
}

/** Rows of a table that the page draws; its file has all. */
const MOST = 1000;

/** The name of its files, and its anchor in the document on pictures. */
const fileName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** A cell of a file of comma-separated values. */
const csv = (cell: string | number): string => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));

export function Figure({ name, drawing, data, svg }: Properties) {
  const [open, setOpen] = useState(false);
  const save = async (form: 'svg' | 'png'): Promise<void> => {
    try {
      const [canvas] = drawing.current?.getElementsByTagName('canvas') ?? [];
      const parts = [...(drawing.current?.querySelectorAll<SVGSVGElement>(':scope > svg') ?? [])];
      const { asSvg, asPng, pngOf } = await import('../../export');
      download(`${fileName(name)}.${form}`, form === 'svg' ? (svg ? svg() : asSvg(parts, name)) : await (canvas ? pngOf(canvas) : asPng(parts)));
    } catch (error) {
      notice.value = { tone: 'warning', text: `The picture could not be made: ${errorMessage(error)}.` };
    }
  };
  return (
    <div class="figure-bar">
      {svg !== null && (
        <button type="button" class="link" aria-label={`${name}: save as SVG`} onClick={() => void save('svg')}>
          SVG
        </button>
      )}
      <button type="button" class="link" aria-label={`${name}: save as PNG`} onClick={() => void save('png')}>
        PNG
      </button>
      <a href={`/docs/pictures.html#${fileName(name)}`} target="_blank" rel="noopener" aria-label={`${name}: how to read it`}>
        How to read it
      </a>
      {data && (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>As a table</summary>
          {open && <Table name={name} data={data()} />}
        </details>
      )}
    </div>
  );
}

function Table({ name, data: { head, rows } }: { name: string; data: Data }) {
  return (
    <>
      <Wide label={`${name}, as a table`}>
        <table>
          <caption class="visually-hidden">{name}</caption>
          <thead>
            <tr>
              {head.map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST).map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column} class={typeof cell === 'number' ? 'number' : ''}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      {rows.length > MOST && (
        <p class="hint">
          The first {grouped(MOST)} of {grouped(rows.length)} rows; the file has all.
        </p>
      )}
      <button type="button" class="link" onClick={() => download(`${fileName(name)}.csv`, [head, ...rows].map((row) => `${row.map(csv).join(',')}\n`).join(''))}>
        Save as CSV
      </button>
    </>
  );
}
