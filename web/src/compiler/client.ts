// Asks the compiler's worker. A question that runs too long, or a crash, costs the worker and not the page.

import { Crash, type Start, type StartFrom } from '../workers';
import type { Got, Response } from './protocol';

/** The worker was stopped because it took too long. */
export class Overrun extends Error {}

/** A compile older than this gives way to a newer one, in milliseconds. */
const PATIENCE_WITH_SUCCESSOR = 2_000;
/** No compile may take longer, in milliseconds. */
const PATIENCE = 15_000;

/** The calls that a worker answers: argument and answer of each. */
type CallsOf<Calls> = { [Name in keyof Calls]: { argument: unknown; answer: unknown } };

interface Waiting {
  request: { id: number; call: PropertyKey; argument: unknown };
  started: number;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A worker that was started ahead of time, and the module that it has got, if it has. */
export interface Early {
  worker: Worker;
  module?: WebAssembly.Module;
}

export class Client<Calls extends CallsOf<Calls>> {
  #start: () => Worker;
  #first: Start | StartFrom;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  /** `start` makes a worker, which gets the module at `address`. The first one may be there: `early`, which has been told where the module is. */
  constructor(address: string, start: () => Worker, early: Early | null) {
    this.#first = { address };
    this.#start = start;
    if (!early) {
      this.#ready();
      return;
    }
    const worker = this.#take(early.worker);
    if ('module' in early) this.#got(early.module);
    // One that never began costs nothing but the time.
    else worker.onerror = () => this.#askAnew([...this.#waiting.values()]);
  }

  /** Asks for one thing. */
  async ask<Name extends keyof Calls>(call: Name, argument: Calls[Name]['argument']): Promise<Calls[Name]['answer']> {
    const request = { id: this.#next++, call, argument };
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(request.id, { request, started: performance.now(), resolve, reject });
      this.#ready().postMessage(request);
      this.#watch();
    }) as Promise<Calls[Name]['answer']>;
  }

  /** A newer compile waits: lets the running one go if it has had its time, else as soon as it has. */
  hurry(): void {
    this.#watch(PATIENCE_WITH_SUCCESSOR);
  }

  #ready(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#start();
    worker.postMessage(this.#first);
    return this.#take(worker);
  }

  #take(worker: Worker): Worker {
    const failed = (event: ErrorEvent): void => this.#replace(new Crash(event.message || 'the worker could not be started'));
    worker.onmessage = ({ data }: MessageEvent<Response | Got>) => {
      worker.onerror = failed;
      if ('module' in data) this.#got(data.module);
      else this.#answered(data);
    };
    worker.onerror = failed;
    this.#worker = worker;
    return worker;
  }

  /** The module is there: what was asked before has its time from now on. */
  #got(module: WebAssembly.Module): void {
    this.#first = { module };
    for (const waiting of this.#waiting.values()) waiting.started = performance.now();
    this.#watch();
  }

  #answered(response: Response): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (response.ok) waiting?.resolve(response.answer);
    else waiting?.reject(response.fatal ? new Crash(response.message) : new Error(response.message));
    if (!response.ok && response.fatal) this.#replace(new Crash(response.message));
    this.#watch();
  }

  /** Gives the oldest question its time, counted from when it was asked; while the module is on its way, as long as that takes. */
  #watch(patience = PATIENCE): void {
    clearTimeout(this.#deadline);
    const oldest = this.#waiting.values().next().value;
    if (!oldest || !('module' in this.#first)) return;
    const left = oldest.started + patience - performance.now();
    this.#deadline = setTimeout(() => this.#replace(new Overrun('compiling took too long and was stopped')), Math.max(0, left));
  }

  /** Ends the worker; questions it has not begun go to the next one, the oldest fails with `why`. */
  #replace(why: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const [failed, ...rest] = this.#waiting.values();
    this.#waiting.clear();
    failed?.reject(why);
    this.#askAnew(rest);
  }

  /** Asks the next worker. */
  #askAnew(questions: readonly Waiting[]): void {
    this.#worker = undefined;
    for (const waiting of questions) {
      waiting.started = performance.now();
      this.#waiting.set(waiting.request.id, waiting);
      this.#ready().postMessage(waiting.request);
    }
    this.#watch();
  }
}
