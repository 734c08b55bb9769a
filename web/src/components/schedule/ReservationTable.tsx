// The reservation table: a row for each cycle modulo II, a column for each slot. Every block is an option of a list, so that
// arrow keys and screen readers get to all of them.

import { useRef, useState } from 'preact/hooks';
import { count } from '../../format';
import { agentOf, type Band, type Column, type Hold, type Op, type ScheduleModel } from '../../schedule/model';
import { resourceMeans } from '../../schedule/glosses';
import { choose, isChosen, isLit, point } from '../../schedule/selection';
import { Term } from '../Term';
import { CutHint, useRoom } from './Cut';
import { ofRow, ownName } from '../../schedule/names';
import { Figure } from './Figure';
import { Block, fitting } from './Looks';

const AXIS = 62;
/** Widths that a column is kept between, in pixels. */
const [NARROW, WIDE] = [48, 76];
const HEAD = 66;
const ROW = 18;

/** Where each band begins, from above, and where the last one ends. */
function tops(bands: Band[], toScale: boolean): number[] {
  const list = [0];
  for (const { from, to } of bands) {
    const height = toScale ? ROW : ROW + 5 * Math.log2(to - from);
    list.push((list.at(-1) ?? 0) + height);
  }
  return list;
}

export function ReservationTable({ model }: { model: ScheduleModel }) {
  const { ii, row: rowCycles, bands, columns, unused, toScale } = model;
  const [active, setActive] = useState<[number, number]>([0, 0]);
  const list = useRef<HTMLDivElement>(null);
  const { room, cut } = useRoom(list);
  const each = Math.max(NARROW, Math.min(WIDE, Math.floor((room - AXIS - 1) / columns.length)));
  const edges = tops(bands, toScale);
  // The top of a row that begins a band, or of the end of the table.
  const yOf = (row: number): number => edges[bands.findIndex((band) => band.from === row)] ?? edges.at(-1) ?? 0;
  const height = (edges.at(-1) ?? 0) + 1;
  const width = AXIS + columns.length * each + 1;
  const at = columns[active[0]]?.holds[active[1]];

  const go = (column: number, hold: number): void => {
    const op = columns[column]?.holds[hold]?.ops[0];
    if (!op) return;
    setActive([column, hold]);
    choose(op);
    document.getElementById(idOf(model, column, hold))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const move = (event: KeyboardEvent): void => {
    const [column, hold] = active;
    const side = (to: number): [number, number] => [to, nearest(columns[to]?.holds ?? [], at?.from ?? 0)];
    const to: [number, number] | undefined = {
      ArrowDown: [column, hold + 1] as [number, number],
      ArrowUp: [column, hold - 1] as [number, number],
      ArrowRight: side(column + 1),
      ArrowLeft: side(column - 1),
      Home: [0, 0] as [number, number],
      End: [columns.length - 1, (columns.at(-1)?.holds.length ?? 1) - 1] as [number, number],
    }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(...to);
  };
  // Nothing is held: there is no table to draw.
  if (columns.length === 0) return null;
  return (
    <section>
      <h3>
        <Term word="reservation-table">Reservation table</Term>
      </h3>
      <p class="quiet">
        Rows are the {rowCycles ? `${ii}, of ${ofRow(rowCycles)} each,` : count(ii, 'cycle')} of one II, columns the <Term word="reservation">slots and pools</Term> of the scheduler's model.{' '}
        {toScale ? '' : 'Cycles in which nothing changes are drawn as one row, so heights are not to scale. '}
        {unused.length > 0 && 'Not used: '}
        {unused.map((name, place) => (
          <>
            {place > 0 && ', '}
            <abbr title={resourceMeans(name)}>{name}</abbr>
          </>
        ))}
        {unused.length > 0 && '.'}
      </p>
      <CutHint cut={cut} />
      <div
        class="drawing table-box"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label="Reservation table: what holds each slot"
        aria-activedescendant={at ? idOf(model, ...active) : undefined}
        onKeyDown={move}
        onMouseLeave={() => point(null)}
      >
        <svg class="table-head" width={width} height={HEAD} viewBox={`0 0 ${width} ${HEAD}`} aria-hidden="true">
          {columns.map((column, place) => (
            <Heading key={column.name} column={column} x={AXIS + (place + 0.5) * each} width={each} />
          ))}
          {agentsOf(columns).map(({ agent, from, count }) => (
            <g key={agent}>
              <text class="axis" x={AXIS + (from + count / 2) * each} y={10} text-anchor="middle">
                {agent}
              </text>
              <line class="rule" x1={AXIS + from * each + 3} x2={AXIS + (from + count) * each - 3} y1={15} y2={15} />
            </g>
          ))}
        </svg>
        <svg class="table-drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation">
          {bands.map((band, row) => (
            <g key={band.from} aria-hidden="true">
              <line class="rule" x1={AXIS} x2={width} y1={edges[row]} y2={edges[row]} />
              <text class="axis" x={AXIS - 6} y={((edges[row] ?? 0) + (edges[row + 1] ?? 0)) / 2 + 4} text-anchor="end">
                {band.to - band.from === 1 ? band.from : `${band.from}–${band.to - 1}`}
              </text>
            </g>
          ))}
          <line class="rule" x1={AXIS} x2={width} y1={height - 1} y2={height - 1} />
          {columns.map((column, place) => (
            <g key={column.name} role="group" aria-label={heading(column)} transform={`translate(${AXIS + place * each} 0)`}>
              <line class="rule" x1={0} x2={0} y1={0} y2={height} />
              {column.holds.map((hold, index) => (
                <Cell
                  key={hold.from}
                  id={idOf(model, place, index)}
                  hold={hold}
                  column={column}
                  ii={ii}
                  width={each}
                  top={yOf(hold.from)}
                  bottom={yOf(hold.to)}
                  selected={active[0] === place && active[1] === index}
                  go={() => go(place, index)}
                />
              ))}
            </g>
          ))}
          <line class="rule" x1={width - 0.5} x2={width - 0.5} y1={0} y2={height} />
        </svg>
      </div>
      <Figure
        name="Reservation table"
        drawing={list}
        data={() => ({
          head: ['Slot or pool', 'From row', 'To row', 'Held by', 'Units', 'Of', 'In the way of'],
          rows: columns.flatMap(({ name, capacity, holds }) => holds.map(({ from, to, ops, units, waiting }) => [name, from, to - 1, named(ops), units, capacity, named(waiting.map(({ op }) => op))])),
        })}
      />
      <Names columns={columns} />
    </section>
  );
}

/** The columns' names in words: where there is no pointer to rest on a heading, and for who reads without seeing the drawing. */
function Names({ columns }: { columns: Column[] }) {
  return (
    <details>
      <summary>What the names of the columns mean</summary>
      <dl class="names">
        {columns.map(({ name }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{resourceMeans(name)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const idOf = (model: ScheduleModel, column: number, hold: number): string => `hold-${model.ops[0]?.key ?? ''}-${column}-${hold}`;

const named = (ops: readonly Op[]): string => ops.map(({ id, name }) => `${id} ${name}`).join(' and ');

/** The hold nearest to `row`. */
function nearest(holds: Hold[], row: number): number {
  const distances = holds.map((hold) => Math.abs(hold.from - row));
  return distances.indexOf(Math.min(...distances));
}

const heading = ({ name, capacity }: Column): string => (capacity === 1 ? `slot ${name}` : `${name}, ${capacity} units`);

/** The agents above their columns: the place of each one's first, and how many it has. */
function agentsOf(columns: readonly Column[]): { agent: string; from: number; count: number }[] {
  const names = columns.map(agentOf);
  return [...new Set(names)].filter(Boolean).map((agent) => ({ agent, from: names.indexOf(agent), count: names.filter((name) => name === agent).length }));
}

/** The name of a column, without its agent's, in as many lines as it takes. */
function Heading({ column, x, width }: { column: Column; x: number; width: number }) {
  const { name, capacity } = column;
  const letters = Math.floor(width / 7.4);
  const lines = [''];
  const agent = agentOf(column);
  for (const part of name
    .slice(agent ? agent.length + 1 : 0)
    .replace(/^pool_| \(pool\)$/g, '')
    .split(/(?<=[_ ])/)) {
    const last = lines.at(-1) ?? '';
    if (last && (last + part).length > letters) lines.push(part);
    else lines[lines.length - 1] = last + part;
  }
  if (capacity > 1) lines.push(`${capacity} units`);
  return (
    <text class="axis" text-anchor="middle">
      <title>{`${name}: ${resourceMeans(name)}`}</title>
      {lines.map((line, at) => (
        <tspan key={at} x={x} y={HEAD - 8 - (lines.length - 1 - at) * 12}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

interface CellProperties {
  id: string;
  hold: Hold;
  column: Column;
  ii: number;
  width: number;
  top: number;
  bottom: number;
  selected: boolean;
  go(): void;
}

function Cell({ id, hold, column, ii, width, top, bottom, selected, go }: CellProperties) {
  const { ops, units, from, to, waiting } = hold;
  const [op] = ops;
  if (!op) return null;
  const share = column.capacity === 1 ? 1 : Math.min(1, units / column.capacity);
  const box = { x: 2, y: top + 1, width: (width - 3) * share, height: bottom - top - 2 };
  const label = column.capacity === 1 ? fitting(op, box.width) : `${units}/${column.capacity}`;
  const classes = ['hold', ops.some(isLit) && 'lit', ops.some(isChosen) && 'chosen', selected && 'current'];
  const rows = to - from === 1 ? `row ${from}` : `rows ${from} to ${to - 1}`;
  const held = column.capacity === 1 ? `slot ${column.name}` : `${units}/${column.capacity} units of ${column.name}`;
  // The drawn text has to be part of the spoken text: whoever speaks to the page says what they see.
  const said = (one: Op): string => (one.name.startsWith(ownName(one)) ? `${one.id} ${one.name}` : `${one.id} ${ownName(one)} of ${one.agent}`);
  const words = `${ops.map(said).join(' and ')}: ${held}, ${rows} of ${ii}`;
  const others = waiting.map(({ op: one, ready }) => `In the way of ${said(one)}: its operands are there from cycle ${ready}, and it is issued in cycle ${one.start}.`);
  return (
    <g
      id={id}
      role="option"
      aria-selected={selected}
      aria-label={words}
      aria-description={others.join(' ') || undefined}
      class={classes.filter(Boolean).join(' ')}
      onMouseEnter={() => point(op)}
      onClick={go}
    >
      <title>{[words, ...others].join('\n')}</title>
      {column.capacity === 1 ? <Block look={op.look} {...box} /> : <rect {...box} rx={2} class="pool" />}
      <rect class="frame" x={2} y={top + 1} width={width - 3} height={bottom - top - 2} rx={2} />
      <text class={column.capacity === 1 ? 'on-look' : 'axis'} x={width / 2} y={(top + bottom) / 2 + 4} text-anchor="middle">
        {label}
      </text>
    </g>
  );
}
