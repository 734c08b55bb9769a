// Where the elements of a tile are in a layout: by arithmetic on the bits of their indices.

import type { BoxRows, LayoutCandidate } from './generated/types';

/** The holder of an element: its thread, and the register there. */
export interface Holder {
  lane: number;
  warp: number;
  register: number;
}

const BANKS = 32;
const BANK_BYTES = 4;
const CHUNK = 16;

/** Where a set bit of an element's index leads; null where bits are mixed. */
function homes(bases: readonly number[]): Map<number, number> | null {
  const found = new Map<number, number>();
  for (const [at, basis] of bases.entries()) {
    if (basis === 0) continue;
    if ((basis & (basis - 1)) !== 0) return null;
    found.set(Math.log2(basis), at);
  }
  return found;
}

/** The function from an element's index to the first thread and register that have it; null where the layout cannot be drawn. */
export function holders(candidate: LayoutCandidate): ((index: number) => Holder) | null {
  const { threads } = candidate;
  if (!threads) return null;
  const [lanes, warps, registers] = [threads.lane, threads.warp, threads.reg].map(homes);
  if (!lanes || !warps || !registers) return null;
  const part = (bits: Map<number, number>, index: number): number => {
    let number = 0;
    for (const [bit, at] of bits) number |= ((index >> bit) & 1) << at;
    return number;
  };
  return (index) => ({ lane: part(lanes, index), warp: part(warps, index), register: part(registers, index) });
}

/** The function from an element's index, along rows as they lie in shared memory, to its bank; null where the candidate is not there. */
export function banks(candidate: LayoutCandidate, elementBytes: number): ((index: number) => number) | null {
  const { places, swizzle, boxes } = candidate;
  if (boxes) return ofBoxes(boxes, elementBytes);
  if (!places) return null;
  return (index) => {
    let bytes = 0;
    for (const [low, bits, step] of places) bytes += ((index >> low) & ((1 << bits) - 1)) * step;
    for (const [bit, step] of swizzle) if (index & bit) bytes ^= step;
    return Math.floor(bytes / BANK_BYTES) % BANKS;
  };
}

function ofBoxes({ row_bytes: width, span, rows, swizzled }: BoxRows, elementBytes: number): (index: number) => number {
  const chunks = span / CHUNK;
  const rowsOfLine = (BANKS * BANK_BYTES) / span;
  return (index) => {
    const at = index * elementBytes;
    const [row, column] = [Math.floor(at / width), at % width];
    if (!swizzled) return Math.floor(at / BANK_BYTES) % BANKS;
    const chunk = Math.floor((column % span) / CHUNK) ^ (Math.floor(row / rowsOfLine) % chunks);
    const bytes = Math.floor(column / span) * rows * span + row * span + chunk * CHUNK + (column % CHUNK);
    return Math.floor(bytes / BANK_BYTES) % BANKS;
  };
}
