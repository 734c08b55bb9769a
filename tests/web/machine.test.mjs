// Changes to the scheduler's model, by which a loop's II would be lower.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { load } from './load.mjs';

const { changedModel, differences, modelChange } = await load('machine.ts');
const stock = readFileSync(new URL('../../crates/machine/data/atoms.json', import.meta.url), 'utf8');
const changes = (change) => differences(JSON.parse(stock), JSON.parse(changedModel(stock, change))).map(({ path, was, is }) => `${path}: ${was} -> ${is}`);

const graph = {
  resources: [{ name: 'warp.issue' }, { name: 'named_barrier (pool)' }, { name: 'tp_smem_rd' }],
  ops: [
    { kind: 'bar', latency: 1 },
    { kind: 'smem_rd_s', latency: 4 },
  ],
  edges: [
    { src: 1, dst: 0, latency: 4, distance: 1 },
    { src: 1, dst: 0, latency: 2, distance: 1 },
  ],
};

test('a change to a loop is one to the model where the loop has it from there', () => {
  assert.deepEqual(modelChange({ unit: 0 }, graph), { unit: 'issue' });
  assert.deepEqual(modelChange({ unit: 1 }, graph), { unit: 'named_barrier (pool)' });
  assert.deepEqual(modelChange({ latency: 0, by: 2 }, graph), { kind: 'smem_rd_s', by: 2 });
  assert.equal(modelChange({ latency: 1, by: 1 }, graph), null, 'no latency of the op');
  assert.equal(modelChange({ distance: 0 }, graph), null, 'a change to the kernel');
});

test('one more unit of a pool, of a slot, and a shorter latency', () => {
  assert.deepEqual(changes({ unit: 'named_barrier (pool)' }), ['pools › named_barrier › capacity: 3 -> 4']);
  assert.deepEqual(changes({ kind: 'bar_wait', by: 1 }), ['atoms › bar_wait › latency: 2 -> 1']);
  const { slots, pools, atoms } = JSON.parse(changedModel(stock, { unit: 'tp_smem_rd' }));
  assert.ok(!slots.some(({ name }) => name === 'tp_smem_rd'));
  assert.deepEqual(
    pools.find(({ name }) => name === 'tp_smem_rd'),
    { name: 'tp_smem_rd', capacity: 2, scope: 'sm' },
  );
  const read = atoms.find(({ kind }) => kind === 'smem_rd');
  assert.ok(!read.slots.some(([name]) => name === 'tp_smem_rd') && read.pools.some((held) => held.join() === 'tp_smem_rd,0,7,1'));
  // A file that is written again is as it was.
  const twice = changedModel(changedModel(stock, { unit: 'named_barrier (pool)' }).replace('"named_barrier","capacity":4', '"named_barrier","capacity":3'), { kind: 'bar_wait', by: 1 });
  assert.deepEqual(JSON.parse(twice), JSON.parse(changedModel(stock, { kind: 'bar_wait', by: 1 })));
});

test('what the model has not, or would not bear, is no change to it', () => {
  assert.equal(changedModel(stock, { unit: 'threads' }), null);
  assert.equal(changedModel(stock, { unit: 'dual_alu' }), null, 'a pool has that name');
  assert.equal(changedModel(stock, { kind: 'bar_wait', by: 2 }), null, 'nothing takes no time');
  assert.equal(changedModel(stock, { kind: 'nothing', by: 1 }), null);
});
