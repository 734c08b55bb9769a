// The messages between the page and the compiler's worker.

import type { Compared, Compiled, LayoutChoice, Opened, Options, PassRecord, Python, Record, Target, TileProblem } from '../generated/types';
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

/** The calls that the worker answers: argument and answer of each. */
export interface Calls {
  about: { argument: null; answer: About };
  /** Compiles Tile IR; `machine` is a model of one's own that loops are scheduled in. */
  compile: { argument: { source: string; options: Options; machine: string | null }; answer: Compiled };
  /** Compiles a kernel in Python, which `reader` reads. All places are in it. */
  compilePython: { argument: { source: string; options: Options; machine: string | null; reader: WebAssembly.Module }; answer: Outcome };
  /** Compiles on what a kernel in Python has become. */
  compileLowered: { argument: { source: string; options: Options; machine: string | null; python: Python }; answer: Outcome };
  /** A source in Python with these parameters said in the comment above the kernel; an empty text takes one out. */
  fillIn: { argument: { source: string; kernel: string | null; changes: readonly Said[]; reader: WebAssembly.Module }; answer: string };
  /** The passes of the newest compilation that has IR. */
  passes: { argument: null; answer: PassRecord[] };
  /** The layouts of that compilation. */
  layouts: { argument: null; answer: LayoutChoice[] };
  /** The text of bytecode; refused with what is wrong with it. */
  disassemble: { argument: Uint8Array; answer: string };
  /** The bytecode of a text; refused with what is wrong with it. */
  assemble: { argument: string; answer: Uint8Array<ArrayBuffer> };
  encode: { argument: Record; answer: string };
  decode: { argument: string; answer: Opened };
  /** The options with those of a link laid over them. */
  overlay: { argument: NonNullable<Record['options']>; answer: { settings: Options; ignored: string[] } };
  /** The worker and the time of each tile. */
  tiles: { argument: TileProblem; answer: TileMap };
  /** All schedulers on one problem; null where it is too large. */
  compare: { argument: TileProblem; answer: Compared[] | null };
}

export type CallName = keyof Calls;

export type Request = { [Name in CallName]: { id: number; call: Name; argument: Calls[Name]['argument'] } }[CallName];

export type Response =
  | { id: number; ok: true; answer: unknown }
  /** `fatal`: the module is in an unknown state and the worker must be replaced. */
  | { id: number; ok: false; message: string; fatal: boolean };
