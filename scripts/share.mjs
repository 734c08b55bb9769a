// Counts the instructions of a compilation and the part of them that chooses layouts, by callgrind (valgrind), as docs/sources/measurements.md
// has them.
//
//   npm run share -- KERNEL...
//
// KERNEL is a file that `tilewright compile` takes. The compiler is TILEWRIGHT, else target/release/tilewright. It ends with 1 if layouts are more than
// a fifth of all of the kernels.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetDir } from './lib/places.mjs';

/** The most that layouts may be of a compilation. */
const MOST = 0.2;

const GPUS = ['sm_80', 'sm_90a', 'sm_100a', 'sm_120a'];

/** The functions that choose layouts: the crate of the selector, its two passes, boxes of stores, and what a unit tells of its own. */
const CHOOSES = ['tilewright_layout', 'assign_load_store_layouts', 'materialize_convert_layout', 'tma_stores', 'tensor_memory::TensorAccess', 'tcgen05::layouts::', 'exchange::exchanges'];

/** Adaptors of the library, and the walk of a conversion over IR, whose work is that of who calls them. */
const isGeneric = (name) => /^<?(?:core|alloc|std|tilewright_sorted|tilewright_ir::convert)::/.test(name);

const chooses = (name) => !name.includes('drop_in_place') && CHOOSES.some((part) => name.includes(part));

/** The calls of a profile: `[caller, callee, instructions with those of what it calls]`, with names in full, and all instructions. */
export function calls(profile) {
  const names = new Map();
  const named = (text) => {
    const [, number, name] = text.match(/^\((\d+)\)(?: (.*))?$/);
    if (name) names.set(number, name);
    return names.get(number) ?? number;
  };
  const edges = [];
  let [all, caller, callee] = [0, '', null];
  for (const line of profile.split('\n')) {
    if (line.startsWith('fn=')) caller = named(line.slice(3));
    else if (line.startsWith('cfn=')) callee = named(line.slice(4));
    else if (/^[+\-*\d]/.test(line)) {
      const cost = Number(line.split(' ')[1]);
      if (callee) edges.push([caller, callee, cost]);
      else all += cost;
      callee = null;
    }
  }
  return { edges, all };
}

/** Instructions of a compilation, and those of who chooses layouts: each counted where others call them, and not again within. */
export function share({ edges, all }) {
  const within = new Set();
  for (let grown = true; grown; ) {
    grown = false;
    for (const [caller, callee] of edges) {
      if (!within.has(callee) && isGeneric(callee) && (chooses(caller) || within.has(caller))) {
        within.add(callee);
        grown = true;
      }
    }
  }
  const entered = edges.filter(([caller, callee]) => chooses(callee) && !chooses(caller) && !within.has(caller));
  const compiling = edges.filter(([, callee]) => callee.includes('tilewright_driver::compile')).map(([, , cost]) => cost);
  return { compiling: Math.max(0, ...compiling) || all, layouts: entered.reduce((sum, [, , cost]) => sum + cost, 0) };
}

function measured(program, kernel, gpu) {
  const folder = mkdtempSync(join(tmpdir(), 'tilewright-share-'));
  const file = join(folder, 'profile');
  const compile = [program, 'compile', kernel, '--gpu-name', gpu, '-o', join(folder, 'ptx')];
  execFileSync('valgrind', ['--tool=callgrind', `--callgrind-out-file=${file}`, ...compile], { stdio: 'ignore' });
  const found = share(calls(readFileSync(file, 'utf8')));
  rmSync(folder, { recursive: true });
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = process.env.TILEWRIGHT ?? join(targetDir, 'release/tilewright');
  const part = ({ compiling, layouts }) => `${(compiling / 1e6).toFixed(1)} | ${((100 * layouts) / compiling).toFixed(1)} %`;
  const sums = GPUS.map(() => ({ compiling: 0, layouts: 0 }));
  for (const kernel of process.argv.slice(2)) {
    const found = GPUS.map((gpu) => measured(program, kernel, gpu));
    for (const [at, one] of found.entries()) {
      sums[at].compiling += one.compiling;
      sums[at].layouts += one.layouts;
    }
    const name = basename(kernel) === 'kernel.mlir' ? basename(dirname(kernel)) : basename(kernel);
    console.log(`| ${name} | ${found.map(part).join(' | ')} |`);
  }
  console.log(`| all of these | ${sums.map(part).join(' | ')} |`);
  process.exitCode = sums.some(({ compiling, layouts }) => layouts > MOST * compiling) ? 1 : 0;
}
