// Shared and tensor memory over the time of a loop: what lies where, and from when to when. No drawing here.

import type { LoopSchedule } from '../generated/types';
import { liveRange } from './lanes';
import { type ScheduleModel, timeline } from './model';

/** A piece of memory for a time. */
export interface Held {
  name: string;
  /** The place of its buffer in the ledger. */
  buffer: number;
  /** The iteration that has it; null where it is no slot of a ring. */
  iteration: number | null;
  from: number;
  to: number;
  /** The first byte, or column of tensor memory, and how many. */
  offset: number;
  size: number;
}

/** A kind of memory. */
export interface Space {
  name: string;
  unit: 'byte' | 'column';
  capacity: number;
  used: number;
  held: Held[];
}

export interface MemoryMap {
  spaces: Space[];
  /** The cycle after the last op of the last iteration that is drawn, and of what comes after the loop. */
  drained: number;
  end: number;
  iterations: number;
  /** Whether the model says when each slot of the ring is held; else its copies are longer in flight than there are slots for. */
  known: boolean;
}

/** Iterations drawn at most. */
const MOST = 14;

/** The memory of a loop over so many iterations that each slot of its ring is held twice, or as many as can be drawn. */
export function memory(loop: LoopSchedule, model: ScheduleModel): MemoryMap {
  const { ledger, depth } = loop;
  const { ii } = model;
  const live = liveRange(loop, model);
  const known = live !== null && live.to - live.from <= depth.chosen * ii;
  const iterations = Math.min(MOST, Math.max(depth.chosen * 2, timeline(model).iterations));
  const last = Math.max(...model.ops.map(({ start, span }) => start + span), ii);
  const drained = (iterations - 1) * ii + Math.max(last, known ? live.to : 0);
  const end = Math.ceil(drained * 1.12);
  const shared = ledger.buffers.flatMap(({ name, offset, slots, slot_bytes: size, live: when }, buffer): Held[] => {
    const own = (slot: number, iteration: number | null, from: number, to: number): Held => ({ name, buffer, iteration, from, to, offset: offset + slot * size, size });
    const ring = /^lines? /.test(when) && slots === depth.chosen;
    if (ring && known) return Array.from({ length: iterations }, (_, iteration) => own(iteration % slots, iteration, live.from + iteration * ii, live.to + iteration * ii));
    const [from, to] = when === 'after the loop' ? [drained, end] : [0, ring ? drained : end];
    return Array.from({ length: slots }, (_, slot) => own(slot, null, from, to));
  });
  const spaces: Space[] = [{ name: 'Shared memory', unit: 'byte', capacity: ledger.capacity, used: ledger.used, held: shared }];
  const tensor = ledger.tensor_memory;
  if (tensor) {
    const held = tensor.buffers.flatMap(({ what, column, columns, slots }, buffer) =>
      // Accumulators are there from the first product on, until what is after the loop has read them.
      Array.from({ length: slots }, (_, slot): Held => ({ name: what, buffer, iteration: null, from: 0, to: end, offset: column + (slot * columns) / slots, size: columns / slots })),
    );
    spaces.push({ name: 'Tensor memory', unit: 'column', capacity: tensor.capacity, used: tensor.reserved, held });
  }
  return { spaces, drained, end, iterations, known };
}
