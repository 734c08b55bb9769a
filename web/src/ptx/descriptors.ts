// Descriptors of operands in shared memory, as far as their constants stand in the PTX: what `wgmma` and `tcgen05.mma` are told
// of how a tile lies. The fields are those of the PTX ISA: address, leading and stride offset in units of 16 bytes, swizzle.

/** A descriptor, read from the instructions that make it. */
export interface Descriptor {
  register: string;
  /** Bytes that are added to the address that is known at run time only; null where it is not made of a known sum. */
  offset: number | null;
  /** The leading dimension's offset in bytes; null where it is not known. */
  leading: number | null;
  /** The stride dimension's offset in bytes. */
  stride: number;
  swizzle: '128b' | '64b' | '32b' | 'none' | 'unknown';
}

/** The swizzle of a descriptor by the bits 61 to 63, as `tcgen05` and `wgmma` (whose lowest bit of these is another field's) have it. */
const SWIZZLES: { [form in 'wgmma' | 'tcgen05']: { [bits in number]: Descriptor['swizzle'] } } = {
  wgmma: { 0: 'none', 1: '128b', 2: '64b', 3: '32b' },
  tcgen05: { 0: 'none', 1: '128b', 2: '128b', 4: '64b', 6: '32b' },
};

type Definition = { op: string; operands: string[] };

/** The instructions that define registers, by register; one that is defined twice has none. */
function definitions(lines: readonly string[]): Map<string, Definition | null> {
  const found = new Map<string, Definition | null>();
  for (const line of lines) {
    const match = /^\s*(?:@!?%\w+\s+)?([a-z][\w.:]*)\s+(%\w+),\s*(.*);/.exec(line);
    const [, op, register, rest] = match ?? [];
    if (!op || !register || rest === undefined) continue;
    found.set(
      register,
      found.has(register)
        ? null
        : {
            op,
            operands: rest
              .replace(/[{}]/g, '')
              .split(',')
              .map((one) => one.trim()),
          },
    );
  }
  return found;
}

/** Reads the descriptors of a PTX text; `known` is what defines its registers. */
export class Descriptors {
  readonly #known: Map<string, Definition | null>;
  readonly #form: 'wgmma' | 'tcgen05';

  constructor(text: string) {
    const lines = text.split('\n');
    this.#known = definitions(lines);
    this.#form = lines.some((line) => line.includes('tcgen05.mma')) ? 'tcgen05' : 'wgmma';
  }

  /** The descriptor in a register; null where it holds none. */
  of(register: string): Descriptor | null {
    let offset: number | null = 0;
    let at = register;
    // A descriptor of another part of the tile, or of another slot of a ring, is the same and so many units of 16 bytes further on.
    for (let made = this.#known.get(at); made?.op === 'add.u64' || made?.op === 'mad.wide.u32'; made = this.#known.get(at)) {
      const [base, more] = made.op === 'add.u64' ? made.operands : [made.operands[2], null];
      if (!base?.startsWith('%') || (more !== null && !/^\d+$/.test(more ?? ''))) return null;
      // The slot is known at run time only.
      offset = more === null || offset === null ? null : offset + Number(more) * 16;
      at = base;
    }
    const pair = this.#known.get(at);
    if (pair?.op !== 'mov.b64' || pair.operands.length !== 2) return null;
    const [low, high] = pair.operands.map((half) => this.#sum(half));
    if (!high?.whole) return null;
    return {
      register,
      offset: low && offset !== null ? offset + (low.constant & 0x3fff) * 16 : null,
      leading: low ? ((low.constant >>> 16) & 0x3fff) * 16 : null,
      stride: (high.constant & 0x3fff) * 16,
      swizzle: SWIZZLES[this.#form][this.#form === 'wgmma' ? high.constant >>> 30 : high.constant >>> 29] ?? 'unknown',
    };
  }

  /** The constants in a sum of 32 bits, and whether it is nothing else; null where no sum is known. */
  #sum(operand: string, depth = 0): { constant: number; whole: boolean } | null {
    if (/^-?\d+$/.test(operand)) return { constant: Number(operand) >>> 0, whole: true };
    if (/^0x[0-9a-f]+$/i.test(operand)) return { constant: parseInt(operand, 16) >>> 0, whole: true };
    const made = this.#known.get(operand);
    if (!made || depth > 8) return { constant: 0, whole: false };
    if (made.op === 'mov.b32' || made.op === 'mov.u32') return this.#sum(made.operands[0] ?? '', depth + 1);
    if (made.op !== 'add.u32' && made.op !== 'or.b32') return { constant: 0, whole: false };
    const [a, b] = made.operands.map((one) => this.#sum(one, depth + 1));
    return a && b ? { constant: (a.constant + b.constant) >>> 0, whole: a.whole && b.whole } : null;
  }
}

/** The row of 16-byte chunks that a swizzle writes for each row of 8: `place[row][chunk]` is where the chunk lies. */
export function swizzled(swizzle: Descriptor['swizzle']): number[][] {
  const chunks = { '128b': 8, '64b': 4, '32b': 2, none: 1, unknown: 1 }[swizzle];
  // Rows of the pattern repeat: with 64 bytes two rows lie in the width of the banks, with 32 bytes four.
  const per = 8 / chunks;
  return Array.from({ length: 8 }, (_, row) => Array.from({ length: chunks }, (_, chunk) => chunk ^ (Math.floor(row / per) % chunks)));
}
