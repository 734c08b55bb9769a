// The layout of a graph in rows: boxes below what they wait for, lines around boxes, and few lines that cross. No drawing here.
// The method is Sugiyama's: rows by the longest way, seats in a row by the middle of their neighbours, and then places, row by row,
// as near to the neighbours as the seats beside leave room for.

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A line between boxes, by their numbers. Strong ones lead downwards where they make no circle; others follow the order of those. */
export interface Line {
  from: number;
  to: number;
  strong: boolean;
}

export interface Layout extends Size {
  /** The middles of the boxes. */
  boxes: Point[];
  /** From box to box, with a place for a label. */
  ways: { points: Point[]; label: Point }[];
}

/** A place in a row is of a box, or of a line that passes. */
interface Seat {
  width: number;
  /** Room beside it. */
  gap: number;
  row: number;
  /** The place in its row, from 0. */
  at: number;
  x: number;
  /** Neighbours in the rows above and below. */
  near: [Seat[], Seat[]];
}

const [MARGIN, GAP, LINE_GAP, BETWEEN] = [12, 22, 12, 17];
const [SWEEPS, ROUNDS] = [24, 40];

/** Places boxes of these sizes, and lines with labels of one size; no line leads from a box to itself. */
export function layered(sizes: readonly Size[], lines: readonly Line[], label: Size): Layout {
  const rows = rowsOf(sizes.length, lines);
  const seated: Seat[][] = Array.from({ length: 2 * Math.max(0, ...rows) + 1 }, () => []);
  const seat = (row: number, width: number, gap: number): Seat => {
    const made: Seat = { width, gap, row, at: 0, x: 0, near: [[], []] };
    seated[row]?.push(made);
    return made;
  };
  // Rows of boxes are even: between two there is one for labels.
  const boxes = sizes.map(({ width }, box) => seat(2 * (rows[box] ?? 0), width, GAP));
  const ways = lines.map(({ from, to }) => {
    const [a, b] = [boxes[from] as Seat, boxes[to] as Seat];
    const [top, end] = a.row < b.row ? [a, b] : [b, a];
    const labelled = ((top.row + end.row) / 2) | 1;
    const way = [top];
    for (let row = top.row + 1; row < end.row; row++) way.push(seat(row, row === labelled ? label.width : 0, LINE_GAP));
    way.push(end);
    for (const [place, one] of way.slice(1).entries()) {
      const above = way[place] as Seat;
      above.near[1].push(one);
      one.near[0].push(above);
    }
    return { way, upwards: top === b, labelled };
  });
  order(seated);
  place(seated);

  const left = Math.min(...seated.flat().map(({ x, width }) => x - width / 2));
  for (const one of seated.flat()) one.x += MARGIN - left;
  const tall = Math.max(0, ...sizes.map(({ height }) => height));
  const yOf = (row: number): number => MARGIN + tall / 2 + row * (BETWEEN + (tall + label.height) / 2);
  const point = ({ x, row }: Seat): Point => ({ x, y: yOf(row) });
  return {
    boxes: boxes.map(point),
    ways: ways.map(({ way, upwards, labelled }) => {
      const points = way.map(point);
      const [first, last] = [points.shift() as Point, points.pop() as Point];
      const [above, below] = [way[0] as Seat, way.at(-1) as Seat];
      points.unshift(border(first, above.width, tall, points[0] ?? last));
      points.push(border(last, below.width, tall, points.at(-1) ?? first));
      return { points: upwards ? points.reverse() : points, label: point(way[labelled - above.row] as Seat) };
    }),
    width: Math.max(0, ...seated.flat().map(({ x, width }) => x + width / 2)) + MARGIN,
    height: yOf(seated.length - 1) + tall / 2 + MARGIN,
  };
}

/** Where the way from the middle of a box to a point above or below leaves the box. */
function border({ x, y }: Point, width: number, height: number, to: Point): Point {
  const part = Math.min(height / 2 / Math.abs(to.y - y), width / 2 / (Math.abs(to.x - x) || 1e-9));
  return { x: x + part * (to.x - x), y: y + part * (to.y - y) };
}

/** The row of each box: below all that it waits for, and near to those that wait for it. */
function rowsOf(boxes: number, lines: readonly Line[]): number[] {
  const sorted = inOrder(boxes, lines);
  const turn = new Map(sorted.map((box, at) => [box, at]));
  const lists = (): { box: number; strong: boolean }[][] => Array.from({ length: boxes }, () => []);
  const [into, out] = [lists(), lists()];
  for (const { from, to, strong } of lines) {
    const [above, below] = (turn.get(from) ?? 0) < (turn.get(to) ?? 0) ? [from, to] : [to, from];
    out[above]?.push({ box: below, strong });
    into[below]?.push({ box: above, strong });
  }
  const rows = Array.from({ length: boxes }, () => 0);
  const rowOf = ({ box }: { box: number }): number => rows[box] ?? 0;
  const strongOf = (some: readonly { strong: boolean }[]): number => some.filter(({ strong }) => strong).length;
  for (const box of sorted) rows[box] = Math.max(0, ...(into[box] ?? []).map((above) => rowOf(above) + 1));
  for (const box of [...sorted].reverse()) {
    const below = out[box] ?? [];
    if (below.length > 0 && strongOf(below) > strongOf(into[box] ?? [])) rows[box] = Math.min(...below.map((one) => rowOf(one) - 1));
  }
  return rows;
}

/** The boxes, each behind those that strong lines lead from: all that are free, and then all that they make free. */
function inOrder(boxes: number, lines: readonly Line[]): number[] {
  const next: number[][] = Array.from({ length: boxes }, () => []);
  const waits = Array.from({ length: boxes }, () => 0);
  for (const { from, to, strong } of lines) {
    if (!strong) continue;
    next[from]?.push(to);
    waits[to] = (waits[to] ?? 0) + 1;
  }
  const left = new Set(waits.keys());
  let free = [...left].filter((box) => waits[box] === 0);
  const sorted: number[] = [];
  while (left.size > 0) {
    // In a circle the first of those that are left goes first.
    const [first = 0] = left;
    const turn = free.length > 0 ? free : [first];
    for (const box of turn) left.delete(box);
    free = [];
    for (const box of turn) {
      sorted.push(box);
      for (const to of next[box] ?? []) {
        waits[to] = (waits[to] ?? 0) - 1;
        if (waits[to] === 0 && left.has(to)) free.push(to);
      }
    }
    free.sort((a, b) => a - b);
  }
  return sorted;
}

/** Sets the seats of each row in an order in which few lines cross. */
function order(rows: Seat[][]): void {
  const number = (): void => {
    for (const row of rows) for (const [at, seat] of row.entries()) seat.at = at;
  };
  number();
  let [best, fewest] = [rows.map((row) => [...row]), crossings(rows)];
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const side = sweep % 2;
    for (const row of side === 0 ? rows : [...rows].reverse()) {
      const middles = new Map(row.map((seat) => [seat, mean(seat.near[side as 0 | 1].map(({ at }) => at)) ?? seat.at]));
      row.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0) || a.at - b.at);
      for (const [at, seat] of row.entries()) seat.at = at;
    }
    const now = crossings(rows);
    if (now < fewest) [best, fewest] = [rows.map((row) => [...row]), now];
  }
  for (const [at, row] of best.entries()) rows[at] = row;
  number();
}

const mean = (numbers: readonly number[]): number | undefined => (numbers.length > 0 ? numbers.reduce((a, b) => a + b, 0) / numbers.length : undefined);

/** The number of lines that cross between rows. */
function crossings(rows: readonly Seat[][]): number {
  let sum = 0;
  for (const row of rows) {
    // The ends of lines that begin further left, in order.
    const ends: number[] = [];
    for (const { near } of row) {
      const own = near[1].map(({ at }) => at).sort((a, b) => a - b);
      for (const end of own) sum += ends.length - above(ends, end);
      for (const end of own) ends.splice(above(ends, end), 0, end);
    }
  }
  return sum;
}

/** The number of those in `sorted` that are not above `most`. */
function above(sorted: readonly number[], most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Gives seats their places: each near to its neighbours, lines straight above all. */
function place(rows: readonly Seat[][]): void {
  for (let round = 0; round < ROUNDS; round++) {
    // Neighbours above, then below; at last both.
    const sides = round * 2 < ROUNDS ? [round % 2] : [0, 1];
    for (const row of round % 2 === 0 ? rows : [...rows].reverse()) settle(row, sides as (0 | 1)[]);
  }
}

/** Places the seats of a row where their neighbours on `sides` ask for, in their order: the sum of squares of what they are off is the least. */
function settle(row: readonly Seat[], sides: readonly (0 | 1)[]): void {
  // Seats that touch are a block and move together.
  const blocks: { seats: [Seat, number][]; sum: number; weight: number }[] = [];
  let offset = 0;
  for (const [at, seat] of row.entries()) {
    const before = row[at - 1];
    if (before) offset += (before.width + before.gap + seat.width + seat.gap) / 2;
    let [sum, weight] = [1e-3 * seat.x, 1e-3];
    for (const other of sides.flatMap((side) => seat.near[side])) {
      const straight = seat.gap === LINE_GAP && other.gap === LINE_GAP ? 8 : 1;
      sum += straight * other.x;
      weight += straight;
    }
    let block = { seats: [[seat, offset] as [Seat, number]], sum: sum - weight * offset, weight };
    for (let last = blocks.at(-1); last && last.sum / last.weight > block.sum / block.weight; last = blocks.at(-1)) {
      blocks.pop();
      block = { seats: [...last.seats, ...block.seats], sum: last.sum + block.sum, weight: last.weight + block.weight };
    }
    blocks.push(block);
  }
  for (const { seats, sum, weight } of blocks) for (const [seat, away] of seats) seat.x = sum / weight + away;
}
