// The tiles of a map, found and told of.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { Index, pieceAt, wordsFor } = await load('tiles/map.ts');
const { cellSize } = await load('tiles/draw.ts');

// m, n, batch, first K tile, K tiles, worker, wave, start, end
const pieces = [
  [0, 0, 0, 0, 4, 0, 0, 0, 4],
  [0, 1, 0, 2, 2, 1, 0, 0, 2],
  [0, 1, 0, 0, 2, 1, 1, 2, 5],
  [0, 1, 1, 0, 4, 0, 1, 4, 8],
];
const map = { tiles: [1, 2, 2], k_tiles: 4, pieces: pieces.length, pieces_data: Uint32Array.from(pieces.flat()) };

test('a tile has its pieces in the order of their starts', () => {
  const index = new Index(map);
  assert.deepEqual(
    index.piecesOf(0, 1, 0).map(({ order }) => order),
    [1, 2],
  );
  assert.deepEqual(
    index.piecesOf(0, 1, 1).map(({ order }) => order),
    [3],
  );
  assert.deepEqual(index.piecesOf(0, 0, 1), []);
});

test('a piece is told of in words, a part of a tile as a part', () => {
  assert.equal(wordsFor(pieceAt(map, 0), 4), 'worker 0, iteration 0, K tiles 0 to 3 of 4, number 0 to start, at 0 until 4');
  assert.match(wordsFor(pieceAt(map, 2), 4), /worker 1, iteration 1, K tiles 0 to 1 of 4.*joined with the other parts$/);
});

test('tiles fit the width and the height, whole pixels where they are boxes', () => {
  const size = (m, n) => Object.values(cellSize({ tiles: [m, n, 1] }, 700));
  assert.deepEqual(size(2, 2), [44, 44]);
  assert.deepEqual(size(10, 50), [14, 14]);
  assert.deepEqual(size(1000, 1000), [0.64, 0.64]);
  // A strip is no thread: it is wide, or high, enough to be looked at.
  assert.deepEqual(size(1, 7000), [0.1, 240]);
  assert.deepEqual(size(6400, 1), [240, 0.1]);
});
