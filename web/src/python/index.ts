// Kernels in Python. What reads them is a module of its own, which is fetched when it is first needed.

import address from '../../pkg-cutile/cutile_bg.wasm?url';
import { Client } from '../compiler/client';
import { fetchModule } from '../workers';
import type { Calls } from './protocol';

/** Whether a text is Python: a line of it is an import, a definition or a decorator. The command line tells them apart likewise. */
export const isPython = (text: string): boolean => /^(?:def [^\n]*\(|import |from [^\n]* import |@[^=\n]*$)/m.test(text);

let client: Client<Calls> | undefined;

/** Asks for one thing. */
export const askPython: Client<Calls>['ask'] = async (call, argument) => {
  client ??= new Client<Calls>(
    fetchModule(address).catch((error) => {
      // The next question tries again.
      client = undefined;
      throw error;
    }),
    () => new Worker(new URL('./reader.ts', import.meta.url), { type: 'module', name: 'python' }),
  );
  return client.ask(call, argument);
};

/** Lets what runs too long go, once something newer waits. */
export const hurryPython = (): void => client?.hurry();

/** Gets what reads Python, so that it is there at the first edit. */
export const loadPython = (): void => void askPython('lower', { source: '', kernel: null }).catch(() => undefined);
