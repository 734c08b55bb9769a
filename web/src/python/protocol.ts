// The messages between the page and the worker that reads Python.

import type { Python } from '../generated/types';

/** The calls that the worker answers: argument and answer of each. */
export interface Calls {
  /** A kernel as Tile IR; the first one where none is asked for. */
  lower: { argument: { source: string; kernel: string | null }; answer: Python };
  /** The source with these parameters said in the comment above the kernel; an empty text takes one out. */
  fill_in: { argument: { source: string; kernel: string | null; changes: readonly Said[] }; answer: string };
}

/** What a parameter is said to be. */
export interface Said {
  name: string;
  text: string;
}

export type Request = { [Name in keyof Calls]: { id: number; call: Name; argument: Calls[Name]['argument'] } }[keyof Calls];
