// Kernels in Python, as the page knows them. What reads them is a module of its own, which is fetched when it is first needed.

import address from '../../pkg-cutile/cutile_bg.wasm?url';
import { fetchedOnce } from '../workers';

/** Whether a text is Python: a line of it is an import, a definition or a decorator. The command line tells them apart likewise. */
export const isPython = (text: string): boolean => /^[ \t>]*(?:def [^\n]*\(|import |from [^\n]* import |@[^=\n]*kernel[^=\n]*$)|^@[^=\n]*$/m.test(text);

/** The declaration of a parameter. */
export interface Said {
  name: string;
  text: string;
}

/** The module that reads Python. The compiler's worker runs it, so that a text on its way does not wait for the page, which draws what was typed. */
export const pythonReader = fetchedOnce(address);
