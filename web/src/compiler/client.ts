// Asks the compiler's worker. A question that runs too long, or a crash, costs the worker and not the page.

import { Crash, type Start } from '../workers';
import type { Response } from './protocol';

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

export class Client<Calls extends CallsOf<Calls>> {
  #start: () => Worker;
  #module: Promise<WebAssembly.Module>;
  #worker: Worker | undefined;
  #idle: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  /** `start` makes the worker, which gets the module first. The first one starts while the module is on its way. */
  constructor(module: Promise<WebAssembly.Module>, start: () => Worker) {
    this.#module = module;
    this.#start = start;
    const idle = start();
    this.#idle = idle;
    module.catch(() => idle.terminate());
  }

  /** Asks for one thing. */
  async ask<Name extends keyof Calls>(call: Name, argument: Calls[Name]['argument']): Promise<Calls[Name]['answer']> {
    const module = await this.#module;
    const request = { id: this.#next++, call, argument };
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(request.id, { request, started: performance.now(), resolve, reject });
      this.#ready(module).postMessage(request);
      this.#watch();
    }) as Promise<Calls[Name]['answer']>;
  }

  /** A newer compile waits: lets the running one go if it has had its time, else as soon as it has. */
  hurry(): void {
    this.#watch(PATIENCE_WITH_SUCCESSOR);
  }

  #ready(module: WebAssembly.Module): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#idle ?? this.#start();
    this.#idle = undefined;
    worker.postMessage({ module } satisfies Start);
    worker.onmessage = ({ data }: MessageEvent<Response>) => this.#answered(data);
    worker.onerror = (event) => this.#replace(new Crash(event.message || 'the worker could not be started'));
    this.#worker = worker;
    return worker;
  }

  #answered(response: Response): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (response.ok) waiting?.resolve(response.answer);
    else waiting?.reject(response.fatal ? new Crash(response.message) : new Error(response.message));
    if (!response.ok && response.fatal) this.#replace(new Crash(response.message));
    this.#watch();
  }

  /** Gives the oldest question its time, counted from when it was asked. */
  #watch(patience = PATIENCE): void {
    clearTimeout(this.#deadline);
    const oldest = this.#waiting.values().next().value;
    if (!oldest) return;
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
    if (rest.length === 0) return;
    void this.#module.then((module) => {
      for (const waiting of rest) {
        waiting.started = performance.now();
        this.#waiting.set(waiting.request.id, waiting);
        this.#ready(module).postMessage(waiting.request);
      }
      this.#watch();
    });
  }
}
