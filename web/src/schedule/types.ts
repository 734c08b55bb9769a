// JSON inside a report that other libraries make: the loop graph and its solution, those of `tilewright schedule`, and the verdict
// on the barriers.

import type { LoopSchedule } from '../generated/types';

/** A loop body: what is issued in each iteration, what it holds, and what waits for what. */
export interface LoopGraph {
  name: string;
  resources: Resource[];
  ops: GraphOp[];
  edges: { src: number; dst: number; latency: number; distance: number }[];
}

/** A slot (capacity 1) or a pool. */
export interface Resource {
  name: string;
  capacity: number;
}

export interface GraphOp {
  id: number;
  name: string;
  /** Cycles from issue to result. */
  latency: number;
  /** What is held in each cycle from the issue on. */
  footprint: { res: number; count?: number }[][];
  /** The line of the source, from 1. */
  line?: number | null;
}

export const BOUNDS = ['recurrence', 'resource', 'fine-density', 'dependency'] as const;
export type BoundName = (typeof BOUNDS)[number];

/** What the scheduler found. `ii` is null where it refused. */
export interface Solution {
  name: string;
  used: string;
  ii: number | null;
  refusal?: { kind: string; message: string };
  bounds?: { mii: number } & { [name in BoundName]: { mii: number } };
  binding?: BoundName;
  start?: { [id: string]: number };
  ops?: { [id: string]: Seat };
  /** The reservation table: what holds each resource of the graph, by its place there. */
  table?: Held[][];
  stage_count?: number;
  stages_by_start?: number;
  /** What bandwidth alone asks for; not there where the loop has no load or no product. */
  roofline_stages?: Roofline;
  length?: number;
  proven_optimal: boolean;
  explanation: Explanation;
}

/** Rows `from` to `to` (exclusive) of a resource, in which the same ops hold it, by their ids. */
export interface Held {
  from: number;
  to: number;
  units: number;
  ops: number[];
}

/** Stages, and the cycles of the model that they come from. */
export interface Roofline {
  stages: number;
  /** Moving what one iteration needs. */
  memory: number;
  /** The products of one iteration. */
  compute: number;
  /** The heaviest load, from its issue to its result; null where nothing comes from global memory. */
  load: number | null;
}

/** Where an op was put. */
export interface Seat {
  stage: number;
  /** Its place among the ops of its stage. */
  order: number;
  /** The row of the reservation table it is issued in. */
  row: number;
  slots: string[];
  arm: string;
  buffer_depth: number | null;
}

export interface Explanation {
  /** For each bound, the value and its witness in words. */
  bounds: { [name in BoundName]?: string };
  why_not_less: string;
  would_lower_ii: { ii: number; text: string }[];
  ruled_out: { from: number; to: number; certificate: string; checked: string; text: string }[];
  candidates: { ii: number; feasible: boolean }[];
}

/** A pipelined loop, its JSON inside JSON with types. */
export type Loop = Omit<LoopSchedule, 'graph' | 'solution' | 'protocol'> & { graph: LoopGraph; solution: Solution; protocol: Protocol | null };

/** What the model checker says of the loop's barriers. */
export interface Protocol {
  verdict: string;
  text: string;
  /** Those who touch barriers. */
  agents?: string[];
  /** How often loops went round in what was looked at. */
  scenarios?: { name: string; verdict: string; agents: number; steps: number; states: number }[];
  counterexamples?: Counterexample[];
  /** An execution without a fault. */
  run?: ProtocolStep[];
}

export interface Counterexample {
  explanation: string;
  rows: ProtocolStep[];
  blocked: string[];
  minimal: boolean;
}

/** A step of one agent, and the barrier concerned afterwards. */
export interface ProtocolStep {
  who: string;
  action: string;
  after: { barrier: string; phase: number; pending: number; tx: number };
}
