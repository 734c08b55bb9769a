// The dependence graph of a loop, laid out when it is looked at. No drawing here.

import { layered } from './layered';
import { ownName } from './names';
import type { Drawable, Op } from './model';

/** An op in its place: the middle, and the size of its box. */
export interface Node {
  op: Op;
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A dependence: its way, and where its label is. */
export interface Edge {
  key: number;
  from: string;
  to: string;
  latency: number;
  distance: number;
  /** Whether it is of the recurrence that bounds the II the most. */
  critical: boolean;
  points: { x: number; y: number }[];
  label: { x: number; y: number };
}

export interface Drawn {
  nodes: Node[];
  edges: Edge[];
  width: number;
  height: number;
}

/** Ops drawn at most: laying out more would hold up the page. */
export const MOST_OPS = 120;

const [LETTER, HEIGHT] = [6.6, 26];

/** The graph of a loop, in its places. */
export function drawn({ graph, solution }: Drawable, ops: readonly Op[]): Drawn {
  const labels = ops.map((op) => `${op.id} ${ownName(op)}`);
  const sizes = labels.map((label) => ({ width: Math.ceil(label.length * LETTER) + 16, height: HEIGHT }));
  const at = new Map(ops.map((op, place) => [op.id, place]));
  const critical = new Set(solution.bounds?.recurrence.circuit ?? []);
  const known = graph.edges.flatMap(({ src, dst, latency, distance }, key) => {
    const [from, to] = [at.get(src), at.get(dst)];
    return from === undefined || to === undefined ? [] : [{ key, from, to, latency, distance }];
  });
  // A dependence on an earlier iteration may run against the order of the loop.
  const between = known.filter(({ from, to }) => from !== to);
  const { boxes, ways, width, height } = layered(
    sizes,
    between.map(({ from, to, distance }) => ({ from, to, strong: distance === 0 })),
    { width: 30, height: 14 },
  );
  const nodes = ops.map((op, place): Node => ({ op, label: labels[place] ?? '', ...(boxes[place] ?? { x: 0, y: 0 }), ...(sizes[place] ?? { width: 0, height: 0 }) }));
  const wayOf = new Map(between.map(({ key }, place) => [key, ways[place]]));
  const edges = known.flatMap(({ key, from, to, latency, distance }): Edge[] => {
    const [first, last] = [nodes[from], nodes[to]];
    const way = wayOf.get(key) ?? (first && loopOf(first));
    if (!first || !last || !way) return [];
    return [{ key, from: first.op.name, to: last.op.name, latency, distance, critical: critical.has(key), ...way }];
  });
  return { nodes, edges, width: width + 44, height };
}

/** The way of a dependence of an op on itself: out of its right side and back. */
function loopOf({ x, y, width, height }: Node): Pick<Edge, 'points' | 'label'> {
  const [right, reach] = [x + width / 2, 16];
  return {
    points: [
      { x: right, y: y - height / 4 },
      { x: right + reach, y: y - height / 4 },
      { x: right + reach, y: y + height / 4 },
      { x: right, y: y + height / 4 },
    ],
    label: { x: right + reach + 14, y },
  };
}
