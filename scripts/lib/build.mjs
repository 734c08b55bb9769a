// Builds the wasm, its bindings and the page. Each part is skipped when nothing that goes into it has changed.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commit } from './commit.mjs';
import { codesPage, codesStyle, codeSources } from './codes.mjs';
import { glossaryPage, glossarySources } from './glossary.mjs';
import { note, run, since, step } from './log.mjs';
import { serviceWorker } from './offline.mjs';
import { named } from './order.mjs';
import { at, lockedVersion, npmBin, wasmTargetDir } from './places.mjs';
import { each } from './pool.mjs';
import { wasmBindgen, wasmToolchain } from './toolchain.mjs';

/**
 * The modules: the compiler, loaded with the page; what runs kernels, loaded when a kernel is first run; the tools beside
 * it (bytecode, loop graphs, barrier programs, tile schedulers), loaded when one is first used; and what reads Python, loaded when the first
 * Python is compiled. Modules of one `build` are compiled in the same way, each with the features that it asks for.
 */
const MODULES = [
  { crate: 'tilewright-playground', folder: 'web/pkg', name: 'tilewright', build: 3 },
  { crate: 'tilewright-workbench', folder: 'web/pkg-run', name: 'workbench', build: 1 },
  { crate: 'tilewright-toolbox', folder: 'web/pkg-tools', name: 'toolbox', build: 1 },
  { crate: 'tilewright-cutile-wasm', folder: 'web/pkg-cutile', name: 'cutile', build: 2 },
];

/**
 * Panics tell no places, and write values of our types by name alone: the same text in the native compiler panics with all of it, and that is
 * a thirtieth of the compiler's module. Nothing else writes values so.
 */
const SHORT_PANICS = '-Zlocation-detail=none -Zfmt-debug=shallow';

/**
 * The end of a panic, by build: the compiler and what reads Python stop at once, as the same text makes the native compiler panic with words, and these
 * would be a hundredth of their modules. What runs kernels and the tools tell the console.
 */
const PANICS = { 1: 'abort', 2: 'immediate-abort', 3: 'immediate-abort' };

/**
 * The compiler may see all crates of a module together only where a library for the browser is all that is made of its package. It inlines nothing
 * more then but what is small and has a single caller: functions that are alike are alike to gzip only as long as each stands by itself.
 * A call by a single caller counts 15,000 below the cost of what it calls.
 */
const TOGETHER = { kind: ['--crate-type', 'cdylib'], link: ['--', '-Cllvm-args=-inline-threshold=-14960'] };

/**
 * The stack of a module, by build, where it is not a MB. What the compiler reads nests at most 200 deep, which takes it 216 KB. With data behind
 * half a MB of stack all its addresses are below one MB, and take three bytes each instead of four.
 */
const STACKS = { 3: ['-Clink-arg=-zstack-size=524288'] };

/**
 * The options by which modules are optimised, twice; they are part of the key that says whether to make a module anew. Only
 * tiny functions are inlined, and none for having a single caller: that makes the module smaller, but hides from gzip
 * that functions are alike, which costs a tenth. Data keeps its zeros, which weigh nothing, since two thousand pieces without them
 * have an address each. Nothing lies in the first KB of memory (the far end of the stack does), so
 * that an address may be a base and an offset. What values a place can have is found over the whole module first.
 */
const OPTIMISATION = [
  '--low-memory-unused',
  '--gufa',
  '-Os',
  '--always-inline-max-function-size=4',
  '--one-caller-inline-max-function-size=0',
  '--flexible-inline-max-function-size=0',
  '--skip-pass=memory-packing',
];

/**
 * The end of each time: functions are put in order by how often they are called, and then in that of the names
 * that they are given between the two (scripts/lib/order.mjs).
 */
const ENDS = [['--reorder-functions'], ['--reorder-functions-by-name', '--strip-debug', '--strip-producers', '--strip-target-features']];

/** The features of WebAssembly that the module may use; every browser that the page supports has them. */
const FEATURES = ['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals', 'multivalue', 'reference-types'];

/** Options that make cargo build the standard library as well; for the page in its small form (of sorting, above all). */
export const buildStd = (toolchain, tests = false) => {
  if (!toolchain.buildStd || (tests && toolchain.prebuilt)) return [];
  return tests ? ['-Zbuild-std=std,panic_abort,panic_unwind,test,proc_macro'] : ['-Zbuild-std=std,panic_abort', '-Zbuild-std-features=optimize_for_size'];
};

/**
 * The packages that are built for speed, by build: everything allocates and compares by them, and it takes 7 % off a compilation for a KB. The
 * compiler's module and that which reads Python have no KB to spare.
 */
const FAST = { 1: ['core', 'alloc', 'compiler_builtins', 'talc'], 2: [], 3: [] };
const fast = (toolchain, build) => (toolchain.buildStd ? FAST[build].flatMap((name) => ['--config', `profile.wasm.package.${name}.opt-level="s"`]) : []);

/** Environment for cargo with `toolchain`. */
export const cargoEnv = (toolchain) => ({ ...process.env, ...toolchain.env, CARGO_TARGET_DIR: wasmTargetDir });

/** Leaves out pipelines that the command line alone prints, and nobody runs: those in the words of the published description. */
const WITHOUT = '--cfg=without_described';

/** Options of the page's modules alone. */
const pageEnv = (toolchain, build) =>
  toolchain.buildStd
    ? {
        RUSTFLAGS: [process.env.RUSTFLAGS, SHORT_PANICS, WITHOUT, PANICS[build] !== 'abort' && `-Zunstable-options -Cpanic=${PANICS[build]}`].filter(Boolean).join(' '),
      }
    : {};

/**
 * Builds web/pkg and those beside it: the modules and their bindings. With `asCompiled`, modules that are not there optimised from the same
 * code are left as the compiler has made them: a tenth larger and a little slower, and minutes sooner.
 */
export async function buildWasm({ asCompiled = false } = {}) {
  const toolchain = await wasmToolchain();
  const bindgen = await wasmBindgen();
  step(`Compiling to WebAssembly (${toolchain.name})`);
  const start = performance.now();
  for (const { crate, build } of [...MODULES].sort((a, b) => a.build - b.build)) {
    const how = [...TOGETHER.kind, '--profile', 'wasm', '--target', 'wasm32-unknown-unknown', ...buildStd(toolchain), ...fast(toolchain, build)];
    await run('cargo', ['rustc', '--package', crate, ...how, ...TOGETHER.link, ...(STACKS[build] ?? [])], { cwd: at(), env: { ...cargoEnv(toolchain), ...pageEnv(toolchain, build) } });
  }
  note(since(start));
  // Two at a time: wasm-opt has one thread, and takes as long as the compilation.
  await each(MODULES, (module) => bind(module, bindgen, asCompiled), 2);
  await carryGallery();
}

/**
 * Builds web/pkg-cutile/gallery: what each Python kernel of the gallery becomes, for the page to compile before what reads
 * Python is there. Made by the very module that the page loads.
 */
async function carryGallery() {
  const kernels = JSON.parse(readFileSync(at('tests/gallery.json'), 'utf8'))
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.py'));
  const wasm = at('web/pkg-cutile/cutile_bg.wasm');
  await whenChanged('web/pkg-cutile/gallery', [digest([wasm, ...kernels.map((file) => at('tests', file))])], async (place) => {
    const python = await import(pathToFileURL(at('web/pkg-cutile/cutile.js')).href);
    python.initSync({ module: readFileSync(wasm) });
    for (const file of kernels) {
      const source = readFileSync(at('tests', file), 'utf8');
      writeFileSync(join(place, `${basename(file, '.py')}.json`), JSON.stringify({ source, python: JSON.parse(python.lower(source)) }));
    }
  });
}

/** Makes the bindings of a module and optimises it, unless it is to be `asCompiled`. */
async function bind({ crate, folder, name }, bindgen, asCompiled) {
  const raw = join(wasmTargetDir, 'wasm32-unknown-unknown', 'wasm', `${crate.replaceAll('-', '_')}.wasm`);
  const inputs = [raw, at('package-lock.json'), at('scripts/lib/order.mjs')];
  const optimised = digest(inputs, [lockedVersion('wasm-bindgen'), ...OPTIMISATION, ...ENDS]);
  const keys = asCompiled ? [digest(inputs, [lockedVersion('wasm-bindgen')]), optimised] : [optimised];
  await whenChanged(folder, keys, async (place) => {
    step(`Making bindings${asCompiled ? '' : ' and optimising'} (${name})`);
    const start = performance.now();
    const bindings = ['--target', 'web', '--out-dir', place, '--out-name', name, '--remove-producers-section'];
    await run(join(bindgen, 'wasm-bindgen'), [raw, ...bindings, ...(asCompiled ? ['--remove-name-section'] : [])]);
    if (asCompiled) return;
    const module = join(place, `${name}_bg.wasm`);
    for (const [time, end] of ENDS.entries()) {
      if (time > 0) writeFileSync(module, named(readFileSync(module)));
      await run(npmBin('wasm-opt'), [...OPTIMISATION, ...end, ...FEATURES.map((name) => `--enable-${name}`), module, '-o', `${module}.small`]);
      renameSync(`${module}.small`, module);
    }
    note(`${name}: ${kilobytes(statSync(raw).size)} as compiled, ${kilobytes(statSync(module).size)} optimised; ${since(start)}`);
  });
}

/** Builds web/dist: the page. Needs what `buildWasm` makes. */
export async function buildPage() {
  // Not before it is called: it uses a package, and on a fresh checkout the caller fetches those.
  const { docsPages, docsSources } = await import('./docs.mjs');
  const inputs = [
    ...filesBelow(at('web'), ['dist']),
    ...codeSources(),
    ...glossarySources(),
    ...docsSources(),
    at('scripts/lib/codes.mjs'),
    at('scripts/lib/offline.mjs'),
    at('package-lock.json'),
    at('Cargo.toml'),
    at('netlify.toml'),
  ];
  await whenChanged('web/dist', [digest(inputs, [commit()])], async (folder) => {
    step('Building the page');
    await run(process.execPath, [at('node_modules/vite/bin/vite.js'), 'build', at('web'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']);
    writeFileSync(join(folder, 'codes.html'), codesPage());
    writeFileSync(join(folder, 'glossary.html'), glossaryPage());
    writeFileSync(join(folder, 'codes.css'), codesStyle());
    mkdirSync(join(folder, 'docs'));
    for (const { path, text } of docsPages()) writeFileSync(join(folder, path), text);
    // The same page, served so that others may frame it (netlify.toml).
    copyFileSync(join(folder, 'index.html'), join(folder, 'embed.html'));
    const files = filesBelow(folder).map((file) => ({ path: `/${relative(folder, file).replaceAll('\\', '/')}`, file }));
    const index = files.find(({ path }) => path === '/index.html');
    for (const { path, text } of serviceWorker([{ ...index, path: '/' }, ...files])) writeFileSync(join(folder, path), text);
  });
}

/**
 * Makes `folder` anew, with the first of `keys`, when the key it was made with is none of them. It is built beside its place and then moved
 * there, so that an interrupted build leaves no half-made folder.
 */
async function whenChanged(folder, keys, make) {
  const place = at(folder);
  const stamp = join(place, '.made-from');
  if (existsSync(stamp) && keys.includes(readFileSync(stamp, 'utf8'))) return;
  const fresh = `${place}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await make(fresh);
  rmSync(place, { recursive: true, force: true });
  renameSync(fresh, place);
  writeFileSync(stamp, keys[0]);
}

/** A digest of the contents of `files` and of `more`. */
function digest(files, more = []) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file));
  return hash.update(JSON.stringify(more)).digest('hex');
}

/** Every file below `folder`, sorted, leaving out the folders named in `without`. */
export function filesBelow(folder, without = []) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => !without.includes(entry.name) && !entry.name.endsWith('.new'));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path, without) : [path];
    });
}

/** A size for people. */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
