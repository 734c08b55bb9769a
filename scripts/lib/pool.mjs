// Several things at a time, as many as there are cores.

import { availableParallelism } from 'node:os';

/** Has `work` done for each of `items`, `width` at a time, begun in their order; what came of each, in their order too. */
export async function each(items, work, width = availableParallelism()) {
  const done = [];
  const waiting = [...items].entries();
  const next = async () => {
    for (const [at, item] of waiting) done[at] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, next));
  return done;
}
