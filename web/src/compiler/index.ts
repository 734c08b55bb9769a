// The compiler, as the page asks it.

import address from '../../pkg/tilewright_bg.wasm?url';
import { fetchModule } from '../workers';
import { Client } from './client';
import type { Calls } from './protocol';

/** Starts getting the compiler. */
export const startCompiler = (): Client<Calls> => new Client<Calls>(fetchModule(address), () => new Worker(new URL('../worker.ts', import.meta.url), { type: 'module', name: 'compiler' }));
