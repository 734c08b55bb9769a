// Which function of a module stands next to which, so that gzip finds what they share.

/** The window of gzip, in bytes. */
const WINDOW = 32_000;
/** Functions are alike by the runs of so many bytes that they share. */
const RUNS = [4, 8];
/** The functions with the lowest numbers stay: they are those called most, and their numbers take a byte each. */
const SHORT = 128;

/** The section of a module that holds its functions. */
const CODE = 10;

/**
 * `module`, without names, given names for its functions: sorted by them, each function follows those that it shares most with.
 * It has those that are called most in front, and they keep their places.
 */
export function named(module) {
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(module)).filter(({ kind }) => kind === 'function').length;
  const names = alike(functions(module), SHORT - imported).map((index, place) => [imported + index, String(place).padStart(6, '0')]);
  names.sort(([a], [b]) => a - b);
  const list = [...leb(names.length), ...names.flatMap(([index, name]) => [...leb(index), ...text(name)])];
  const section = [...text('name'), 1, ...leb(list.length), ...list];
  return Buffer.concat([module, Buffer.from([0, ...leb(section.length), ...section])]);
}

/** The places of `bodies` in a better order: the first `kept` stay, then comes, each time, what shares most, for its size, with what gzip remembers. */
function alike(bodies, kept) {
  const runs = bodies.map(() => []);
  const shared = RUNS.flatMap((size) => [...holders(bodies, size).values()].filter(({ length }) => length > 1));
  for (const [run, among] of shared.entries()) for (const index of among) runs[index].push(run);
  // A run that many have is remembered in any order.
  const worth = shared.map(({ length }) => 1 / Math.log2(1 + length));

  const [order, left] = [[], new Set(bodies.keys())];
  // The number of remembered functions that have a run, and what the remembered runs of a function are worth.
  const [remembered, score] = [new Uint32Array(shared.length), new Float64Array(bodies.length)];
  // By less than the size: after much that is small, the large ones would find nothing of theirs remembered.
  const weights = bodies.map(({ length }) => length ** (2 / 3));
  let [oldest, bytes] = [0, 0];
  while (left.size > 0) {
    let next = order.length;
    if (next >= kept) {
      let most = -Infinity;
      for (const index of left) {
        const share = score[index] / weights[index];
        if (share > most) [next, most] = [index, share];
      }
    }
    left.delete(next);
    order.push(next);
    bytes += bodies[next].length;
    for (const run of runs[next]) if (remembered[run]++ === 0) for (const index of shared[run]) score[index] += worth[run];
    for (; bytes > WINDOW && oldest < order.length - 1; oldest++) {
      bytes -= bodies[order[oldest]].length;
      for (const run of runs[order[oldest]]) if (--remembered[run] === 0) for (const index of shared[run]) score[index] -= worth[run];
    }
  }
  return order;
}

/** Each run of `size` bytes with the numbers of the `bodies` that have it. */
function holders(bodies, size) {
  const found = new Map();
  bodies.forEach((body, index) => {
    for (let start = 0; start + size <= body.length; start++) {
      const run = body.toString('latin1', start, start + size);
      const among = found.get(run) ?? [];
      if (among.length === 0) found.set(run, among);
      if (among.at(-1) !== index) among.push(index);
    }
  });
  return found;
}

/** The bytes of each function that `module` has, behind its imports. */
function functions(module) {
  const bodies = [];
  const at = { place: 8 };
  while (at.place < module.length) {
    const section = module[at.place++];
    const size = number(module, at);
    const end = at.place + size;
    if (section === CODE) {
      for (let left = number(module, at); left > 0; left--) {
        const start = at.place;
        const length = number(module, at);
        at.place += length;
        bodies.push(module.subarray(start, at.place));
      }
    }
    at.place = end;
  }
  return bodies;
}

/** Reads the number at `at.place`, seven bits a byte, and moves behind it. */
function number(bytes, at) {
  const byte = bytes[at.place++];
  return byte < 128 ? byte : byte - 128 + 128 * number(bytes, at);
}

/** A number as modules have it. */
const leb = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...leb(Math.floor(value / 128))]);

/** A text as modules have it, of ASCII. */
const text = (characters) => [...leb(characters.length), ...Buffer.from(characters)];
