// The product of the kernel that is open, read off its Tile IR: the tile of a CTA, extents as far as they are static, and
// the order in which its CTAs take tiles. The order is found by computing it: the arithmetic of the kernel's indices is
// done for a small grid, and compared with the orders that the schedulers know.

import type { Raster, TileProblem } from '../generated/types';

/** The facts of a kernel's product that a tile map begins with. */
export interface KernelProduct {
  problem: Partial<TileProblem>;
  /** The tiles in words. */
  words: string;
  /** The order in which they are taken, in words. */
  taken: string;
  /** The extents that are known only at launch. */
  open: string[];
}

interface Line {
  results: string[];
  op: string;
  operands: string[];
  text: string;
}

/** Bytes of an element. */
const bytesOf = (element: string): number => (/^tf32$/.test(element) ? 4 : Math.max(1, Number(/\d+/.exec(element)?.[0] ?? 16) / 8));

/** Lines of Tile IR that make values; `%x:2` makes `%x#0` and `%x#1`. */
function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    const [, left, op, rest] = /^\s*(?:(%[^=]*?) = )?([a-z_]+)\b(.*)$/.exec(line) ?? [];
    if (!op || rest === undefined) return [];
    const results = (left ?? '').split(',').flatMap((one) => {
      const [, name, count] = /^(%[\w$.]+)(?::(\d+))?$/.exec(one.trim()) ?? [];
      if (!name) return [];
      return count ? Array.from({ length: Number(count) }, (_, at) => `${name}#${at}`) : [name];
    });
    return [{ results, op, operands: rest.match(/%[\w$.]+(?:#\d+)?/g) ?? [], text: rest }];
  });
}

const numbers = (list: string): number[] => list.split('x').map((one) => (one === '?' ? Number.NaN : Number(one)));

/** The product of a kernel's Tile IR; null where it has none, or several of different tiles. */
export function kernelProduct(text: string): KernelProduct | null {
  const lines = linesOf(text);
  const products = lines.filter(({ op }) => /^mma/.test(op));
  const shapes = products.map(({ text }) => /: tile<([\dx]+)x([a-z]\w*)>, tile<([\dx]+)x[a-z]\w*>/.exec(text));
  const [shape] = shapes;
  if (!shape || new Set(shapes.map((one) => one?.[0])).size !== 1) return null;
  const [left, right] = [numbers(shape[1] ?? ''), numbers(shape[3] ?? '')];
  const [m, k, n, element] = [left.at(-2), left.at(-1), right.at(-1), shape[2] ?? ''];
  if (!m || !n || !k) return null;
  const problem: Partial<TileProblem> = { tile: [m, n, k], element_bytes: bytesOf(element) };
  const store = lines.find(({ op, text }) => op === 'store_view_tko' && text.includes(`tile=(${[m, n].join('x')})`));
  const extents = staticExtents(lines, products[0], store);
  Object.assign(problem, extents);
  const order = store && orderOf(lines, store, [m, n]);
  Object.assign(problem, order);
  const panels = order && order.swizzle > 1 ? `, in panels of ${order.swizzle}` : '';
  const taken = order
    ? `${order.scheduler === 'data-parallel' ? 'a CTA for each' : 'resident CTAs that walk over them'}${panels}, ${order.raster.replace('-', ' ')}`
    : 'in an order that the form cannot name';
  const open = (['m', 'n', 'k'] as const).filter((one) => extents[one] === undefined).map((one) => one.toUpperCase());
  return { problem, words: `tiles of ${m} × ${n} × ${k} in ${element}`, taken, open };
}

/** Extents that types say: of what is stored, and of the left operand along K. */
function staticExtents(lines: Line[], product: Line | undefined, store: Line | undefined): { m?: number; n?: number; k?: number } {
  const known: { m?: number; n?: number; k?: number } = {};
  const view = (text: string): number[] => numbers(/tensor_view<([\d?x]+)x[a-z]/.exec(text)?.[1] ?? '').slice(-2);
  const [m, n] = store ? view(store.text) : [];
  if (m) known.m = m;
  if (n) known.n = n;
  const left = lines.find(({ results }) => results.includes(product?.operands[0] ?? ''));
  const k = left?.op === 'load_view_tko' ? view(left.text)[1] : undefined;
  if (k) known.k = k;
  return known;
}

type Order = Pick<TileProblem, 'scheduler' | 'raster' | 'swizzle'>;

/** A grid that tells orders apart: neither square, nor a multiple of a panel of 3 or 8. */
const [ROWS, COLUMNS] = [7, 20];
/** The widest panel that is looked for. */
const MOST_PANEL = 64;

/** The order in which tiles are taken; null where no scheduler of the form has it. */
function orderOf(lines: Line[], store: Line, [m, n]: [number, number]): Order | null {
  const indices =
    /\[([^\]]*)\]/
      .exec(store.text)?.[1]
      ?.split(',')
      .map((one) => one.trim())
      .slice(-2) ?? [];
  const by = new Map(lines.flatMap((line) => line.results.map((result, at) => [result, { line, at }] as const)));
  const axes = (op: string): string[][] => [0, 1, 2].map((axis) => lines.filter((line) => line.op === op).flatMap(({ results }) => results[axis] ?? []));
  const [block, [blocks]] = [axes('get_tile_block_id'), axes('get_num_tile_blocks')];
  const walked = lines.flatMap(({ op, text }) => (op === 'for' || op === 'loop' ? (walks(text, block[0] ?? [], blocks ?? []) ?? []) : []))[0];
  const grid = extentsOf(by, store, [ROWS * m, COLUMNS * n]);
  const place = (linear: number, width: number): string | null => {
    const known = new Map(grid);
    if (walked) known.set(walked, linear);
    for (const [axis, index] of [linear % width, Math.floor(linear / width), 0].entries()) for (const name of block[axis] ?? []) known.set(name, index);
    const found = indices.map((name) => value(name, by, known, [ROWS, COLUMNS], 0));
    return found.some((one) => one === null) ? null : found.join();
  };
  const constants = lines.flatMap(({ op, text }) => (op === 'constant' ? [Number(/: (\d+)>/.exec(text)?.[1] ?? 0)] : []));
  const widths = [1, ...new Set(constants.filter((one) => one > 1 && one <= MOST_PANEL))];
  // A grid of one dimension, or one whose x, which is fastest, goes over rows or columns.
  for (const width of walked ? [ROWS * COLUMNS] : [ROWS * COLUMNS, ROWS, COLUMNS]) {
    const taken = Array.from({ length: ROWS * COLUMNS }, (_, linear) => place(linear, width));
    for (const swizzle of widths) {
      for (const raster of ['along-m', 'along-n'] as Raster[]) {
        if (taken.every((one, linear) => one === panel(linear, swizzle, raster))) return { scheduler: walked ? 'static-persistent' : 'data-parallel', raster, swizzle };
      }
    }
  }
  return null;
}

/** The tile that comes at a place of an order by panels, as the schedulers have it. */
function panel(linear: number, swizzle: number, raster: Raster): string {
  // Along m: panels of columns, in which tiles go along the panel's width first, unless it is 1.
  const [long, wide] = raster === 'along-m' ? [ROWS, COLUMNS] : [COLUMNS, ROWS];
  const group = Math.floor(linear / (long * swizzle));
  const width = Math.max(1, Math.min(swizzle, wide - group * swizzle));
  const rest = linear - group * long * swizzle;
  const [along, across] = [Math.floor(rest / width), group * swizzle + (rest % width)];
  return raster === 'along-m' ? `${along},${across}` : `${across},${along}`;
}

/** The variable that walks from a block's number in steps of the grid, if this loop has one. */
function walks(text: string, block: string[], blocks: string[]): string | null {
  const [, variable, from, step] = /^ (%[\w$.]+) in \((%[\w$.]+) to %[\w$.#]+, step (%[\w$.]+)\)/.exec(text) ?? [];
  if (variable && from && step && block.includes(from) && blocks.includes(step)) return variable;
  const carried = [...(/iter_values\(([^)]*)\)/.exec(text)?.[1] ?? '').matchAll(/(%[\w$.]+) = (%[\w$.]+)/g)];
  return (!variable && carried.find((one) => block.includes(one[2] ?? ''))?.[1]) || null;
}

type Values = Map<string, { line: Line; at: number }>;

/** The run-time extents of what is stored, with these sizes. */
function extentsOf(by: Values, store: Line, sizes: number[]): Map<string, number> {
  const known = new Map<string, number>();
  const partition = by.get(store.operands[1] ?? '')?.line;
  const view = by.get(partition?.operands[0] ?? '')?.line;
  const shape =
    /shape = \[([^\]]*)\]/
      .exec(view?.text ?? '')?.[1]
      ?.split(',')
      .map((one) => one.trim())
      .slice(-2) ?? [];
  for (const [at, name] of shape.entries()) {
    let root = name;
    for (let made = by.get(root)?.line; made?.op === 'assume'; made = by.get(root)?.line) root = made.operands.at(-1) ?? '';
    if (root.startsWith('%')) known.set(root, sizes[at] ?? 0);
  }
  return known;
}

/** Steps that one index may take to compute. */
const DEEPEST = 200;

/** The value of an integer, computed; null where something in it is not known. */
function value(name: string, by: Values, known: Map<string, number>, tiles: number[], depth: number): number | null {
  const there = known.get(name);
  if (there !== undefined) return there;
  const made = by.get(name);
  if (!made || depth > DEEPEST) return null;
  const { op, operands, text } = made.line;
  if (op === 'constant') return Number(/<\w+: (-?\d+)>/.exec(text)?.[1] ?? Number.NaN);
  if (op === 'get_index_space_shape') return tiles[made.at] ?? null;
  const of = operands.map((one) => value(one, by, known, tiles, depth + 1));
  const [a, b, c] = of;
  if (of.some((one) => one === null) || a === undefined || a === null) return null;
  const result = compute(op, text, a, b ?? 0, c ?? 0);
  known.set(name, result ?? Number.NaN);
  return result;
}

function compute(op: string, text: string, a: number, b: number, c: number): number | null {
  switch (op) {
    case 'assume':
    case 'exti':
    case 'trunci':
      return a;
    case 'addi':
      return a + b;
    case 'subi':
      return a - b;
    case 'muli':
      return a * b;
    case 'mini':
      return Math.min(a, b);
    case 'maxi':
      return Math.max(a, b);
    case 'remi':
      return a % b;
    case 'divi':
      return /positive_inf/.test(text) ? Math.ceil(a / b) : /negative_inf/.test(text) ? Math.floor(a / b) : Math.trunc(a / b);
    case 'select':
      return a ? b : c;
    case 'cmpi':
      return Number(
        { less_than: a < b, less_than_or_equal: a <= b, greater_than: a > b, greater_than_or_equal: a >= b, equal: a === b, not_equal: a !== b }[text.trim().split(' ', 1)[0] ?? ''] ?? false,
      );
    default:
      return null;
  }
}
