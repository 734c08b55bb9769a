// Recounts what the loop of each agent takes of an SM from its machine instructions, and compares it with the loop graph of the report.
//
//   npm run recount                         the kernels with products of the gallery, and of the shared corpus where it is
//   npm run recount -- KERNEL... [-- OPTION...]
//
// KERNEL is a file that `tilewright compile` takes, for sm_90a; options after the second `--` are the compiler's. The compiler is
// TILEWRIGHT, else target/release/tilewright; TILEWRIGHT_PTXAS and TILEWRIGHT_NVDISASM name NVIDIA's tools (nvidia-cuda-nvcc and
// nvidia-cuda-nvdisasm of PyPI), else they are looked for on the path. `--by-line` shows the instructions of each line of the source as
// well. It ends with 1 if a load is further off than TOLERANCE, or if nothing is compared.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, targetDir } from './lib/places.mjs';

/** The part by which the graph may be off. */
export const TOLERANCE = 0.15;

/** The least part of an op's instructions that an iteration has, of those with a first and a last iteration beside it. */
const ITERATION = 0.3;

/** Units that take less of an iteration than this part are rounded too coarsely in the graph to be compared. */
const LEAST = 0.05;

/** The most instructions of a loop that does nothing but wait for a barrier. */
export const LEAST_BODY = 8;

export const costs = JSON.parse(readFileSync(new URL('./data/sass-costs.json', import.meta.url), 'utf8'));

/** The instructions of a disassembly with line information (`nvdisasm -g -c`): label, opcode, modifiers, jump, line. */
export function instructions(sass) {
  const found = [];
  let line = 0;
  const labels = new Map();
  for (const text of sass.split('\n')) {
    const place = text.match(/^\s*\/\/## File .*, line (\d+)/);
    if (place) line = Number(place[1]);
    const label = text.match(/^(\.L_\w+):/);
    if (label) labels.set(label[1], found.length);
    const op = text.match(/^\s*\/\*[0-9a-f]{4,}\*\/\s+(@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)((?:\.\w+)*)\s*([^;]*);/);
    // A jump of a whole warp has its condition among its operands.
    if (op) found.push({ guarded: Boolean(op[1]) || (op[2] === 'BRA' && /^!?U?P\d/.test(op[4])), opcode: op[2], modifiers: op[3], operands: op[4], line });
  }
  for (const one of found) {
    const jump = ['BRA', 'BSYNC'].includes(one.opcode) && one.operands.match(/\.L_\w+/);
    one.to = jump ? labels.get(jump[0]) : undefined;
  }
  return found;
}

/** Natural loops, as sets of the places of their instructions: all from which the jump back is reached without going through the first one. */
export function bodies(all) {
  const before = all.map(() => []);
  all.forEach(({ opcode, guarded, to }, at) => {
    if (to !== undefined) before[to].push(at);
    const ends = ['EXIT', 'RET', 'BRX'].includes(opcode) || (opcode === 'BRA' && to !== undefined);
    if ((guarded || !ends) && at + 1 < all.length) before[at + 1].push(at);
  });
  const found = new Map();
  all.forEach(({ to }, from) => {
    if (to === undefined || to > from) return;
    const body = found.get(to) ?? new Set([to]);
    const work = [from];
    while (work.length) {
      const at = work.pop();
      if (body.has(at)) continue;
      body.add(at);
      work.push(...before[at]);
    }
    found.set(to, body);
  });
  // A body with the entry in it has more than one way in.
  return [...found].filter(([start, body]) => start === 0 || !body.has(0)).map(([, body]) => body);
}

/** Whether a loop is inside of another one. */
export const within = (inner, outer) => inner !== outer && [...inner].every((at) => outer.has(at));

/** Loops, as their instructions, without those of a wait inside, which is gone through again only where a barrier is late. */
export function loops(all) {
  const found = bodies(all);
  const waits = found.filter((body) => body.size <= LEAST_BODY);
  const without = (body) => {
    const left = new Set(body);
    for (const wait of waits) if (within(wait, body)) for (const at of wait) left.delete(at);
    return [...left].sort((a, b) => a - b).map((at) => all[at]);
  };
  return found.filter((body) => body.size > LEAST_BODY).map(without);
}

/** Multiply-adds of two-byte operands that an instruction of the tensor cores stands for, by its shape. */
function multiplyAdds({ modifiers }) {
  const shape = modifiers.match(/\.(\d+)x(\d+)x(\d+)/);
  if (!shape) throw new Error(`no shape in ${modifiers}`);
  const [m, n] = [Number(shape[1]), Number(shape[2])];
  return (m * n * costs.products.bytes_of_k.value) / 2;
}

/** Cycles of an SM that so many warps keep each unit busy with instructions. */
export function load(part, warps) {
  const threads = warps * costs.warp_threads.value;
  const found = { issue: (part.filter(({ opcode }) => !costs.no_issue.value.includes(opcode)).length * warps) / costs.issue_per_cycle.value };
  for (const { unit, opcodes, threads_per_cycle } of costs.units) {
    found[unit] = (part.filter(({ opcode }) => opcodes.includes(opcode)).length * threads) / threads_per_cycle;
  }
  const products = part.filter(({ opcode }) => costs.products.opcodes.includes(opcode));
  const groups = warps / 4;
  found['tensor cores'] = (products.reduce((sum, one) => sum + multiplyAdds(one), 0) * groups) / costs.products.multiply_adds_per_cycle.value;
  return found;
}

/** Cycles of each unit that the ops of an agent take by the graph. A row of a ring loop's table is a part of its longest unit. */
export function graphLoad(loop, ops) {
  const names = loop.graph.resources.map((resource) => resource.name);
  const rows = (some) => {
    const sum = {};
    for (const op of some) for (const row of op.footprint ?? []) for (const { res, count = 1 } of row) sum[names[res]] = (sum[names[res]] ?? 0) + count;
    return sum;
  };
  const row = loop.row_cycles;
  // Graphs in weights of the model have no cycles: of these loops the report estimates the products alone.
  if (row == null) {
    const multiplies = ops.some((op) => /\bdot\b/.test(op.name));
    return { cycles: multiplies ? { 'tensor cores': loop.estimate.mma_cycles } : {}, row: 1 };
  }
  return { cycles: Object.fromEntries(Object.entries(rows(ops)).map(([name, count]) => [name, count * row])), row };
}

const ROLES = {
  consumer: (part) => part.some(({ opcode }) => costs.products.opcodes.includes(opcode)),
  transformer: (part) => part.some(({ opcode }) => opcode.startsWith('STS')) && !ROLES.consumer(part) && !ROLES.producer(part),
  producer: (part) => part.some(({ opcode }) => opcode === 'UTMALDG') && !ROLES.consumer(part),
};

/**
 * The loop of an agent: of those of its role, the shortest that has the instructions of its ops, by their lines. A loop around it has them
 * again before and after, for the first and the last iteration. Lines of products are those of others too, which make their operands.
 */
function loopOf(all, role, lines) {
  const parts = loops(all).filter(ROLES[role]);
  const counts = (one) => lines.includes(one.line) && (role !== 'consumer' || costs.products.opcodes.includes(one.opcode));
  const own = (part) => part.filter(counts).length;
  const most = Math.max(...parts.map(own));
  return parts.filter((part) => own(part) >= most * ITERATION).sort((a, b) => a.length - b.length)[0];
}

/** Cycles by the graph and by the instructions, for each agent and unit. */
export function compared(report, sass) {
  const all = instructions(sass);
  const rows = [];
  for (const loop of report.schedule.loops) {
    const roles = new Map();
    for (const agent of loop.agents) {
      const role = agent.name.replace(/\d+$/, '');
      const known = roles.get(role);
      // Agents of one role run one program; the ring loops' graph has the ops of all of them once.
      if (known) known.warps += agent.warps;
      else roles.set(role, { role, warps: agent.warps, ops: agent.ops });
    }
    for (const { role, warps, ops } of roles.values()) {
      // Nor what all threads run, who multiply by another instruction.
      if (role === 'producer' || !(role in ROLES)) continue;
      const own = loop.graph.ops.filter((op) => ops.includes(op.name));
      const part = loopOf(
        all,
        role,
        own.map((op) => op.line),
      );
      if (!part) {
        rows.push({ line: loop.line, role, unit: 'loop', graph: 1, sass: 0 });
        continue;
      }
      const { cycles, row } = graphLoad(loop, own);
      const found = load(part, warps);
      const tensor = cycles['tensor cores'];
      // An unrolled loop has several iterations in one.
      const passes = tensor ? Math.max(1, Math.round(found['tensor cores'] / tensor)) : 1;
      for (const [unit, graph] of Object.entries(cycles)) {
        if (!(unit in found)) continue;
        const recounted = found[unit] / passes;
        const few = Math.max(graph, recounted) < LEAST * loop.estimate.ii_cycles;
        rows.push({ line: loop.line, role, unit, graph, sass: recounted, row, few, passes, part, warps });
      }
    }
  }
  return rows;
}

/** The part by which the graph is off. */
export const off = ({ graph, sass }) => (graph - sass) / sass;

/** Whether the graph is further off than it may be. */
export const isOff = (row) => !row.few && !(Math.abs(off(row)) <= TOLERANCE);

/** The kernels with products of the gallery and of the shared corpus. */
function products() {
  const gallery = JSON.parse(readFileSync(at('tests/gallery.json'), 'utf8')).map(({ file }) => at('tests', file.replace(/\.py$/, '.mlir')));
  const corpus = join(process.env.TILEWRIGHT_SHARED ?? at('../shared'), 'corpus/kernels');
  if (!existsSync(corpus)) console.log(`SKIPPED: there is no ${corpus}`);
  const shared = existsSync(corpus)
    ? readdirSync(corpus)
        .sort()
        .map((name) => join(corpus, name, 'kernel.mlir'))
    : [];
  return [...gallery, ...shared].filter((kernel) => / = mma[fi]/.test(readFileSync(kernel, 'utf8')));
}

function main(args) {
  const split = args.indexOf('--');
  const options = split < 0 ? [] : args.slice(split + 1);
  const own = split < 0 ? args : args.slice(0, split);
  const named = own.filter((one) => !one.startsWith('--'));
  const kernels = named.length ? named : products();
  const compiler = process.env.TILEWRIGHT ?? join(targetDir, 'release/tilewright');
  const tool = (name) => process.env[`TILEWRIGHT_${name.toUpperCase()}`] ?? name;
  const scratch = mkdtempSync(join(tmpdir(), 'recount-'));
  const [ptx, cubin] = ['k.ptx', 'k.cubin'].map((name) => join(scratch, name));
  const read = (program, ...given) => execFileSync(program, given, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 }).toString();
  let [seen, wrong] = [0, 0];
  console.log('| kernel | line | agent | unit | graph | instructions | off |\n|---|---:|---|---|---:|---:|---:|');
  try {
    for (const kernel of kernels) {
      const report = JSON.parse(read(compiler, 'compile', kernel, '--gpu-name', 'sm_90a', '--lineinfo', '--emit', 'json', ...options));
      if (!report.schedule?.loops.length) continue;
      writeFileSync(ptx, report.ptx.text);
      read(tool('ptxas'), '-arch=sm_90a', '-lineinfo', ptx, '-o', cubin);
      const name = basename(kernel, '.mlir') === 'kernel' ? basename(dirname(kernel)) : basename(kernel, '.mlir');
      for (const row of compared(report, read(tool('nvdisasm'), '-g', '-c', cubin))) {
        const said = row.few ? 'little' : `${Math.round(100 * off(row))} %`;
        seen++;
        if (isOff(row)) wrong++;
        console.log(`| ${name} | ${row.line} | ${row.role} | ${row.unit} | ${row.graph.toFixed(0)} | ${row.sass.toFixed(0)} | ${said} |`);
        if (own.includes('--by-line') && row.unit === 'issue') byLine(row);
      }
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  console.log(`${seen} loads, of which ${wrong} are off by more than ${100 * TOLERANCE} %`);
  process.exitCode = wrong || !seen ? 1 : 0;
}

/** Cycles of issue for each line, with the opcodes that are most often. */
function byLine({ part, warps, passes }) {
  const lines = new Map();
  for (const one of part) lines.set(one.line, [...(lines.get(one.line) ?? []), one.opcode]);
  for (const [line, opcodes] of [...lines].sort(([a], [b]) => a - b)) {
    const counts = [...new Set(opcodes)].map((name) => [name, opcodes.filter((one) => one === name).length]);
    const most = counts
      .sort(([, a], [, b]) => b - a)
      .slice(0, 6)
      .map(([name, count]) => `${count} ${name}`);
    console.log(`    line ${line}: ${((opcodes.length * warps) / 4 / passes).toFixed(0)} cycles: ${most.join(', ')}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
