// The messages between the page and the compiler's worker.

import type { ProgramVerdict, Compared, Drawing, Graph, Compiled, LayoutChoice, Opened, Options, PassRecord, Python, Record, ScheduledGraph, Target, TileProblem } from '../generated/types';
import type { Said } from '../python';
import type { TileMap } from '../tiles/map';

/** Facts about the compiler that do not change while the page is open. */
export interface About {
  version: string;
  defaults: Options;
  targets: Target[];
}

/** A compilation, and the Tile IR that it is of. */
export interface Outcome {
  compiled: Compiled;
  tileIr: string;
  python: Python | null;
}

/** Something as JSON: the page reads it sooner than it takes a copy of what the worker has read. */
export type Written<T> = string & { readonly of?: T };

/** A kernel in Python read within `micros`, and the compilation of what it has become, if it has become anything; and the version of the compiler. */
export interface Read {
  python: Written<Python>;
  micros: number;
  compiled: Written<Compiled> | null;
  version: string;
}

/** The calls that the worker answers: argument and answer of each. */
export interface Calls {
  about: { argument: null; answer: About };
  /** Compiles Tile IR, which `origin` has become unless that is null; `machine` is a model of one's own that loops are scheduled in. */
  compile: { argument: { source: string; origin: string | null; options: Options; machine: string | null }; answer: Written<Compiled> };
  /** Compiles a kernel in Python, which `reader` reads. All places are in it. */
  compilePython: { argument: { source: string; options: Options; machine: string | null; reader: WebAssembly.Module }; answer: Read };
  /** A source in Python with these parameters said in the comment above the kernel; an empty text takes one out. */
  fillIn: { argument: { source: string; kernel: string | null; changes: readonly Said[]; reader: WebAssembly.Module }; answer: string };
  /** The passes of the newest compilation that has IR. */
  passes: { argument: null; answer: PassRecord[] };
  /** The layouts of that compilation. */
  layouts: { argument: null; answer: LayoutChoice[] };
  /** The text of bytecode; refused with what is wrong with it. */
  disassemble: { argument: { bytes: Uint8Array; toolbox: WebAssembly.Module }; answer: string };
  /** The bytecode of a text; refused with what is wrong with it. */
  assemble: { argument: { source: string; toolbox: WebAssembly.Module }; answer: Uint8Array<ArrayBuffer> };
  /** The schedule of a loop graph, in JSON, by a scheduler; `machine` names the model that completes ops of which it states the kind alone. */
  schedule: { argument: { graph: string; scheduler: string; machine: string | null; toolbox: WebAssembly.Module }; answer: ScheduledGraph };
  /** The verdict on a barrier program, in JSON. */
  checkPipeline: { argument: { program: string; toolbox: WebAssembly.Module }; answer: ProgramVerdict };
  /** Where the boxes and lines of a graph are drawn; refused where it is too large for that. */
  layOut: { argument: { graph: Graph; toolbox: WebAssembly.Module }; answer: Drawing };
  /** A link. */
  encode: { argument: { record: Record; toolbox: WebAssembly.Module }; answer: string };
  decode: { argument: string; answer: Opened };
  /** The options with those of a link laid over them. */
  overlay: { argument: NonNullable<Record['options']>; answer: { settings: Options; ignored: string[] } };
  /** The worker and the time of each tile. */
  tiles: { argument: { problem: TileProblem; toolbox: WebAssembly.Module }; answer: TileMap };
  /** All schedulers on one problem; null where it is too large. */
  compare: { argument: { problem: TileProblem; toolbox: WebAssembly.Module }; answer: Compared[] | null };
}

export type CallName = keyof Calls;

export type Request = { [Name in CallName]: { id: number; call: Name; argument: Calls[Name]['argument'] } }[CallName];

/** The module that a worker has got by itself. */
export interface Got {
  module: WebAssembly.Module;
}

export type Response =
  | { id: number; ok: true; answer: unknown }
  /** `fatal`: the module is in an unknown state and the worker must be replaced. */
  | { id: number; ok: false; message: string; fatal: boolean };
