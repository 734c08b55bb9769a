// Where boxes and lines of a graph are drawn.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { layered } = await load('schedule/layered.ts');

const LABEL = { width: 30, height: 14 };
const box = (width = 80) => ({ width, height: 26 });
const strong = (from, to) => ({ from, to, strong: true });
const weak = (from, to) => ({ from, to, strong: false });

/** Whether two rectangles, by middle and size, have a point in common. */
const meet = ([a, s], [b, t]) => Math.abs(a.x - b.x) < (s.width + t.width) / 2 && Math.abs(a.y - b.y) < (s.height + t.height) / 2;

/** Whether `point` is on the border of a box. */
const onBorder = (point, middle, { width, height }) => {
  const [x, y] = [Math.abs(point.x - middle.x) - width / 2, Math.abs(point.y - middle.y) - height / 2];
  return Math.max(x, y) > -1e-6 && Math.max(x, y) < 1e-6;
};

/** The graph laid out, once all is where it may be. */
function laid(sizes, lines) {
  const made = layered(sizes, lines, LABEL);
  const placed = made.boxes.map((middle, at) => [middle, sizes[at]]);
  const labels = made.ways.map(({ label }) => [label, LABEL]);
  for (const [middle, size] of [...placed, ...labels]) {
    assert.ok(middle.x >= size.width / 2 && middle.x <= made.width - size.width / 2, `${middle.x} of ${made.width}`);
    assert.ok(middle.y >= size.height / 2 && middle.y <= made.height - size.height / 2, `${middle.y} of ${made.height}`);
  }
  const all = [...placed, ...labels];
  for (const [at, one] of all.entries()) for (const other of all.slice(at + 1)) assert.ok(!meet(one, other), `${JSON.stringify([one, other])}`);
  for (const [at, { from, to }] of lines.entries()) {
    const { points } = made.ways[at];
    assert.ok(onBorder(points[0], ...placed[from]), `line ${at} begins at its box`);
    assert.ok(onBorder(points.at(-1), ...placed[to]), `line ${at} ends at its box`);
  }
  return made;
}

/** The number of pairs of lines that cross. */
function crossed({ ways }) {
  const pieces = ways.map(({ points }) => points.slice(1).map((end, at) => [points[at], end]));
  const turn = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const cross = ([a, b], [c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  return pieces.flatMap((one, at) => pieces.slice(at + 1).filter((other) => one.some((piece) => other.some((with_) => cross(piece, with_))))).length;
}

test('what waits for a box is below it, and a line into a later iteration may lead upwards', () => {
  const { boxes, ways } = laid([box(), box(), box()], [strong(0, 1), strong(1, 2), weak(2, 0)]);
  assert.ok(boxes[0].y < boxes[1].y && boxes[1].y < boxes[2].y);
  // Alone it is a straight column; the line back goes around the box between.
  assert.ok(Math.abs(boxes[0].x - boxes[2].x) < 40);
  const [first, last] = [ways[2].points[0], ways[2].points.at(-1)];
  assert.ok(first.y > last.y, 'it leads upwards');
});

test('lines that need not cross do not', () => {
  // A tree whose boxes come in an order that crosses, and a row of pairs that is given crosswise.
  assert.equal(crossed(laid([box(), box(), box(), box(), box(), box(), box()], [strong(0, 2), strong(0, 1), strong(1, 6), strong(2, 5), strong(1, 4), strong(2, 3)])), 0);
  const pairs = [0, 1, 2, 3].map((at) => strong(at, 7 - at));
  assert.equal(
    crossed(
      laid(
        Array.from({ length: 8 }, () => box()),
        pairs,
      ),
    ),
    0,
  );
});

test('lines that must cross are told by the count that the tests go by', () => {
  const both = [0, 1, 2].flatMap((above) => [3, 4, 5].map((below) => strong(above, below)));
  assert.ok(
    crossed(
      laid(
        Array.from({ length: 6 }, () => box()),
        both,
      ),
    ) > 0,
  );
});

test('a box with one neighbour is in line with it, and one with two is between them', () => {
  const { boxes } = laid([box(), box(), box(160), box()], [strong(0, 2), strong(1, 2), strong(2, 3)]);
  assert.ok(Math.abs((boxes[0].x + boxes[1].x) / 2 - boxes[2].x) < 1);
  assert.ok(Math.abs(boxes[3].x - boxes[2].x) < 1);
});

test('several lines between two boxes have labels apart, and a circle of what must come first has an end', () => {
  laid([box(), box()], [strong(0, 1), weak(0, 1), weak(1, 0)]);
  const { boxes } = laid([box(), box(), box()], [strong(0, 1), strong(1, 2), strong(2, 0)]);
  assert.ok(boxes[0].y < boxes[1].y && boxes[1].y < boxes[2].y, 'the first is above');
});

test('a graph of nothing, and of boxes without lines', () => {
  assert.deepEqual(laid([], []).boxes, []);
  const { boxes } = laid([box(), box()], []);
  assert.equal(boxes[0].y, boxes[1].y);
});

test('large graphs are laid out', () => {
  let state = 7;
  const below = (most) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  for (const size of [12, 40, 120]) {
    const sizes = Array.from({ length: size }, () => box(40 + below(90)));
    const lines = Array.from({ length: 2 * size }, () => [below(size), below(size)])
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => (below(4) === 0 ? weak(a, b) : strong(Math.min(a, b), Math.max(a, b))));
    const start = performance.now();
    const { boxes } = laid(sizes, lines);
    for (const { from, to } of lines.filter((line) => line.strong)) assert.ok(boxes[from].y < boxes[to].y);
    assert.ok(performance.now() - start < 10_000);
  }
});
