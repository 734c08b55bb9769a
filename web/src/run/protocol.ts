// The messages between the page and the worker that runs kernels.

import type { Abi, Experiment, Form, Launch, Listing, Options, PtxLaunch, PtxRun, Stage, SuggestedLaunch } from '../generated/types';

/** The calls that the worker answers: argument and answer of each. */
export interface Calls {
  fill: { argument: { source: string; entry: string; form: Form }; answer: Launch };
  experiment: { argument: { source: string; origin: string | null; ptx: Listing; abi: Abi; launch: Launch; options: Options }; answer: Experiment };
  /** A launch for PTX from elsewhere: of one of its entries, or of the first. */
  suggestLaunch: { argument: { ptx: string; entry: string | null }; answer: SuggestedLaunch };
  /** A run of such PTX, on arrays whose content the seed chooses. */
  runAlone: { argument: { ptx: string; launch: PtxLaunch; seed: number }; answer: PtxRun };
}

export type CallName = keyof Calls;

export type Request = { [Name in CallName]: { id: number; call: Name; argument: Calls[Name]['argument'] } }[CallName];

export type Response =
  | { id: number; kind: 'answer'; answer: unknown }
  | { id: number; kind: 'progress'; stage: Stage }
  /** `fatal`: the module is in an unknown state and the worker must be replaced. */
  | { id: number; kind: 'failed'; message: string; fatal: boolean };
