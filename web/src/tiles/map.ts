// A tile map: who computes which tile, when. Pieces are numbers in one array, for there may be millions.

import type { TileFacts } from '../generated/types';

/** The answer of the compiler's module. */
export interface TileMap extends TileFacts {
  /** Nine numbers for each piece, in the order of starts. */
  pieces_data: Uint32Array;
}

/** A piece of work: a tile, or a part of its K range. Times count K tiles. */
export interface Piece {
  /** Its place in the order of starts. */
  order: number;
  m: number;
  n: number;
  batch: number;
  kStart: number;
  kCount: number;
  worker: number;
  /** The number of pieces that its worker did before. */
  wave: number;
  start: number;
  end: number;
}

/** Numbers of a piece in the array. */
export const PIECE = 9;
/** Where they are. */
export const AT = { m: 0, n: 1, batch: 2, kStart: 3, kCount: 4, worker: 5, wave: 6, start: 7, end: 8 } as const;

/** Piece number `order`. */
export function pieceAt({ pieces_data: data }: TileMap, order: number): Piece {
  const number = (field: number): number => data[order * PIECE + field] ?? 0;
  return {
    order,
    m: number(AT.m),
    n: number(AT.n),
    batch: number(AT.batch),
    kStart: number(AT.kStart),
    kCount: number(AT.kCount),
    worker: number(AT.worker),
    wave: number(AT.wave),
    start: number(AT.start),
    end: number(AT.end),
  };
}

/** Finds the pieces of a tile. */
export class Index {
  #first: Int32Array;
  #next: Int32Array;
  readonly #map: TileMap;

  constructor(map: TileMap) {
    this.#map = map;
    const [m, n, l] = map.tiles;
    this.#first = new Int32Array(m * n * l).fill(-1);
    this.#next = new Int32Array(map.pieces).fill(-1);
    const data = map.pieces_data;
    // From the last to the first, so that each list is in the order of starts.
    for (let piece = map.pieces - 1; piece >= 0; piece--) {
      const at = piece * PIECE;
      const tile = this.#tile(data[at + AT.m] ?? 0, data[at + AT.n] ?? 0, data[at + AT.batch] ?? 0);
      this.#next[piece] = this.#first[tile] ?? -1;
      this.#first[tile] = piece;
    }
  }

  #tile(m: number, n: number, batch: number): number {
    const [rows, columns] = this.#map.tiles;
    return (batch * rows + m) * columns + n;
  }

  /** The pieces of a tile, in the order of their starts. */
  piecesOf(m: number, n: number, batch: number): Piece[] {
    const pieces: Piece[] = [];
    for (let at = this.#first[this.#tile(m, n, batch)] ?? -1; at >= 0; at = this.#next[at] ?? -1) pieces.push(pieceAt(this.#map, at));
    return pieces;
  }
}

/** A piece in words. */
export function wordsFor(piece: Piece, kTiles: number): string {
  const part = piece.kCount < kTiles ? `, joined with the other parts` : '';
  return `worker ${piece.worker}, iteration ${piece.wave}, K tiles ${piece.kStart} to ${piece.kStart + piece.kCount - 1} of ${kTiles}, number ${piece.order} to start, at ${piece.start} until ${piece.end}${part}`;
}

/** The map as a table, a row a piece, in the order of starts. */
export function asTable(map: TileMap): { head: string[]; rows: number[][] } {
  const { pieces, pieces_data: data } = map;
  return {
    head: ['Row of tiles', 'Column', 'Batch', 'First K tile', 'K tiles', 'Worker', 'Iteration', 'Start', 'End'],
    rows: Array.from({ length: pieces }, (_, piece) => [...data.subarray(piece * PIECE, (piece + 1) * PIECE)]),
  };
}
