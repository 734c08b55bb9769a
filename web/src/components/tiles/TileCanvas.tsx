// The map itself: looked at with the pointer or the arrow keys, and played through time.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count } from '../../format';
import { isDark } from '../../state';
import { bestBy, BY, type By, cellSize, draw, hasBoxes, svgOf } from '../../tiles/draw';
import { asTable, Index, type TileMap, wordsFor } from '../../tiles/map';
import { useNumber } from '../number';
import { type Data, Figure } from '../schedule/Figure';

/** The time that a whole run plays, and that one wave stands where motion is not wanted; in milliseconds. */
const [RUN, STAND] = [6000, 900];
/** Pieces of one tile that are told of. */
const TOLD = 4;

const NAMES: { [by in By]: string } = { worker: 'worker', wave: 'iteration of the worker', order: 'order of starts' };

interface View {
  map: TileMap;
  batch: number;
  time: number;
  /** The tile looked at. */
  cursor: { m: number; n: number } | null;
}

export function TileCanvas({ map }: { map: TileMap }) {
  const [chosenBy, setBy] = useState<By | null>(null);
  const by = chosenBy ?? bestBy(map);
  // Time and place belong to one map: another one begins anew.
  const whole: View = { map, batch: 0, time: map.makespan, cursor: null };
  const [view, setView] = useState(whole);
  const { batch, time, cursor } = view.map === map ? view : whole;
  const show = (change: Partial<View>): void => setView((old) => ({ ...(old.map === map ? old : whole), ...change }));
  const [width, setWidth] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const index = useMemo(() => new Index(map), [map]);
  // There may be millions of rows: they are made when they are asked for, and once.
  const table = useMemo(() => {
    let made: Data | undefined;
    return () => (made ??= asTable(map));
  }, [map]);
  const [playing, setPlaying] = usePlaying(map, time, (to) => show({ time: to }));

  useEffect(() => {
    if (!box.current) return;
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const dark = isDark.value;
  const picture = { map, batch, by, time, cursor, dark };
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    performance.mark('tiles-draw');
    draw(canvas.current, picture, width);
    performance.measure('tiles-draw', 'tiles-draw');
  }, [map, batch, by, time, cursor, dark, width]);

  const [rows, columns, batches] = map.tiles;
  const point = (event: PointerEvent): void => {
    const cell = cellSize(map, width);
    const [n, m] = [Math.floor(event.offsetX / cell.wide), Math.floor(event.offsetY / cell.high)];
    show({ cursor: m >= 0 && m < rows && n >= 0 && n < columns ? { m, n } : null });
  };
  const move = (event: KeyboardEvent): void => {
    const { m, n } = cursor ?? { m: 0, n: 0 };
    const to = { ArrowUp: [m - 1, n], ArrowDown: [m + 1, n], ArrowLeft: [m, n - 1], ArrowRight: [m, n + 1], Home: [0, 0], End: [rows - 1, columns - 1] }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const within = (at: number | undefined, count: number): number => Math.max(0, Math.min(count - 1, at ?? 0));
    show({ cursor: cursor || event.key === 'End' ? { m: within(to[0], rows), n: within(to[1], columns) } : { m: 0, n: 0 } });
  };
  const goTo = (at: number): void => {
    setPlaying(false);
    show({ time: at });
  };
  const facts = `${rows} × ${columns}${batches > 1 ? ` × ${batches}` : ''} ${map.tile_of} tiles of ${count(map.k_tiles, 'K tile')} each, ${count(map.workers, map.tile_of === 'CTA' ? 'CTA' : 'cluster')}, ${count(map.waves, 'wave')}, ${(map.idle * 100).toFixed(1)} % idle`;
  return (
    <section>
      <h2>Tile map</h2>
      <p class="quiet">{facts}. Rows are M, columns N.</p>
      <div class="tile-bar">
        <label>
          <span>Colour and number</span>
          <select value={by} onChange={(event) => setBy(event.currentTarget.value as By)}>
            {BY.map((name) => (
              <option key={name} value={name}>
                {NAMES[name]}
              </option>
            ))}
          </select>
        </label>
        {batches > 1 && (
          <label>
            <span>Batch</span>
            <Batch batch={batch} most={batches - 1} choose={(batch) => show({ batch })} />
          </label>
        )}
        <button type="button" class="button small" onClick={() => setPlaying(!playing)}>
          {playing ? 'Pause' : 'Play'}
        </button>
        <label class="time">
          <span>Time</span>
          <input type="range" min={0} max={map.makespan} value={time} aria-valuetext={`${Math.round(time)} of ${map.makespan}`} onInput={(event) => goTo(Number(event.currentTarget.value))} />
          <span class="number">
            {Math.round(time)} of {map.makespan}
          </span>
        </label>
      </div>
      <div ref={box} class="tile-box">
        <canvas ref={canvas} role="application" tabIndex={0} aria-label={`Tile map: ${facts}. Arrow keys go from tile to tile.`} onPointerMove={point} onPointerDown={point} onKeyDown={move} />
      </div>
      <Figure name="Tile map" drawing={box} data={table} svg={hasBoxes(map, width) ? () => svgOf(picture, width) : null} />
      <p class="says tile-words" role="status">
        {cursor ? <Words index={index} map={map} cursor={cursor} batch={batch} /> : 'Point at a tile, or go to it with the arrow keys.'}
      </p>
    </section>
  );
}

const Batch = ({ batch, most, choose }: { batch: number; most: number; choose(batch: number): void }) => <input {...useNumber({ value: batch, most, set: (to) => choose(to as number) })} max={most} />;

function Words({ index, map, cursor: { m, n }, batch }: { index: Index; map: TileMap; cursor: { m: number; n: number }; batch: number }) {
  const pieces = index.piecesOf(m, n, batch);
  const more = pieces.length - TOLD;
  return (
    <>
      <strong>
        Tile ({m}, {n}){map.tiles[2] > 1 ? ` of batch ${batch}` : ''}
      </strong>
      {pieces.length === 0 && ': nobody computes it'}
      {pieces.slice(0, TOLD).map((piece) => (
        <span key={piece.order}>: {wordsFor(piece, map.k_tiles)}</span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

/** Plays time forward: smoothly, or from wave to wave where motion is not wanted. */
function usePlaying(map: TileMap, time: number, setTime: (time: number) => void): [boolean, (playing: boolean) => void] {
  const [playing, setPlaying] = useState(false);
  const [now, set] = [useRef(time), useRef(setTime)];
  now.current = time;
  set.current = setTime;
  useEffect(() => {
    if (!playing) return;
    const end = map.makespan;
    const step = end / Math.max(1, map.waves);
    const from = now.current >= end ? 0 : now.current;
    let stop = false;
    const reach = (to: number): void => {
      set.current(Math.min(end, to));
      if (to >= end) setPlaying(false);
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      reach(from + step);
      const timer = setInterval(() => reach(Math.floor(now.current / step + 1.001) * step), STAND);
      return () => clearInterval(timer);
    }
    const begun = performance.now();
    const frame = (at: number): void => {
      if (stop) return;
      reach(from + ((at - begun) / RUN) * end);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return () => {
      stop = true;
    };
  }, [playing, map]);
  return [playing, setPlaying];
}
