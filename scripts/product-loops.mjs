// Counts machine instructions of the loops that multiply matrices, ours and CuTe's, for the tables of docs/product-loops.md.
//
//   node scripts/product-loops.mjs            compares with the page
//   node scripts/product-loops.mjs --write    writes the page
//
// The compiler is TILEWRIGHT, else target/release/tilewright; TILEWRIGHT_PTXAS and TILEWRIGHT_NVDISASM name NVIDIA's tools, else they are
// looked for on the path. TILEWRIGHT_CUTE names a Python that has CuTe's packages (scripts/tests/product_loops_cute.py says which);
// without it, figures of CuTe's are taken as they are. It ends with 1 if a figure is another one than the page says.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { at, targetDir } from './lib/places.mjs';
import { each } from './lib/pool.mjs';
import { LEAST_BODY, bodies, instructions, within } from './recount.mjs';

const PRODUCT = /^(HGMMA|QGMMA|HMMA|UTC[A-Z]*MMA)$/;
const SPILL = /^(LDL|STL)$/;

/** Cells of a row of the first table that name the kernel: ours, its options, the GPU, CuTe's kernel. Each of both has FIGURES more. */
const NAMES = 4;
const FIGURES = 4;

/**
 * Innermost of the loops with an instruction that is `wanted`, the one with most of them, of several the shortest, as its instructions
 * without padding. The assembler puts a product into a loop of its own, over the threads of a warp, where it does not see that one thread
 * is there: that one counts as a part of the loop around it.
 */
function loopWithMost(all, wanted) {
  const found = bodies(all).filter((body) => body.size > LEAST_BODY && [...body].some((at) => wanted(all[at])));
  const innermost = found.filter((body) => !found.some((other) => within(other, body)));
  const count = (body) => [...body].filter((at) => wanted(all[at])).length;
  const [most] = innermost.sort((a, b) => count(b) - count(a) || a.size - b.size);
  return most && [...most].map((at) => all[at]).filter(({ opcode }) => opcode !== 'NOP');
}

/** Instructions beside each product, products, and spills, of the loop with the most products of a disassembly. */
export function beside(sass) {
  const all = instructions(sass);
  const loop = loopWithMost(all, ({ opcode }) => PRODUCT.test(opcode));
  if (!loop) throw new Error('no loop multiplies');
  const products = loop.filter(({ opcode }) => PRODUCT.test(opcode)).length;
  return { each: ((loop.length - products) / products).toFixed(2), products, spills: all.filter(({ opcode }) => SPILL.test(opcode)).length };
}

/** Instructions for each score of a thread, in the loop with the most exponentials, and the part of them that special functions compute. Scores become halves, two by an instruction. */
export function perScore(sass) {
  const loop = loopWithMost(instructions(sass), ({ opcode, modifiers }) => opcode === 'MUFU' && modifiers === '.EX2');
  if (!loop) throw new Error('no loop has exponentials');
  const count = (name) => loop.filter(({ opcode }) => opcode === name).length;
  const scores = 2 * count('F2FP');
  return { each: (loop.length / scores).toFixed(2), scores, special: (count('MUFU') / scores).toFixed(2) };
}

const tool = (name) => process.env[`TILEWRIGHT_${name.toUpperCase()}`] ?? name;
const run = (program, ...given) => promisify(execFile)(program, given, { maxBuffer: 1 << 28 });

/** The words of a command line, in which those in quotes are one. */
const words = (text) => [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

/** The disassembly of PTX, and its registers as the assembler allots them. */
async function assembled(ptx, gpu, scratch) {
  const cubin = join(scratch, 'k.cubin');
  const { stderr } = await run(tool('ptxas'), '-v', `-arch=${gpu}`, ptx, '-o', cubin);
  const { stdout: sass } = await run(tool('nvdisasm'), '-c', cubin);
  return { sass, registers: Number(stderr.match(/Used (\d+) registers/)[1]) };
}

async function ours(kernel, options, gpu, scratch) {
  const ptx = join(scratch, 'k.ptx');
  const compiler = process.env.TILEWRIGHT ?? join(targetDir, 'release/tilewright');
  await run(compiler, 'compile', at(`tests/loops/${kernel}.py`), '--gpu-name', gpu, '-o', ptx, ...options);
  return assembled(ptx, gpu, scratch);
}

/** A line of a table as it is now, or the line itself if it is none. */
async function counted(line, folder) {
  const cells = line.split('|').map((cell) => cell.trim());
  const [, kernel, options, gpu, cute] = cells;
  if (!/^sm_\d/.test(gpu ?? '')) return line;
  const scratch = mkdtempSync(join(folder, 'row-'));
  const own = await ours(kernel, words(options.replaceAll('`', '')), gpu, scratch);
  const theirs = process.env.TILEWRIGHT_CUTE && cute !== '-' ? await assembled(join(folder, `${cute.replaceAll(' ', '_')}.ptx`), gpu, scratch) : undefined;
  const first = cells.length === 2 + NAMES + 2 * FIGURES;
  const figures = ({ sass, registers }) => {
    if (!first) {
      const { each, scores, special } = perScore(sass);
      return [each, scores, special];
    }
    const { each, products, spills } = beside(sass);
    return [each, products, registers, spills];
  };
  const names = cells.slice(1, 1 + NAMES);
  const told = cells.slice(1 + NAMES, -1);
  const cutes = theirs ? figures(theirs) : told.slice(told.length / 2);
  return `| ${[...names, ...figures(own), ...cutes].join(' | ')} |`;
}

async function main(args) {
  const page = at('docs/product-loops.md');
  const folder = mkdtempSync(join(tmpdir(), 'product-loops-'));
  const said = readFileSync(page, 'utf8').split('\n');
  let now;
  try {
    if (process.env.TILEWRIGHT_CUTE) await run(process.env.TILEWRIGHT_CUTE, at('scripts/tests/product_loops_cute.py'), folder);
    now = await each(said, (line) => counted(line, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const rows = said.filter((line) => /\| sm_\d/.test(line)).length;
  const wrong = said.filter((line, at) => line !== now[at]);
  if (args.includes('--write')) writeFileSync(page, now.join('\n'));
  else for (const line of wrong) console.log(`stated: ${line}\nnow:    ${now[said.indexOf(line)]}`);
  console.log(`${rows} rows, of which ${wrong.length} are other ones now`);
  process.exitCode = !rows || (wrong.length && !args.includes('--write')) ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
