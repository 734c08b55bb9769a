// The names of a kernel in Python, where the compiler speaks of its Tile IR.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { inPython, pythonName } = await load('python/names.ts');

test('names of Tile IR become those of Python', () => {
  const parameters = new Set(['A', 'N', 'x_size0']);
  assert.equal(inPython('the write of item 0 in %a[0] and of %acc_1; 5 % of %A', parameters), 'the write of item 0 in a[0] and of acc_1; 5 % of A');
  assert.equal(pythonName('A_size0', parameters), 'A.shape[0]');
  assert.equal(pythonName('A_stride1', parameters), 'A.strides[1]');
  assert.equal(pythonName('x_size0', parameters), 'x_size0', 'a parameter of its own');
  assert.equal(pythonName('y_size0', parameters), 'y_size0', 'no array is called that');
});
