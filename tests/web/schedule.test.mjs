// The data that the drawings of a schedule are made from.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { model, timeline } = await load('schedule/model.ts');

const hold = (length, ...resources) => Array.from({ length }, () => resources.map((res) => ({ res, count: 1 })));
const seat = (stage, order, row) => ({ stage, order, row, slots: [], arm: 'permute', buffer_depth: 1 });
const held = (from, to, units, ...ops) => ({ from, to, units, ops });

/** A loop of two ops on a slot and a pool; `ii`, `start` and what is held are the test's. */
function loop(ii, start, table = []) {
  return {
    line: 1,
    strategy: '',
    why: '',
    graph: {
      name: 'test',
      resources: [
        { name: 'tma', capacity: 1 },
        { name: 'pool_barrier', capacity: 3 },
        { name: 'xu', capacity: 1 },
      ],
      ops: [
        { id: 0, name: 'load', latency: 4, footprint: hold(3, 0, 1), line: 7 },
        { id: 1, name: 'wait', latency: 1, footprint: hold(2, 1) },
      ],
      edges: [],
    },
    solution: {
      ii,
      stages_by_start: Math.floor(Math.max(...start) / ii) + 1,
      start: { 0: start[0], 1: start[1] },
      ops: { 0: seat(0, 0, start[0] % ii), 1: seat(Math.floor(start[1] / ii), 0, start[1] % ii) },
      table,
      explanation: {},
    },
    agents: [{ name: 'producer', warps: 1, registers: 40, ops: ['load'] }],
  };
}
const words = (column) => column.holds.map(({ from, to, units, ops }) => `${from}-${to} ${units} ${ops.map((op) => op.name).join('+')}`);

test('columns are what the report says is held, with the ops by name', () => {
  const table = [[held(0, 2, 1, 0), held(3, 4, 1, 0)], [held(0, 1, 1, 0), held(1, 2, 2, 0, 1)], []];
  const { columns, unused } = model(loop(4, [3, 9], table));
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['tma', 'pool_barrier'],
  );
  assert.deepEqual(unused, ['xu']);
  assert.deepEqual(words(columns[0]), ['0-2 1 load', '3-4 1 load']);
  assert.deepEqual(words(columns[1]), ['0-1 1 load', '1-2 2 load+wait']);
});

test('a hold tells which ops it keeps from an earlier cycle, and of none that has room or waits for its operands', () => {
  // In row 2 of the pool `load` has all the units but one.
  const table = [[held(0, 3, 1, 0)], [held(0, 2, 1, 0), held(2, 3, 3, 0), held(3, 4, 1, 1)], []];
  const waiting = (edges, start) => {
    const made = loop(4, start, table);
    made.graph.edges = edges;
    return model(made).columns.flatMap(({ name, holds }) => holds.flatMap(({ from, waiting }) => waiting.map(({ op, ready }) => `${name} ${from}: ${op.name} ${ready}`)));
  };
  const edge = (latency, distance = 0) => [{ src: 0, dst: 1, latency, distance }];
  assert.deepEqual(waiting(edge(1), [0, 3]), ['pool_barrier 2: wait 1']);
  assert.deepEqual(waiting(edge(6, 1), [0, 3]), ['pool_barrier 2: wait 2'], 'a dependence on the iteration before comes an II earlier');
  assert.deepEqual(waiting(edge(3), [0, 3]), [], 'it is issued as soon as it can be');
  assert.deepEqual(waiting(edge(1), [0, 6]), [], 'a cycle earlier there is room');
});

test('ops come in the order of their issue, with row, agent and line', () => {
  const { ops } = model(loop(4, [5, 2]));
  assert.deepEqual(
    ops.map(({ name, start, row, agent, line, look }) => [name, start, row, agent, line, look]),
    [
      ['wait', 2, 2, '', 0, 0],
      ['load', 5, 1, 'producer', 7, 1],
    ],
  );
});

test('short tables are drawn row by row, long ones where something changes', () => {
  const short = model(loop(40, [0, 1]));
  assert.equal(short.toScale, true);
  assert.equal(short.bands.length, 40);
  const table = [[held(100, 103, 1, 0)], [held(100, 102, 1, 0), held(102, 103, 2, 0, 1), held(103, 104, 1, 1)], []];
  const long = model(loop(500, [100, 102], table));
  assert.equal(long.toScale, false);
  assert.deepEqual(
    long.bands.map(({ from, to }) => [from, to]),
    [
      [0, 100],
      [100, 102],
      [102, 103],
      [103, 104],
      [104, 500],
    ],
  );
});

test('iterations overlap: the steady state issues every op once in each II', () => {
  const made = model(loop(4, [0, 9]));
  const { iterations, steady, drain, bars, end } = timeline(made);
  assert.deepEqual([iterations, steady, drain, end], [5, 8, 20, 4 * 4 + 11]);
  for (let from = steady; from < drain; from += made.ii) {
    for (const { op } of bars) {
      const issues = Array.from({ length: iterations }, (_, iteration) => op.start + iteration * made.ii);
      assert.equal(issues.filter((cycle) => cycle >= from && cycle < from + made.ii).length, 1, `${op.name} from ${from}`);
    }
  }
});

test('bars of one lane never overlap', () => {
  const { bars, lanes } = timeline(model(loop(4, [0, 2])));
  assert.equal(lanes, 2);
  for (const a of bars) for (const b of bars) assert.ok(a === b || a.lane !== b.lane || a.to <= b.from || b.to <= a.from);
});

test('a refused loop has no model', () => {
  assert.equal(model(loop(null, [0, 0])), null);
});

const { lanes, liveRange } = await load('schedule/lanes.ts');

/** A loop whose load has a ring: `wait` uses what it brings, `distance` iterations later. */
function ringed(distance, depth) {
  const made = loop(4, [0, 5]);
  made.graph.edges = [{ src: 0, dst: 1, latency: 4, distance }];
  made.solution.ops[1] = { ...made.solution.ops[1], buffer_depth: null };
  return { ...made, depth: { chosen: depth } };
}

test('a buffer is held from the load to the last use, and by one iteration at a time', () => {
  const one = ringed(0, 2);
  assert.deepEqual(liveRange(one, model(one)), { from: 0, to: 7 });
  const { buffers, agents } = lanes(one, model(one));
  assert.deepEqual(
    agents.map(({ agent }) => agent),
    ['producer', ''],
  );
  assert.deepEqual(
    buffers.map(({ slot, holdings }) => [slot, holdings.map(({ iteration, from, to }) => [iteration, from, to])]),
    [
      [
        0,
        [
          [0, 0, 7],
          [2, 8, 15],
        ],
      ],
      [
        1,
        [
          [1, 4, 11],
          [3, 12, 19],
        ],
      ],
    ],
  );
  const late = ringed(1, 2);
  assert.deepEqual(liveRange(late, model(late)), { from: 0, to: 11 }, 'the use is an iteration later');
  assert.deepEqual(lanes(late, model(late)).buffers, [], 'more than two slots can hold: nothing is drawn that cannot be');
});

test('handing a slot back, as many iterations later as there are slots, is no use of what was in it', () => {
  const back = ringed(0, 3);
  back.graph.edges.push({ src: 0, dst: 1, latency: 1, distance: 3 });
  assert.deepEqual(liveRange(back, model(back)), { from: 0, to: 7 });
  assert.equal(lanes(back, model(back)).buffers.length, 3);
  const use = ringed(0, 3);
  use.graph.edges.push({ src: 0, dst: 1, latency: 1, distance: 2 });
  assert.deepEqual(liveRange(use, model(use)), { from: 0, to: 15 }, 'sooner than that it is one');
});
