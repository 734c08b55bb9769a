// Overlapped iterations by agent: a lane for each agent, and one for each buffer of the ring between them. No drawing here.

import type { LoopSchedule } from '../generated/types';
import { type Op, type ScheduleModel, timeline } from './model';

/** An op of one iteration. */
export interface Piece {
  op: Op;
  iteration: number;
  from: number;
  to: number;
  /** Row within its lane, from 0. */
  row: number;
}

/** The ops of an agent, of all iterations. */
export interface AgentLane {
  agent: string;
  rows: number;
  pieces: Piece[];
}

/** The time in which an iteration has a buffer. */
export interface Holding {
  iteration: number;
  from: number;
  to: number;
}

/** A buffer of the ring, with those who have it in turn. */
export interface BufferLane {
  slot: number;
  holdings: Holding[];
}

export interface Lanes {
  iterations: number;
  agents: AgentLane[];
  buffers: BufferLane[];
  steady: number;
  drain: number;
  end: number;
}

/** Buffers drawn at most: the others are like them. */
const MOST_BUFFERS = 12;

/** The lanes of a schedule. */
export function lanes(loop: LoopSchedule, model: ScheduleModel): Lanes {
  const { iterations, steady, drain, end } = timeline(model);
  const names = [...new Set(model.ops.map(({ agent }) => agent))];
  const agents = names.map((agent) => laneOf(agent, model, iterations));
  const live = liveRange(loop, model);
  const slots = Math.min(loop.depth.chosen, MOST_BUFFERS);
  // Where the model has copies longer in flight than there are slots for, it does not say when each slot is taken.
  const known = live !== null && live.to - live.from <= loop.depth.chosen * model.ii;
  const buffers = known ? Array.from({ length: slots }, (_, slot) => bufferOf(slot, loop.depth.chosen, live, iterations, model.ii)) : [];
  return { iterations, agents, buffers, steady, drain, end };
}

/** All ops of an agent in time; those that overlap lie below each other. */
function laneOf(agent: string, { ops, ii }: ScheduleModel, iterations: number): AgentLane {
  const own = ops.filter((op) => op.agent === agent);
  const all = Array.from({ length: iterations }, (_, iteration) => own.map((op) => ({ op, iteration, from: op.start + iteration * ii, to: op.start + iteration * ii + op.span })));
  const pieces = all.flat().sort((a, b) => a.from - b.from || a.op.id - b.op.id);
  const ends: number[] = [];
  const seated = pieces.map((piece) => {
    const free = ends.findIndex((end) => end <= piece.from);
    const row = free < 0 ? ends.length : free;
    ends[row] = piece.to;
    return { ...piece, row };
  });
  return { agent, rows: Math.max(ends.length, 1), pieces: seated };
}

/** From the first load of an iteration to the last use of what was loaded; null where no op has a buffer. */
export function liveRange({ graph, depth: ring }: LoopSchedule, { ops, ii }: ScheduleModel): { from: number; to: number } | null {
  const byId = new Map(ops.map((op) => [op.id, op]));
  const loads = ops.filter(({ depth }) => depth !== null && depth > 0);
  if (loads.length === 0) return null;
  const ids = new Set(loads.map(({ id }) => id));
  const uses = graph.edges.flatMap(({ src, dst, distance }) => {
    const [load, use] = [byId.get(src), byId.get(dst)];
    // An edge to an agent's own later iterations is the order of its loads, and no use.
    // One over as many iterations as there are slots says that a slot is free again.
    const isUse = load && use && ids.has(src) && (distance === 0 || (load.agent !== use.agent && distance < ring.chosen));
    return isUse ? [use.start + use.span + distance * ii] : [];
  });
  const from = Math.min(...loads.map(({ start }) => start));
  return { from, to: Math.max(from + ii, ...loads.map(({ start, span }) => start + span), ...uses) };
}

function bufferOf(slot: number, depth: number, { from, to }: { from: number; to: number }, iterations: number, ii: number): BufferLane {
  const own = Array.from({ length: iterations }, (_, iteration) => iteration).filter((iteration) => iteration % depth === slot);
  return { slot, holdings: own.map((iteration) => ({ iteration, from: from + iteration * ii, to: to + iteration * ii })) };
}
