// The loop graph and its solution inside a report: the JSON of `tilewright schedule`, which the report passes on as it is.

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
  stage_count?: number;
  stages_by_start?: number;
  length?: number;
  proven_optimal: boolean;
  explanation: Explanation;
}

/** Where an op was put. */
export interface Seat {
  stage: number;
  /** Its place among the ops of its stage. */
  order: number;
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

/** `report.schedule`. */
export interface Schedules {
  loops: LoopSchedule[];
  refusals: Refusal[];
}

/** A loop that was not pipelined. */
export interface Refusal {
  line: number;
  what: string;
  why: string;
  help: string;
}

/** A pipelined loop. */
export interface LoopSchedule {
  line: number;
  strategy: string;
  why: string;
  graph: LoopGraph;
  solution: Solution;
  agents: Agent[];
  measured: Measured | null;
  depth: Depth | null;
  ledger: Ledger | null;
  protocol?: Protocol | null;
}

export interface Agent {
  name: string;
  warps: number;
  /** Registers of a thread. */
  registers: number;
  /** Labels of its ops. */
  ops: string[];
}

/** Cycles measured on hardware, as opposed to the model's weights. */
export interface Measured {
  ii_cycles: number;
  load_cycles: number;
  mma_cycles: number;
  /** From the issue of a load until its buffer is free again. */
  life_cycles: number;
  source: string;
}

/** How many buffers each staged value gets. */
export interface Depth {
  chosen: number;
  wanted: number;
  fits: number;
  /** The number that was asked for, if any. */
  asked: number | null;
  why: string;
}

/** Shared memory, in bytes. */
export interface Ledger {
  capacity: number;
  used: number;
  /** What one more stage would need on top. */
  one_more: number;
  buffers: { name: string; bytes: number; offset: number; align: number; copies: number; live: string; note: string }[];
}

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
