// The dependence graph of a loop, laid out by a library that comes when the graph is looked at. No drawing here.

import { Graph, layout } from '@dagrejs/dagre';
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
  const made = new Graph({ multigraph: true });
  made.setGraph({ rankdir: 'TB', nodesep: 22, ranksep: 34, edgesep: 12, marginx: 12, marginy: 12 });
  made.setDefaultEdgeLabel(() => ({}));
  const byId = new Map(ops.map((op) => [op.id, op]));
  for (const op of ops) {
    const label = `${op.id} ${ownName(op)}`;
    made.setNode(String(op.id), { label, width: Math.ceil(label.length * LETTER) + 16, height: HEIGHT });
  }
  const critical = new Set(solution.bounds?.recurrence.circuit ?? []);
  const known = graph.edges.flatMap((edge, key) => (byId.has(edge.src) && byId.has(edge.dst) ? [{ ...edge, key }] : []));
  for (const { src, dst, distance, key } of known) {
    if (src === dst) continue;
    // A dependence on an earlier iteration runs against the order of the loop: it is laid out the other way round.
    const [from, to] = distance > 0 ? [dst, src] : [src, dst];
    made.setEdge(String(from), String(to), { width: 30, height: 14, labelpos: 'c', weight: distance > 0 ? 0 : 1 }, String(key));
  }
  layout(made);
  const nodes = ops.map((op): Node => {
    const { x, y, width, height, label } = made.node(String(op.id)) as { x: number; y: number; width: number; height: number; label: string };
    return { op, label, x, y, width, height };
  });
  const place = new Map(nodes.map((node) => [node.op.id, node]));
  const edges = known.flatMap(({ src, dst, latency, distance, key }): Edge[] => {
    const [from, to] = [byId.get(src)?.name ?? '', byId.get(dst)?.name ?? ''];
    const common = { key, from, to, latency, distance, critical: critical.has(key) };
    const own = place.get(src);
    if (src === dst) return own ? [{ ...common, ...loopOf(own) }] : [];
    const [a, b] = distance > 0 ? [dst, src] : [src, dst];
    const way = made.edge(String(a), String(b), String(key)) as { points: { x: number; y: number }[]; x?: number; y?: number };
    const points = distance > 0 ? [...way.points].reverse() : way.points;
    const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
    return [{ ...common, points, label: { x: way.x ?? middle.x, y: way.y ?? middle.y } }];
  });
  const { width = 0, height = 0 } = made.graph() as { width?: number; height?: number };
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
