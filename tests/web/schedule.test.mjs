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

const { lanes } = await load('schedule/lanes.ts');
const { liveRange, notSaid, rings } = await load('schedule/rings.ts');
const { memory } = await load('schedule/memory.ts');

/** A loop whose load has a ring: `wait` uses what it brings, `distance` iterations later. */
function ringed(distance, depth) {
  const made = loop(4, [0, 5]);
  made.graph.edges = [{ src: 0, dst: 1, latency: 4, distance }];
  made.solution.ops[1] = { ...made.solution.ops[1], buffer_depth: null };
  return { ...made, depth: { chosen: depth }, ledger: { buffers: [] } };
}

test('a buffer is held from the load to the last use, and by one iteration at a time', () => {
  const one = ringed(0, 2);
  assert.deepEqual(liveRange(one, model(one)), { from: 0, to: 7 });
  const { buffers, agents } = lanes(rings(one, model(one)), model(one));
  assert.deepEqual(
    agents.map(({ agent }) => agent),
    ['producer', ''],
  );
  assert.deepEqual(
    buffers.map(({ name, holdings }) => [name, holdings.map(({ iteration, from, to }) => [iteration, from, to])]),
    [
      [
        'buffer 0',
        [
          [0, 0, 7],
          [2, 8, 15],
        ],
      ],
      [
        'buffer 1',
        [
          [1, 4, 11],
          [3, 12, 19],
        ],
      ],
    ],
  );
  const late = ringed(1, 2);
  assert.deepEqual(liveRange(late, model(late)), { from: 0, to: 11 }, 'the use is an iteration later');
  assert.deepEqual(lanes(rings(late, model(late)), model(late)).buffers, [], 'more than two slots can hold: nothing is drawn that cannot be');
});

test('handing a slot back, as many iterations later as there are slots, is no use of what was in it', () => {
  const back = ringed(0, 3);
  back.graph.edges.push({ src: 0, dst: 1, latency: 1, distance: 3 });
  assert.deepEqual(liveRange(back, model(back)), { from: 0, to: 7 });
  assert.equal(lanes(rings(back, model(back)), model(back)).buffers.length, 3);
  const use = ringed(0, 3);
  use.graph.edges.push({ src: 0, dst: 1, latency: 1, distance: 2 });
  assert.deepEqual(liveRange(use, model(use)), { from: 0, to: 15 }, 'sooner than that it is one');
});

/**
 * A loop that counts in rows: a producer's load, two iterations ahead of an issuer's product that reads what it brings, and whose accumulators a
 * consumer reads. `slots` of the ring of the load, and of that in tensor memory; the II is 10.
 */
function severalRings(slots, inTensor, changes = {}) {
  const op = (id, name, kind, latency, more = {}) => ({ id, name, kind, latency, footprint: hold(1, 0), line: 20 + id, class: 'compute', ...more });
  const start = [0, 2, 8];
  return {
    line: 19,
    row_cycles: 2,
    graph: {
      name: 'test',
      resources: [{ name: 'tensor cores', capacity: 1 }],
      ops: [op(0, 'tiled_load', 'nv_tileas.tiled_load', 14, { class: 'global_to_shared' }), op(1, 'dot', 'nv_tileas.dot', 4), op(2, 'addf', 'arith.addf', 3)],
      edges: [
        { src: 0, dst: 1, latency: 14, distance: 2 },
        { src: 1, dst: 2, latency: 4, distance: 0 },
        { src: 2, dst: 2, latency: 3, distance: 1 },
      ],
    },
    solution: { ii: 10, stages_by_start: 1, start: { ...start }, ops: start.map((row, order) => seat(0, order, row)), table: [[]], explanation: {} },
    agents: ['producer', 'issuer', 'consumer'].map((name, at) => ({ name, warps: 1, registers: 40, ops: [['tiled_load'], ['dot'], ['addf']][at] })),
    depth: { chosen: slots },
    ledger: {
      capacity: 1000,
      used: 400,
      buffers: [
        { name: 'buffer 0', offset: 0, slots, slot_bytes: 100, live: 'lines 20 to 21' },
        { name: 'staging', offset: 300, slots: 1, slot_bytes: 100, live: 'after the loop' },
      ],
      tensor_memory: { capacity: 512, reserved: 64, buffers: [{ what: '64x32 of f32', column: 0, columns: 64, slots: inTensor }] },
      ...changes,
    },
  };
}
const found = (loop) => rings(loop, model(loop)).map(({ name, agent, slots, places, live }) => [name, agent, slots, places.join(), live && [live.from, live.to]]);

test('rings of several products: each by who fills it, in shared and in tensor memory', () => {
  const loop = severalRings(3, 2);
  const made = model(loop);
  // The load is two iterations ahead: in the kernel's first iteration it is issued 20 rows before the schedule's product.
  assert.deepEqual(
    made.ops.map(({ name, start, at }) => [name, start, at]),
    [
      ['tiled_load', 0, 0],
      ['dot', 2, 22],
      ['addf', 8, 28],
    ],
  );
  assert.equal(timeline(made).iterations, 5);
  assert.deepEqual(found(loop), [
    ['tiled_load', 'producer', 3, 'byte 0', [0, 26]],
    ['dot', 'issuer', 2, 'column 0', [22, 31]],
  ]);
  const named = rings(loop, made, (line) => ({ 20: 'k', 21: 's' })[line]);
  const { buffers } = lanes(named, made);
  assert.deepEqual(
    buffers.map(({ name, agent, holdings }) => [name, agent, holdings.map(({ iteration, from }) => `${iteration}@${from}`).join(' ')]),
    [
      ['k[0]', 'producer', '0@0 3@30'],
      ['k[1]', 'producer', '1@10 4@40'],
      ['k[2]', 'producer', '2@20'],
      ['s[0]', 'issuer', '0@22 2@42 4@62'],
      ['s[1]', 'issuer', '1@32 3@52'],
    ],
  );
  const { spaces } = memory(loop, made, named);
  assert.deepEqual(
    spaces.map(({ held }) => held.filter(({ iteration }) => iteration === 0 || iteration === 1).map(({ name, offset, size, from, to }) => [name, offset, size, from, to])),
    [
      [
        ['k: buffer 0', 0, 100, 0, 26],
        ['k: buffer 0', 100, 100, 10, 36],
      ],
      [
        ['s: 64x32 of f32', 0, 32, 22, 31],
        ['s: 64x32 of f32', 32, 32, 32, 41],
      ],
    ],
  );
  assert.equal(notSaid(named), '');
});

test('a load is no further ahead than there are slots, and waits for its slot as long as it is in time', () => {
  // Two slots: one iteration ahead. It is issued 12 rows before its product then, and the copy takes 14.
  const late = severalRings(2, 2);
  assert.equal(model(late).ahead, 1);
  assert.deepEqual(found(late)[0].at(-1), null, 'the model has it too late for two slots');
  assert.match(notSaid(rings(late, model(late))), /more iterations on their way than there are slots of tiled_load,/);
  assert.deepEqual(
    lanes(rings(late, model(late)), model(late)).buffers.map(({ name }) => name),
    ['dot[0]', 'dot[1]'],
    'nothing is drawn that is not known',
  );
  const waits = severalRings(2, 2);
  waits.solution.start = [0, 9, 13];
  [waits.graph.ops[0].latency, waits.graph.ops[1].latency] = [8, 12];
  assert.deepEqual(found(waits)[0].at(-1), [11, 31], 'from when the iteration before has left it');
});

test('what cannot be told apart is no ring', () => {
  const shared = severalRings(3, 2);
  shared.ledger.buffers.push({ name: 'buffer 1', offset: 400, slots: 3, slot_bytes: 100, live: 'lines 20 to 21' });
  assert.deepEqual(
    found(shared).map(([name]) => name),
    ['dot'],
    'two buffers of one load',
  );
  const tensor = severalRings(3, 2);
  tensor.ledger.tensor_memory.buffers.push({ what: '64x8 of i32', column: 64, columns: 16, slots: 2 });
  assert.deepEqual(
    found(tensor).map(([name]) => name),
    ['tiled_load'],
    'two buffers of one product',
  );
});

const { ladder } = await load('schedule/ladder.ts');

/** A loop whose IIs of 1 to 9 a bound rules out, the next `proven` a search, and `failed` were tried and found none; the next one is taken. */
function searched(proven, failed) {
  const ruled = (from, to) => ({ from, to, text: `of ${from}`, certificate: 'staged', checked: 'search' });
  const ii = 10 + Math.max(proven, failed);
  const attempt = (seated, text) => ({ seated, refused: { text } });
  const candidates = Array.from({ length: failed }, (_, at) => at + 10).flatMap((own) => [
    { ii: own, feasible: false, attempts: [attempt(false, 'one arm')] },
    { ii: own, feasible: false, attempts: [attempt(false, 'another')] },
  ]);
  return {
    solution: {
      ii,
      used: 'heavy',
      bounds: null,
      explanation: { ruled_out: [ruled(1, 9), ...Array.from({ length: proven }, (_, at) => ruled(10 + at, 10 + at))], candidates: [...candidates, { ii, feasible: true, attempts: [] }] },
    },
  };
}
const rungs = (loop) => ladder(loop).map(({ from, to, outcome, why }) => `${from}-${to} ${outcome}: ${why}`);

test('an II has one rung: what is proven says more than an attempt that failed', () => {
  assert.deepEqual(rungs(searched(1, 2)), ['1-9 impossible: of 1 (checked by search)', '10-10 impossible: of 10 (checked by search)', '11-11 failed: one arm', '12-12 taken: scheduled by heavy']);
});

test('many IIs of one outcome are one rung, with the reason of the last', () => {
  assert.equal(rungs(searched(20, 20)).length, 22);
  assert.deepEqual(rungs(searched(30, 33)), [
    '1-9 impossible: of 1 (checked by search)',
    '10-39 impossible: of 39: of 39 (checked by search)',
    '40-42 failed: of 42: one arm',
    '43-43 taken: scheduled by heavy',
  ]);
});
