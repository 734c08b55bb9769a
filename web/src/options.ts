// All options of a compilation, in the order in which they are offered: data, which comes with the compiler.

import address from './generated/options.json?url';
import type { OptionInfo } from './generated/types';
import { gotValue } from './got';

/** The list; empty until it has come. */
export const OPTIONS: OptionInfo[] = [];

/** Gets the list. */
export async function getOptions(): Promise<void> {
  const all = await gotValue<OptionInfo[]>(address);
  OPTIONS.splice(0, OPTIONS.length, ...all);
}
