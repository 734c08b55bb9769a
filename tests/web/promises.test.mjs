// What a kernel's text promises of its parameters.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { multiples } = await load('run/promises.ts');

const text = `
entry @other(%n: tile<i32>) {
  %m = assume div_by<64>, %n : tile<i32>
}
entry @mine(%a: tile<ptr<f16>>, %n: tile<i32>, %k: tile<i32>) {
  %0 = assume div_by<16>, %a : tile<ptr<f16>>
  %1 = assume div_by<6>, %n : tile<i32> loc(#loc)
  %2 = assume bounded<0, ?>, %1 : tile<i32>
  %3 = assume div_by<4>, %2 : tile<i32>
  %4 = assume bounded<0, ?>, %k : tile<i32>
}
`;

test('promises of a value that has others are together those of the parameter, of one kernel alone', () => {
  assert.deepEqual(Object.fromEntries(multiples(text, 'mine')), { a: 16, n: 12 });
  assert.equal(multiples(text, 'other').get('n'), 64);
  assert.equal(multiples(text, 'oth').size, 0);
});

test('the other way to write a promise is read as well', () => {
  const other = 'cuda_tile.module @m {\n  entry @k(%n: tile<i32>) {\n    %0 = cuda_tile.assume #cuda_tile.div_by<8>, %n : !cuda_tile.tile<i32>\n';
  assert.equal(multiples(other, 'k').get('n'), 8);
});
