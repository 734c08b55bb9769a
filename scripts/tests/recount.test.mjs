// The recount of loop graphs, on machine instructions and a report of a few lines.

import assert from 'node:assert/strict';
import test from 'node:test';
import { compared, instructions, isOff, load, loops } from '../recount.mjs';

const line = (number) => `        //## File "/k.mlir", line ${number}`;
const code = (...ops) => ops.map((op, at) => `        /*${(16 * at).toString(16).padStart(4, '0')}*/                   ${op} ;`).join('\n');

/** Two iterations of a product and of an exponential; a wait for a barrier stands behind the loop. */
const sass = [
  code('MOV R1, c[0x0][0x28]'),
  '.L_x_1:',
  line(7),
  code('SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2', '@!P0 BRA `(.L_x_3)'),
  '.L_x_2:',
  code('HGMMA.64x128x16.F32 R24, gdesc[UR4], R24', 'HGMMA.64x128x16.F32 R24, gdesc[UR8], R24'),
  line(8),
  code('MUFU.EX2 R3, R4', 'MUFU.EX2 R5, R6', 'FADD R3, R3, R5', 'FADD R3, R3, R5'),
  code('SHFL.BFLY PT, R5, R3, 0x1, 0x1f', 'ISETP.NE.AND P1, PT, R2, RZ, PT', '@P1 BRA `(.L_x_1)', 'EXIT'),
  '.L_x_3:',
  line(7),
  code('SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2', '@!P0 BRA `(.L_x_3)', 'BRA `(.L_x_2)'),
].join('\n');

/** The graph of such a loop, by units: tensor cores, issue, special functions. */
const report = (product, issue, special) => {
  const rows = (res, count) => Array.from({ length: count }, () => [{ res }]);
  const graph = {
    resources: [{ name: 'tensor cores' }, { name: 'issue' }, { name: 'special functions' }],
    ops: [
      { name: 'dot', line: 7, footprint: rows(0, product) },
      { name: 'exp2', line: 8, footprint: [...rows(1, issue), ...rows(2, special)] },
    ],
  };
  const agents = [
    { name: 'consumer', warps: 4, ops: ['dot', 'exp2'] },
    { name: 'producer', warps: 4, ops: [] },
  ];
  return { schedule: { loops: [{ line: 6, row_cycles: 4, estimate: { ii_cycles: 128 }, graph, agents }] } };
};

test('a loop has what is executed in each iteration, and no waits', () => {
  const [loop, ...others] = loops(instructions(sass));
  assert.equal(others.length, 0);
  assert.deepEqual(
    loop.map(({ opcode }) => opcode),
    ['SYNCS', 'BRA', 'HGMMA', 'HGMMA', 'MUFU', 'MUFU', 'FADD', 'FADD', 'SHFL', 'ISETP', 'BRA', 'BRA'],
  );
  assert.deepEqual(load(loop, 4), { issue: 12, 'special functions': 16, shuffles: 4, 'tensor cores': 128 });
});

test('a graph that is as its instructions are is told from one that is not', () => {
  const wrong = (...counts) =>
    compared(report(...counts), sass)
      .filter(isOff)
      .map(({ unit }) => unit);
  assert.deepEqual(wrong(32, 3, 4), []);
  assert.deepEqual(wrong(40, 3, 4), ['tensor cores']);
  assert.deepEqual(wrong(32, 4, 4), ['issue']);
  assert.deepEqual(wrong(32, 3, 3), ['special functions']);
});

test('an agent without a loop is off', () => {
  const rows = compared(report(32, 3, 4), code('EXIT'));
  assert.deepEqual([rows.length, rows.every(isOff)], [1, true]);
});
