// Names by which functions that are alike stand together.

import assert from 'node:assert/strict';
import test from 'node:test';
import { named } from '../lib/order.mjs';

/** A number below 16384, as modules have it, in two bytes. */
const wide = (number) => [(number % 128) + 128, number >> 7];
const section = (id, bytes) => [id, ...wide(bytes.length), ...bytes];

/** A function that puts `number` on the stack and takes it off, several times. */
const pushing = (number) => [26, 0, ...Array(8).fill([0x41, number, 0x1a]).flat(), 0x0b];

test('functions stand beside those that are like them, behind those that are called most', () => {
  const kinds = Array.from({ length: 140 }, (_, index) => (index < 128 ? 2 : index % 2));
  const module = Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [...wide(kinds.length), ...kinds.map(() => 0)]),
    ...section(10, [...wide(kinds.length), ...kinds.flatMap(pushing)]),
  ]);
  const [names] = WebAssembly.Module.customSections(new WebAssembly.Module(named(module)), 'name');
  const order = [...Buffer.from(names).toString('latin1').matchAll(/\d{6}/g)].map(([name]) => Number(name));
  const kept = kinds.slice(0, 128).map((_, index) => index);
  assert.deepEqual(order.slice(0, 128), kept);
  const behind = order
    .slice(128)
    .map((place, index) => ({ place, kind: kinds[128 + index] }))
    .sort((a, b) => a.place - b.place);
  assert.equal(behind.filter(({ kind }, index) => kind !== behind[index - 1]?.kind).length, 2);
});
