// The dependence graph of a loop, laid out by the tools when it is looked at. No drawing here.

import { ask } from '../actions';
import { toolbox } from '../tools';
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
  /** Both in few letters: what its label says. */
  words: string;
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

const [LETTER, HEIGHT] = [6.6, 26];

/** The graph of a loop, in the places that the tools give it. */
export async function drawn({ graph, solution }: Drawable, ops: readonly Op[]): Promise<Drawn> {
  const labels = ops.map((op) => `${op.id} ${ownName(op)}`);
  const sizes = labels.map((label) => ({ width: Math.ceil(label.length * LETTER) + 16, height: HEIGHT }));
  const at = new Map(ops.map((op, place) => [op.id, place]));
  const critical = new Set(solution.bounds?.recurrence.circuit ?? []);
  const known = graph.edges.flatMap(({ src, dst, latency, distance }, key) => {
    const [from, to] = [at.get(src), at.get(dst)];
    return from === undefined || to === undefined ? [] : [{ key, from, to, latency, distance, words: distance > 0 ? `${latency}, ${distance}` : `${latency}` }];
  });
  // A dependence on an earlier iteration may run against the order of the loop.
  const lines = known.map(({ from, to, distance }) => ({ from, to, strong: distance === 0 }));
  const label = { width: LETTER * Math.max(0, ...known.map(({ words }) => words.length)), height: 14 };
  const { boxes, ways, width, height } = await ask('layOut', { graph: { boxes: sizes, lines, label }, toolbox: await toolbox() });
  const nodes = ops.map((op, place): Node => ({ op, label: labels[place] ?? '', ...(boxes[place] ?? { x: 0, y: 0 }), ...(sizes[place] ?? { width: 0, height: 0 }) }));
  const edges = known.flatMap(({ key, from, to, ...said }, place): Edge[] => {
    const [first, last, way] = [ops[from], ops[to], ways[place]];
    return first && last && way ? [{ key, from: first.name, to: last.name, ...said, critical: critical.has(key), ...way }] : [];
  });
  return { nodes, edges, width, height };
}
