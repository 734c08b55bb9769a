// The names of a kernel in Python, where the compiler speaks of its Tile IR.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { inPython, pythonName } = await load('python/names.ts');
const { versionIn } = await load('editor/values.ts');

test('names of Tile IR become those of Python', () => {
  const parameters = new Set(['A', 'N', 'x_size0']);
  assert.equal(inPython('the write of item 0 in %a[0] and of %acc_1; 5 % of %A', parameters), 'the write of item 0 in a[0] and of acc_1; 5 % of A');
  assert.equal(pythonName('A_size0', parameters), 'A.shape[0]');
  assert.equal(pythonName('A_stride1', parameters), 'A.strides[1]');
  assert.equal(pythonName('x_size0', parameters), 'x_size0', 'a parameter of its own');
  assert.equal(pythonName('y_size0', parameters), 'y_size0', 'no array is called that');
});

test('a word of Python is the value that it has in the line', () => {
  const ir = ['  %t, %1 = load_view_tko weak %2[%x_1, %k_2] token = %0', '  %x_3 = mmaf %t, %x_1, %x', '  %x_4 = addf %x_3, %x_10b'];
  const at = (line, column, made = ir) => versionIn(line, column, made);
  assert.equal(at('    x = f(x)', 4), '%x_4', 'the last that is made, where it is assigned to');
  assert.equal(at('    t, x = f(x)', 7), '%x_4');
  assert.equal(at('    x += f(k)', 5), '%x_4');
  assert.equal(at('    y = f(x)', 10), '%x', 'the name itself before others, where it is used');
  assert.equal(at('    y = f(k)', 10), '%k_2');
  assert.equal(at('    if x == k:', 12), '%k_2', 'a comparison assigns nothing');
  assert.equal(at('    f(x, t=1)', 6), '%x');
  assert.equal(at('    y = t', 8), '%t', 'made by what comes of the line, where it is not used there');
  assert.equal(at('    z = w', 8), '%w', 'nothing comes of it');
  assert.equal(at('    x = 1', 4, []), '%x');
  assert.equal(at('    x = 1', 2), null);
});
