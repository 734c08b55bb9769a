// Figures for the drawings of a schedule, worked out from the loop graph and its solution. No drawing here.

import type { GraphOp, Held, LoopSchedule } from '../generated/types';
import { inTheWay, type Waiting } from './inTheWay';
import { ahead, type Ringed } from './rings';

/** The parts of a loop that its schedule is drawn from: loop graphs that come as files have them too. */
export type Drawable = Pick<LoopSchedule, 'line' | 'graph' | 'solution' | 'agents'> & Ringed;

/** An op with its seat. */
export interface Op {
  /** Tells ops of different loops apart. */
  key: string;
  id: number;
  name: string;
  agent: string;
  /** The line of the source; 0 where it comes from none. */
  line: number;
  /** Cycle of its issue in the first iteration. */
  start: number;
  /** Cycle of its issue in the first iteration of the kernel, which begins before the schedule's where ops are ahead. */
  at: number;
  /** Cycles it takes to draw: until its result is there, or until it holds nothing. */
  span: number;
  latency: number;
  /** Row of the reservation table it is issued in. */
  row: number;
  stage: number;
  order: number;
  slots: string[];
  arm: string;
  depth: number | null;
  /** Place in the list of looks, the same in every drawing. */
  look: number;
}

/** Rows `from` to `to` (exclusive) of a column, in which the same ops hold it. */
export interface Hold {
  from: number;
  to: number;
  ops: Op[];
  /** Units held. */
  units: number;
  /** Ops that would be issued a cycle earlier but for this. */
  waiting: Waiting[];
}

/** A slot or pool with what holds it. */
export interface Column {
  name: string;
  capacity: number;
  holds: Hold[];
}

/** A range of rows that is drawn as one. */
export interface Band {
  from: number;
  to: number;
}

export interface ScheduleModel {
  ii: number;
  /** Cycles of the SM clock that a cycle of the graph stands for; null where it is a weight of the model. */
  row: number | null;
  /** Stages in which ops are issued. */
  stages: number;
  /** Iterations that ops are ahead of others at most. */
  ahead: number;
  /** Ops by the cycle of their issue. */
  ops: Op[];
  /** Resources that the loop uses. */
  columns: Column[];
  /** Names of those that it does not. */
  unused: string[];
  bands: Band[];
  /** Whether each band is one row. */
  toScale: boolean;
}

/** Tables up to this many rows are drawn row by row. */
const ROWS_TO_SCALE = 40;

/** The model of a loop's schedule; null where the scheduler refused it. */
export function model(loop: Drawable): ScheduleModel | null {
  const { ii, stages_by_start: stages } = loop.solution;
  if (ii === null || ii < 1) return null;
  const most = ahead(loop);
  const furthest = Math.max(0, ...most);
  const ops = seatedOps(loop).map((op) => ({ ...op, at: op.start + (furthest - (most[op.id] ?? 0)) * ii }));
  const all = columnsOf(loop, ops);
  const columns = byAgent(all.filter((column) => column.holds.length > 0));
  const toScale = ii <= ROWS_TO_SCALE;
  return {
    ii,
    row: loop.row_cycles ?? null,
    stages: stages ?? 1,
    ahead: furthest,
    ops,
    columns,
    unused: all.filter((column) => column.holds.length === 0).map((column) => column.name),
    bands: toScale ? Array.from({ length: ii }, (_, row) => ({ from: row, to: row + 1 })) : bandsOf(columns, ii),
    toScale,
  };
}

function seatedOps(loop: Drawable): Op[] {
  const { start, ops: seats } = loop.solution;
  const agentOf = new Map(loop.agents.flatMap((agent) => agent.ops.map((op) => [op, agent.name] as const)));
  const seated = loop.graph.ops.flatMap((op, id) => {
    const [at, seat] = [start?.[id], seats?.[id]];
    if (at === undefined || !seat) return [];
    const { stage, order, row, slots, arm } = seat;
    const [key, agent] = [`${loop.line}.${id}`, agentOf.get(op.name) ?? ''];
    return [{ key, id, name: op.name, agent, line: op.line ?? 0, start: at, at, span: spanOf(op), latency: op.latency, row, stage, order, slots, arm, depth: seat.buffer_depth, look: 0 }];
  });
  seated.sort((a, b) => a.start - b.start || a.id - b.id);
  return seated.map((op, look) => ({ ...op, look }));
}

const spanOf = (op: GraphOp): number => Math.max(op.latency, op.footprint.length, 1);

function columnsOf(loop: Drawable, ops: Op[]): Column[] {
  const { graph, solution } = loop;
  const waitingFor = inTheWay(loop, ops);
  const byId = new Map(ops.map((op) => [op.id, op]));
  const hold = ({ from, to, units, ops: holders }: Held, res: number): Hold => ({
    from,
    to,
    units,
    ops: holders.flatMap((id) => byId.get(id) ?? []),
    waiting: waitingFor(res, from, to).filter(({ op }) => !holders.includes(op.id)),
  });
  return graph.resources.map(({ name, capacity }, res) => ({ name, capacity, holds: (solution.table?.[res] ?? []).map((held) => hold(held, res)) }));
}

/** The agent that a resource is of, by the name's beginning; '' where all share it. */
export const agentOf = ({ name }: Column): string => /^(\w+(?: \d+)?)\./.exec(name)?.[1] ?? '';

/** Columns that all share first, then those of each agent together. */
function byAgent(columns: Column[]): Column[] {
  const agents = ['', ...new Set(columns.map(agentOf))];
  return columns.sort((a, b) => agents.indexOf(agentOf(a)) - agents.indexOf(agentOf(b)));
}

/** Cuts the table where anything changes. */
function bandsOf(columns: Column[], ii: number): Band[] {
  const cuts = new Set([0, ii]);
  for (const { holds } of columns) for (const { from, to } of holds) cuts.add(from).add(to);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((to, at) => ({ from: sorted[at] ?? 0, to }));
}

/** An op of one iteration in the timeline. */
export interface Bar {
  op: Op;
  from: number;
  to: number;
  /** Row within its iteration, from 0. */
  lane: number;
}

export interface Timeline {
  /** Iterations that are drawn. */
  iterations: number;
  /** Rows of an iteration. */
  lanes: number;
  /** The ops of the first iteration; iteration `i` is the same, `i * ii` cycles later. */
  bars: Bar[];
  /** First cycle of the steady state, first one after it, and the last one drawn. */
  steady: number;
  drain: number;
  end: number;
}

/** Each piece in the first row that is free by then. */
export function inRows<T extends { from: number; to: number }>(pieces: T[]): (T & { row: number })[] {
  const ends: number[] = [];
  return pieces.map((piece) => {
    const free = ends.findIndex((end) => end <= piece.from);
    const row = free < 0 ? ends.length : free;
    ends[row] = piece.to;
    return { ...piece, row };
  });
}

/** Iterations overlapping in time: as many as it takes to see every stage at work, and two more. */
export function timeline({ ii, stages: issued, ahead, ops }: ScheduleModel): Timeline {
  const bars = inRows(ops.map((op) => ({ op, from: op.at, to: op.at + op.span })).sort((a, b) => a.from - b.from)).map(({ row: lane, ...bar }) => ({ ...bar, lane }));
  const stages = issued + ahead;
  const iterations = stages + 2;
  return {
    iterations,
    lanes: Math.max(1, ...bars.map(({ lane }) => lane + 1)),
    bars,
    steady: (stages - 1) * ii,
    drain: iterations * ii,
    end: (iterations - 1) * ii + Math.max(...bars.map((bar) => bar.to), ii),
  };
}
