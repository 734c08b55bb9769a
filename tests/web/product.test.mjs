// The product of a kernel, as the tile map reads it off its Tile IR.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { at } from '../../scripts/lib/places.mjs';
import { load } from './load.mjs';

const { kernelProduct } = await load('tiles/kernel.ts');
const read = (name) => readFileSync(at('tests', name), 'utf8');
const swizzled = read('kernels/tiles_swizzled.mlir');
const tile = { tile: [64, 64, 32], element_bytes: 2 };

test('tile, walk, panels and extents are those of the kernel', () => {
  const found = kernelProduct(swizzled);
  assert.deepEqual(found.problem, { ...tile, scheduler: 'static-persistent', raster: 'along-m', swizzle: 8 });
  assert.deepEqual(found.open, ['M', 'N', 'K']);
  assert.match(found.words, /64 × 64 × 32 in f16/);
  assert.match(found.taken, /resident.*panels of 8/);
  for (const name of ['tiles_persistent', 'tiles_roles'])
    assert.deepEqual(kernelProduct(read(`kernels/${name}.mlir`)).problem, { ...tile, scheduler: 'static-persistent', raster: 'along-m', swizzle: 1 }, name);
  assert.deepEqual(kernelProduct(read('kernels/matmul.mlir')).problem.scheduler, 'data-parallel');
  assert.deepEqual(kernelProduct(read('cutile/gemm.mlir')).problem, { ...tile, scheduler: 'data-parallel', raster: 'along-m', swizzle: 1 });
  const known = kernelProduct(read('cutile/gemm.mlir').replaceAll('tensor_view<?x?xf16', 'tensor_view<512x256xf16'));
  assert.deepEqual([known.problem.m, known.problem.n, known.problem.k, known.open], [512, 256, 256, []]);
});

test('other panels are other panels', () => {
  const found = kernelProduct(swizzled.replace('%eight = constant <i32: 8>', '%eight = constant <i32: 4>'));
  assert.equal(found.problem.swizzle, 4);
});

test('an order that no scheduler has is not named', () => {
  const found = kernelProduct(swizzled.replace('%n_idx = addi %base, %within', '%n_idx = addi %base, %one'));
  assert.deepEqual(found.problem, tile);
  assert.match(found.taken, /cannot name/);
});

test('a tile block that is a cluster has the tiles of its CTAs', () => {
  const { problem } = kernelProduct(read('kernels/tiles_cluster.mlir'));
  assert.deepEqual([problem.tile, problem.swizzle], [[256, 64, 32], 8]);
});

test('a kernel without a product, or with two of different tiles, has none', () => {
  assert.equal(kernelProduct(read('kernels/vadd.mlir')), null);
  assert.equal(kernelProduct(''), null);
  assert.equal(kernelProduct(`${swizzled}\n%x = mmaf %p, %q, %r : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>`), null);
});
