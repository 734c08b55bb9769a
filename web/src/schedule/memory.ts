// Shared and tensor memory over the time of a loop: what lies where, and from when to when. No drawing here.

import type { LoopSchedule } from '../generated/types';
import { type ScheduleModel, timeline } from './model';
import { ONE_RING, type Ring } from './rings';

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
}

/** Iterations drawn at most. */
const MOST = 14;

/** The memory of a loop over so many iterations that each slot of its rings is held twice, or as many as can be drawn. */
export function memory({ ledger, depth }: LoopSchedule, model: ScheduleModel, rings: Ring[]): MemoryMap {
  const { ii, ops } = model;
  const iterations = Math.min(MOST, Math.max(depth.chosen * 2, timeline(model).iterations));
  const drained = (iterations - 1) * ii + Math.max(...ops.map(({ at, span }) => at + span), ii, ...rings.map(({ live }) => live?.to ?? 0));
  const end = Math.ceil(drained * 1.12);
  /** The slots of a buffer: of a ring, with the iterations that have them in turn, else for the time that `live` says. */
  const held = (place: string, name: string, slots: number, offset: number, size: number, live: string): Held[] => {
    const ring = rings.find(({ places }) => places.includes(place));
    const called = ring && ring.name !== ONE_RING && ring.name !== name ? `${ring.name}: ${name}` : name;
    const own = (slot: number, iteration: number | null, from: number, to: number): Held => ({
      name: called,
      buffer: Number(place.split(' ')[1]),
      iteration,
      from,
      to,
      offset: offset + slot * size,
      size,
    });
    if (ring?.live) {
      const { from, to } = ring.live;
      return Array.from({ length: iterations }, (_, iteration) => own(iteration % slots, iteration, from + iteration * ii, to + iteration * ii));
    }
    const [from, to] = live === 'after the loop' ? [drained, end] : [0, slots > 1 && /^lines? /.test(live) ? drained : end];
    return Array.from({ length: slots }, (_, slot) => own(slot, null, from, to));
  };
  const shared = ledger.buffers.flatMap(({ name, offset, slots, slot_bytes: size, live }, at) => held(`byte ${at}`, name, slots, offset, size, live));
  const spaces: Space[] = [{ name: 'Shared memory', unit: 'byte', capacity: ledger.capacity, used: ledger.used, held: shared }];
  const tensor = ledger.tensor_memory;
  if (tensor) {
    // Accumulators of no ring are there from the first product on, until what is after the loop has read them.
    const columns = tensor.buffers.flatMap(({ what, column, columns, slots }, at) => held(`column ${at}`, what, slots, column, columns / slots, ''));
    spaces.push({ name: 'Tensor memory', unit: 'column', capacity: tensor.capacity, used: tensor.reserved, held: columns });
  }
  return { spaces, drained, end, iterations };
}
