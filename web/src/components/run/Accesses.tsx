// The accesses of a run to memory, line by line: bank conflicts of shared memory, sectors of global memory.

import { grouped } from '../../format';
import { goToLine } from '../../actions';
import type { LineAccesses } from '../../generated/types';
import { pointAt } from '../../state';
import { Wide } from '../schedule/Wide';

/** `go` goes to a line of the PTX, where there is no kernel. */
export function Accesses({ accesses, go }: { accesses: readonly LineAccesses[]; go?: (line: number) => void }) {
  const inOrder = [...accesses].sort((a, b) => a.place.line - b.place.line || a.place.ptx_line - b.place.ptx_line);
  const shared = inOrder.filter(({ global }) => !global);
  const global = inOrder.filter((one) => one.global);
  return (
    <section class="accesses">
      <Table title="Shared memory, by line" units={['Wavefronts', 'Bank conflicts']} rows={shared} go={go} />
      <Table title="Global memory, by line" units={['Sectors', 'Beyond need']} rows={global} go={go} />
    </section>
  );
}

interface Properties {
  title: string;
  units: readonly [taken: string, excess: string];
  rows: readonly LineAccesses[];
  go: ((line: number) => void) | undefined;
}

function Table({ title, units, rows, go }: Properties) {
  if (rows.length === 0) return null;
  const excess = rows.reduce((sum, row) => sum + row.excess, 0);
  const most = Math.max(...rows.map(({ excess }) => excess));
  return (
    <Wide role="region" label={title}>
      <table>
        <caption>
          {title} <span class="hint">{excess === 0 ? `no ${units[1].toLowerCase()}` : `${units[1].toLowerCase()}: ${grouped(excess)}`}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Access</th>
            <th scope="col">Times</th>
            <th scope="col">{units[0]}</th>
            <th scope="col">{units[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.place.line} ${row.place.ptx_line} ${row.kind}`} onMouseEnter={() => pointAt(row.place.line)} onMouseLeave={() => pointAt(0)}>
              <td>
                <Line {...row.place} go={go} />
              </td>
              <td>{row.kind}</td>
              <td class="number">{grouped(row.accesses)}</td>
              <td class="number">{grouped(row.taken)}</td>
              <td class={`number ${row.excess > 0 ? 'bad' : 'good'}`}>
                {grouped(row.excess)}
                {row.excess > 0 && <meter min={0} max={most} value={row.excess} aria-label={`${units[1]} of this line`} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Line({ line, ptx_line, go }: { line: number; ptx_line: number; go: ((line: number) => void) | undefined }) {
  if (line === 0 && !go) return <>PTX line {ptx_line}</>;
  return (
    <button type="button" class="button small" onClick={() => (line > 0 ? goToLine(line) : go?.(ptx_line))}>
      {line > 0 ? `line ${line}` : `PTX line ${ptx_line}`}
    </button>
  );
}
