// Asks the worker that runs kernels. It is started, and its module fetched, when the first question is asked; a run that is
// cancelled costs the worker, and the next question gets a new one.

import address from '../../pkg-run/workbench_bg.wasm?url';
import type { Stage } from '../generated/types';
import { Crash, errorMessage, fetchModule, type Start } from '../workers';
import type { CallName, Calls, Request, Response } from './protocol';

/** A run was cancelled. */
export class Cancelled extends Error {}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  progress?: ((stage: Stage) => void) | undefined;
}

let module: Promise<WebAssembly.Module> | undefined;
let worker: Worker | undefined;
const waiting = new Map<number, Waiting>();
let next = 1;

/** Asks for one thing. */
export async function ask<Name extends CallName>(call: Name, argument: Calls[Name]['argument'], progress?: (stage: Stage) => void): Promise<Calls[Name]['answer']> {
  module ??= fetchModule(address);
  const compiled = await module.catch((error) => {
    module = undefined;
    throw new Error(`The engines could not be loaded. (${errorMessage(error)})`);
  });
  return new Promise<unknown>((resolve, reject) => {
    const id = next++;
    waiting.set(id, { resolve, reject, progress });
    ready(compiled).postMessage({ id, call, argument } as Request);
  }) as Promise<Calls[Name]['answer']>;
}

function ready(compiled: WebAssembly.Module): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'engines' });
  worker.postMessage({ module: compiled } satisfies Start);
  worker.onmessage = ({ data }: MessageEvent<Response>) => {
    const one = waiting.get(data.id);
    if (data.kind === 'progress') {
      one?.progress?.(data.stage);
      return;
    }
    waiting.delete(data.id);
    if (data.kind === 'answer') one?.resolve(data.answer);
    else one?.reject(data.fatal ? new Crash(data.message) : new Error(data.message));
    if (data.kind === 'failed' && data.fatal) end(new Crash(data.message));
  };
  worker.onerror = (event) => end(new Crash(event.message || 'the engines could not be started'));
  return worker;
}

function end(why: Error): void {
  worker?.terminate();
  worker = undefined;
  for (const one of waiting.values()) one.reject(why);
  waiting.clear();
}

/** Stops whatever is running. */
export const cancel = (): void => end(new Cancelled('cancelled'));
