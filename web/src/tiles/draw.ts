// Draws a tile map. Small tiles are pixels of an image; large ones are boxes with numbers.

import { AT, PIECE, type TileMap } from './map';

export const BY = ['worker', 'wave', 'order'] as const;
export type By = (typeof BY)[number];

/** A picture to draw. */
export interface Picture {
  map: TileMap;
  batch: number;
  by: By;
  /** Pieces that start later are left blank. */
  time: number;
  /** The tile that is looked at. */
  cursor: { m: number; n: number } | null;
  dark: boolean;
}

/** Pixels of a tile from which on it is drawn as a box. */
const BOX = 4;
/** Height of numbers in pixels, width of a digit as a part of it, and the smallest that is legible. */
const [FONT, DIGIT, LEGIBLE] = [11, 0.62, 8];
/** The largest tile, the tallest drawing and the thinnest strip, in pixels. */
const [LARGEST, TALLEST, THINNEST] = [44, 640, 240];

/** The view that shows most at a glance: in small tiles the colours of workers blur. */
export const bestBy = ({ tiles: [m, n] }: TileMap): By => (Math.max(m, n) > 160 ? 'order' : 'worker');

/** Pixels of a tile. */
export interface Cell {
  wide: number;
  high: number;
}

/** Pixels of a tile when the drawing may be `width` wide: a square, but that a strip has a width to look at. */
export function cellSize({ tiles: [m, n] }: TileMap, width: number): Cell {
  const [wide, high] = [Math.min(LARGEST, width / n), Math.min(LARGEST, TALLEST / m)];
  const side = Math.min(wide, high);
  if (side >= BOX) return { wide: Math.floor(side), high: Math.floor(side) };
  return { wide: Math.max(side, Math.min(width, THINNEST) / n), high: Math.max(side, Math.min(TALLEST, THINNEST) / m) };
}

interface Colours {
  /** CSS colour number `key` of `count`. */
  of(key: number, count: number): [number, number, number];
  blank: [number, number, number];
  ink: string;
}

/** Far apart in hue for neighbours in number: the golden angle. */
const HUE = 137.508;

function coloursFor({ by, dark }: Picture): Colours {
  const light = dark ? 0.4 : 0.76;
  return {
    of: (key, count) => (by === 'order' ? rgb(205, 0.5, dark ? 0.2 + (0.4 * key) / count : 0.9 - (0.42 * key) / count) : rgb((key * HUE) % 360, 0.5, light - 0.07 * (key % 3))),
    blank: dark ? [28, 35, 41] : [240, 242, 241],
    ink: dark ? '#f4f7f9' : '#14191d',
  };
}

/** Hue in degrees, saturation and lightness, as bytes. */
function rgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (place: number): number => {
    const k = (place + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

const css = ([red, green, blue]: [number, number, number]): string => `rgb(${red}, ${green}, ${blue})`;

/** Draws on `canvas`, which gets the size it needs to be `width` wide at most. */
export function draw(canvas: HTMLCanvasElement, picture: Picture, width: number): void {
  const { tiles } = picture.map;
  const [m, n] = tiles;
  const cell = cellSize(picture.map, width);
  const [wide, high] = [Math.max(1, Math.round(n * cell.wide)), Math.max(1, Math.round(m * cell.high))];
  const isBox = hasBoxes(picture.map, width);
  const ratio = isBox ? devicePixelRatio : 1;
  // Setting a size clears the canvas, and is slow: only when it changes.
  if (canvas.width !== Math.round(wide * ratio)) canvas.width = Math.round(wide * ratio);
  if (canvas.height !== Math.round(high * ratio)) canvas.height = Math.round(high * ratio);
  canvas.style.setProperty('width', `${wide}px`);
  canvas.style.setProperty('height', `${high}px`);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (isBox) boxes(context, picture, cell.wide);
  else pixels(context, picture, wide, high);
  if (picture.cursor) mark(context, picture, cell);
}

/** Where boxes are drawn: a canvas, or a text of SVG. */
type Ground = Pick<CanvasRenderingContext2D, 'clearRect' | 'fillRect' | 'fillText' | 'fillStyle' | 'font' | 'textAlign' | 'textBaseline'>;

/** Whether tiles are boxes, not pixels, where the drawing may be `width` wide. */
export function hasBoxes(map: TileMap, width: number): boolean {
  const { wide, high } = cellSize(map, width);
  return Math.min(wide, high) >= BOX;
}

/** A drawing of boxes as an SVG file. */
export function svgOf(picture: Picture, width: number): string {
  const [m, n] = picture.map.tiles;
  const { wide } = cellSize(picture.map, width);
  let shapes = '';
  const ground: Ground = {
    fillStyle: '',
    font: '',
    textAlign: 'center',
    textBaseline: 'middle',
    clearRect: () => undefined,
    fillRect(x, y, width, height) {
      shapes += `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${this.fillStyle}"/>\n`;
    },
    fillText(text, x, y) {
      shapes += `<text x="${x}" y="${y}" fill="${this.fillStyle}" font-size="${parseFloat(this.font)}">${text}</text>\n`;
    },
  };
  boxes(ground, picture, wide);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${n * wide}" height="${m * wide}" font-family="ui-monospace, monospace" text-anchor="middle" dominant-baseline="central">\n<title>Tile map</title>\n${shapes}</svg>\n`;
}

/** The colour key of the piece at `at`, and how many keys there are. */
const keyOf = ({ by, map }: Picture): { field: number; count: number } => ({
  field: by === 'worker' ? AT.worker : by === 'wave' ? AT.wave : -1,
  count: by === 'worker' ? map.workers : by === 'wave' ? map.waves : map.pieces,
});

function pixels(context: CanvasRenderingContext2D, picture: Picture, wide: number, high: number): void {
  const { map, batch, time } = picture;
  const [m, n] = map.tiles;
  const colours = coloursFor(picture);
  const { field, count } = keyOf(picture);
  // Orders share a palette of this many colours.
  const shades = Math.min(count, 4096);
  const word = ([red, green, blue]: [number, number, number]): number => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  const palette = Uint32Array.from({ length: Math.max(shades, 1) }, (_, key) => word(colours.of(key, shades)));
  const image = new ImageData(n, m);
  const out = new Uint32Array(image.data.buffer).fill(word(colours.blank));
  const data = map.pieces_data;
  for (let piece = 0, at = 0; piece < map.pieces; piece++, at += PIECE) {
    // Pieces are in the order of starts: all others start later still.
    if ((data[at + AT.start] ?? 0) >= time) break;
    if (data[at + AT.batch] !== batch) continue;
    const key = field < 0 ? Math.floor((piece * shades) / count) : (data[at + field] ?? 0) % shades;
    out[(data[at + AT.m] ?? 0) * n + (data[at + AT.n] ?? 0)] = palette[key] ?? 0;
  }
  const small = new OffscreenCanvas(n, m);
  small.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = wide < n || high < m;
  context.clearRect(0, 0, wide, high);
  context.drawImage(small, 0, 0, wide, high);
}

function boxes(context: Ground, picture: Picture, cell: number): void {
  const { map, batch, time } = picture;
  const [m, n] = map.tiles;
  const colours = coloursFor(picture);
  const { field, count } = keyOf(picture);
  const gap = cell >= 8 ? 1 : 0;
  const data = map.pieces_data;
  context.clearRect(0, 0, n * cell, m * cell);
  context.fillStyle = css(colours.blank);
  for (let row = 0; row < m; row++) for (let column = 0; column < n; column++) context.fillRect(column * cell, row * cell, cell - gap, cell - gap);
  const font = Math.min(FONT, cell * 0.42);
  context.font = `${font}px ui-monospace, monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let piece = 0, at = 0; piece < map.pieces; piece++, at += PIECE) {
    const [start, end] = [data[at + AT.start] ?? 0, data[at + AT.end] ?? 0];
    if (start >= time) break;
    if (data[at + AT.batch] !== batch) continue;
    const key = field < 0 ? piece : (data[at + field] ?? 0);
    // A part of K is a part of the width; what is done of it by now fills it from below.
    const [from, part] = [(data[at + AT.kStart] ?? 0) / map.k_tiles, (data[at + AT.kCount] ?? 0) / map.k_tiles];
    const done = Math.min(1, (time - start) / Math.max(1, end - start));
    const [x, y, side] = [(data[at + AT.n] ?? 0) * cell, (data[at + AT.m] ?? 0) * cell, cell - gap];
    context.fillStyle = css(colours.of(key, Math.max(count, 1)));
    context.fillRect(x + from * side, y + side * (1 - done), Math.max(part * side - (part < 1 ? 0.75 : 0), 0.5), side * done);
    if (font >= LEGIBLE && part * side > String(key).length * font * DIGIT + 2) {
      context.fillStyle = colours.ink;
      context.fillText(String(key), x + (from + part / 2) * side, y + side / 2 + 0.5);
    }
  }
}

function mark(context: CanvasRenderingContext2D, { cursor, dark }: Picture, cell: Cell): void {
  if (!cursor) return;
  const [wide, high] = [Math.max(cell.wide, 6), Math.max(cell.high, 6)];
  context.lineWidth = 2;
  context.strokeStyle = dark ? '#ffffff' : '#000000';
  context.strokeRect(cursor.n * cell.wide + (cell.wide - wide) / 2 + 1, cursor.m * cell.high + (cell.high - high) / 2 + 1, Math.max(wide - 2, 2), Math.max(high - 2, 2));
}
