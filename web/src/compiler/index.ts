// The compiler, as the page asks it.

import address from '../../pkg/tilewright_bg.wasm?url';
import { Client, type Early } from './client';
import type { Calls } from './protocol';

declare global {
  /** The worker that the page's head has started (early.js), until it is taken; null: it could not be. */
  var earlyCompiler: Early | null | undefined;
}

/** Takes what the page's head has started. */
function early(): Early | null {
  const { earlyCompiler } = globalThis;
  globalThis.earlyCompiler = null;
  return earlyCompiler ?? null;
}

/** Starts getting the compiler. */
export const startCompiler = (): Client<Calls> => new Client<Calls>(address, () => new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'compiler' }), early());
