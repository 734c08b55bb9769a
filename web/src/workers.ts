// The common part of the two workers, of the compiler and of the engines.

import { got } from './got';

/** The first message to a worker: the compiled module. */
export interface Start {
  module: WebAssembly.Module;
}

/** Or where the module is: the worker gets it by itself, beside the page's thread, and hands it on for those that come after it. */
export interface StartFrom {
  address: string;
  /** The kernel of the gallery that the worker compiles first, since the page is likely to ask for it: whatever is compiled finds the module's code ready. */
  kernel?: string;
}

/** A worker failed in a way that is its own fault. */
export class Crash extends Error {}

/** Fetches and compiles a module; workers get it compiled. */
export async function fetchModule(address: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(await got(address));
}

/** Gets a module; `here` is the one that has come. */
interface Fetched {
  (): Promise<WebAssembly.Module>;
  here?: WebAssembly.Module;
}

/** Fetches and compiles the module at `address` when it is first asked for; after a failure, again. */
export function fetchedOnce(address: string): Fetched {
  let module: Promise<WebAssembly.Module> | undefined;
  const fetched: Fetched = () =>
    (module ??= fetchModule(address).then(
      (one) => (fetched.here = one),
      (error) => {
        module = undefined;
        throw error;
      },
    ));
  return fetched;
}

/**
 * The answer of a worker whose module threw `error`: refusals are thrown as text; anything else is a trap, after which
 * the module's memory cannot be trusted and the worker must be replaced.
 */
export const failure = (error: unknown): { message: string; fatal: boolean } => ({ message: String(error), fatal: typeof error !== 'string' });

/** The text of whatever was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
