// The ops that a hold of the reservation table is in the way of: what keeps each op from being issued a cycle earlier. No drawing here.

import type { Drawable, Op } from './model';

/** An op that would be issued earlier but for others, and the cycle from which its operands are there. */
export interface Waiting {
  op: Op;
  ready: number;
}

/** For a resource by its place, and rows of it: the ops that would be issued a cycle earlier but for what is held there. */
export function inTheWay({ graph, solution }: Drawable, ops: readonly Op[]): (resource: number, from: number, to: number) => Waiting[] {
  const ii = solution.ii ?? 1;
  const start = new Map(ops.map((op) => [op.id, op.start]));
  const held = (resource: number, row: number): number => (solution.table?.[resource] ?? []).find(({ from, to }) => from <= row && row < to)?.units ?? 0;
  const met = new Map<string, Waiting[]>();
  for (const op of ops) {
    const arrivals = graph.edges.flatMap(({ src, dst, latency, distance }) => {
      const before = start.get(src);
      return dst === op.id && before !== undefined ? [before + latency - ii * distance] : [];
    });
    const ready = Math.max(0, ...arrivals);
    if (ready >= op.start) continue;
    const uses = (graph.ops[op.id]?.footprint ?? []).flatMap((cycle, after) => cycle.map(({ res, count }) => ({ res, count, after })));
    const row = (cycle: number): number => ((cycle % ii) + ii) % ii;
    const key = (resource: number, at: number): string => `${resource}:${at}`;
    // Its own units are free for it wherever it is.
    const own = new Map<string, number>();
    for (const { res, count, after } of uses) own.set(key(res, row(op.start + after)), (own.get(key(res, row(op.start + after))) ?? 0) + count);
    const blocked = uses
      .map(({ res, count, after }) => ({ res, count, at: row(op.start - 1 + after) }))
      .filter(({ res, count, at }) => held(res, at) - (own.get(key(res, at)) ?? 0) + count > (graph.resources[res]?.capacity ?? 0));
    for (const place of new Set(blocked.map(({ res, at }) => key(res, at)))) met.set(place, [...(met.get(place) ?? []), { op, ready }]);
  }
  return (resource, from, to) => {
    const found = Array.from({ length: to - from }, (_, at) => met.get(`${resource}:${from + at}`) ?? []).flat();
    return found.filter(({ op }, at) => found.findIndex((one) => one.op === op) === at);
  };
}
