// Counting loops of products, on machine instructions of a few lines.

import assert from 'node:assert/strict';
import test from 'node:test';
import { beside, perScore } from '../product-loops.mjs';

const code = (...ops) => ops.map((op) => (op.startsWith('.L') ? op : `        /*0000*/                   ${op} ;`)).join('\n');

test('the innermost loop with the most products counts, without padding, with a wait that is late', () => {
  const sass = code(
    ...['.L_x_1:', 'MOV R2, RZ', '.L_x_2:', 'SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2', '@!P0 BRA `(.L_x_5)', '.L_x_3:'],
    ...['HGMMA.64x128x16.F32 R24, gdesc[UR4], R24', 'NOP', 'UIADD3 UR4, UR4, 0x2, URZ', 'HGMMA.64x128x16.F32 R24, gdesc[UR4], R24'],
    ...['ISETP.NE.AND P1, PT, R2, RZ, PT', 'UISETP.NE.AND UP0, UPT, UR4, URZ, UPT', 'BRA.U !UP0, `(.L_x_4)', '@P1 BRA `(.L_x_2)', '.L_x_4:'],
    ...['STL [R1], R3', '@P2 BRA `(.L_x_1)', 'EXIT', '.L_x_5:', 'SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2', '@!P0 BRA `(.L_x_5)', 'BRA `(.L_x_3)'],
  );
  assert.deepEqual(beside(sass), { each: '5.00', products: 2, spills: 1 });
});

test('a product that is repeated over the threads of a warp is a part of the loop around it', () => {
  const once = (label) => [`${label}:`, '@P0 ELECT P1, URZ, PT', 'UTCHMMA.2CTA gdesc[UR10], gdesc[UR8], tmem[UR17], tmem[UR22], idesc[UR23], UPT', `@P0 BRA.U.ANY \`(${label})`];
  const sass = code('.L_x_1:', ...once('.L_x_2'), ...once('.L_x_3'), 'UTCBAR [UR4], URZ', 'MOV R2, R3', 'ISETP.NE.AND P1, PT, R2, RZ, PT', '@P1 BRA `(.L_x_1)', 'EXIT');
  assert.deepEqual(beside(sass), { each: '4.00', products: 2, spills: 0 });
  assert.throws(() => beside(code('MOV R2, R3', 'EXIT')), /no loop multiplies/);
});

test('of loops with as many exponentials the shortest counts, for each score that becomes a half', () => {
  const loop = (label, ...more) => [
    `${label}:`,
    ...more,
    'MUFU.EX2 R3, R4',
    'F2FP.F16.F32.PACK_AB R5, R3, R4',
    'F2FP.F16.F32.PACK_AB R6, R3, R4',
    'FADD R3, R3, R5',
    'FADD R3, R3, R5',
    'FADD R3, R3, R5',
    'FADD R3, R3, R5',
    `@P0 BRA \`(${label})`,
  ];
  const sass = code(...loop('.L_x_1', ...Array(3).fill('FSEL R4, R4, -INF , P0')), ...loop('.L_x_2', 'FADD R3, R3, R5'), 'EXIT');
  assert.deepEqual(perScore(sass), { each: '2.25', scores: 4, special: '0.25' });
});
