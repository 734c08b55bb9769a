// Overlapped iterations by agent: a lane for each agent, and behind it one for each buffer of the rings that it fills. No drawing here.

import { inRows, type Op, type ScheduleModel, timeline } from './model';
import { type Live, ONE_RING, type Ring } from './rings';

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

/** A buffer of a ring, with those who have it in turn. */
export interface BufferLane {
  name: string;
  /** The agent that fills it. */
  agent: string;
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
export function lanes(rings: Ring[], model: ScheduleModel): Lanes {
  const { iterations, steady, drain, end } = timeline(model);
  const names = [...new Set(model.ops.map(({ agent }) => agent))];
  const agents = names.map((agent) => laneOf(agent, model, iterations));
  const most = Math.ceil(MOST_BUFFERS / Math.max(1, rings.length));
  const buffers = rings.flatMap((ring) => {
    const { live, slots } = ring;
    return live ? Array.from({ length: Math.min(slots, most) }, (_, slot) => bufferOf(slot, ring, live, iterations, model.ii)) : [];
  });
  return { iterations, agents, buffers, steady, drain, end };
}

/** All ops of an agent in time; those that overlap lie below each other. */
function laneOf(agent: string, { ops, ii }: ScheduleModel, iterations: number): AgentLane {
  const own = ops.filter((op) => op.agent === agent);
  const all = Array.from({ length: iterations }, (_, iteration) => own.map((op) => ({ op, iteration, from: op.at + iteration * ii, to: op.at + iteration * ii + op.span })));
  const pieces = inRows(all.flat().sort((a, b) => a.from - b.from || a.op.id - b.op.id));
  return { agent, rows: Math.max(1, ...pieces.map(({ row }) => row + 1)), pieces };
}

function bufferOf(slot: number, { name, agent, slots }: Ring, { from, to }: Live, iterations: number, ii: number): BufferLane {
  const own = Array.from({ length: iterations }, (_, iteration) => iteration).filter((iteration) => iteration % slots === slot);
  return { name: name === ONE_RING ? `${name} ${slot}` : `${name}[${slot}]`, agent, holdings: own.map((iteration) => ({ iteration, from: from + iteration * ii, to: to + iteration * ii })) };
}
