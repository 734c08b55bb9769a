// What bounds an iteration by the estimated cycles of the hardware.

import type { LoopMeasured } from '../generated/types';

/** Waiting for a stage to be free, filling shared memory, or the tensor cores. */
export type Limit = 'stages' | 'fill' | 'products';

/** The limit of an iteration. */
export function limit({ iteration_cycles: iteration, ii_cycles: ii, mma_cycles: products }: LoopMeasured): Limit {
  if (iteration > ii) return 'stages';
  return ii > products ? 'fill' : 'products';
}
