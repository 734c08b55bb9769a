// Runs every test, and prints `N passed, N failed` last.
//   npm test                   everything
//   npm test -- native page    only these parts: lint, native, wasm, page
//   npm test -- msrv           the oldest Rust that Cargo.toml names, which takes a toolchain and a build of its own
//   npm test -- firefox        the WebAssembly modules in Firefox, which is installed for it; its driver is built, once (.ci/run has it, too)
//   npm test -- longer         kernels of loops in eight orders of their warps instead of two, every combination of combiners, a thousand edits of the page instead of 250

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_ARGS, FIREFOX_PREFS, chromium, firefox } from './lib/browsers.mjs';
import { buildPage, buildStd, buildWasm, cargoEnv } from './lib/build.mjs';
import { cutile } from './lib/cutile.mjs';
import { answer, run, script, step, Trouble } from './lib/log.mjs';
import { at, npmBin, targetDir, wasmTargetDir } from './lib/places.mjs';
import { nvdisasm, ptxas, tileiras } from './lib/ptxas.mjs';
import { sentryward } from './lib/sentryward.mjs';
import { checkSizes } from './lib/sizes.mjs';
import { countNode, countRust, hidePassing, Tally } from './lib/tally.mjs';
import { COUNTED_ELSEWHERE, besideEachOther } from './lib/tracks.mjs';
import { checkBasics, npmPackages, rustWanted, wasmBindgen, wasmToolchain } from './lib/toolchain.mjs';

const PARTS = { lint, native, wasm, page };
/** Parts that run only when they are named. */
const LONGER = { msrv, firefox: inFirefox, longer };
/** Parts that run beside each other, in processes of their own: each waits for one thread or for a browser for much of its time. */
const TRACKS = [['native'], ['wasm', 'page']];

script(async () => {
  const chosen = process.argv.slice(2).filter((argument) => argument !== COUNTED_ELSEWHERE);
  const isTrack = process.argv.includes(COUNTED_ELSEWHERE);
  const all = { ...PARTS, ...LONGER };
  const unknown = chosen.find((name) => !(name in all));
  if (unknown) throw new Trouble(`there is no part '${unknown}'; the parts are ${Object.keys(all).join(', ')}`);
  if (!isTrack) {
    step('Checking the toolchain');
    checkBasics();
    await npmPackages();
  }
  const tally = new Tally();
  const wanted = Object.keys(all).filter((name) => (chosen.length > 0 ? chosen.includes(name) : !(name in LONGER)));
  const tracks = TRACKS.map((track) => track.filter((name) => wanted.includes(name))).filter((track) => track.length > 0);
  const apart = tracks.length > 1 ? tracks : [];
  for (const name of wanted.filter((name) => !apart.flat().includes(name))) {
    try {
      await all[name](tally);
    } catch (error) {
      // A tool that is missing for one part must not hide how the others fare.
      if (!(error instanceof Trouble)) throw error;
      tally.check(name, false, error.message);
    }
  }
  if (apart.length > 0) {
    // Both would add to the toolchain otherwise, while the other one uses it.
    await wasmToolchain();
    await besideEachOther(fileURLToPath(import.meta.url), apart, tally);
  }
  if (isTrack) process.send(tally.counts());
  else tally.finish();
});

/** Formatting, lints, and links of the documentation. */
async function lint(tally) {
  for (const tool of ['fmt', 'clippy']) {
    if (answer('cargo', [tool, '--version']) === null) throw new Trouble(`cargo ${tool} is missing: rustup component add rustfmt clippy`);
  }
  await tally.program('Rust formatting', 'cargo', ['fmt', '--all', '--check'], { cwd: at() });
  await tally.program('Rust lints', 'cargo', ['clippy', '--quiet', '--workspace', '--all-targets', '--', '--deny', 'warnings'], { cwd: at() });
  await tally.program('Rust documentation', 'cargo', ['doc', '--quiet', '--workspace', '--no-deps', '--document-private-items'], {
    cwd: at(),
    env: { ...process.env, RUSTDOCFLAGS: '--deny warnings' },
  });
  if (answer('cargo', ['deny', '--version']) !== null) await tally.program('Dependencies', 'cargo', ['deny', '--all-features', 'check'], { cwd: at() });
  else tally.skip('advisories on dependencies: cargo deny is not here (licences, sources and doubles are looked at without it)');
  await tally.program('TypeScript lints and formatting', npmBin('biome'), ['ci', '--error-on-warnings', '--colors=off'], { cwd: at() });
  await tally.program('Scripts', process.execPath, ['--test', '--test-reporter=tap', ...testFiles('scripts/tests')], { cwd: at(), count: countNode, hide: (line) => !/^not ok/.test(line) });
}

/** The oldest Rust that is promised builds everything. Lints look for what is newer in the standard library already. */
async function msrv(tally) {
  const version = `${rustWanted()}.0`;
  if (answer('rustup', ['run', version, 'rustc', '--version']) === null) {
    step(`Fetching Rust ${version} with rustup`);
    await run('rustup', ['toolchain', 'install', version, '--profile', 'minimal', '--no-self-update'], { hint: 'It is fetched from static.rust-lang.org.' });
  }
  const env = { ...process.env, RUSTUP_TOOLCHAIN: version, CARGO_TARGET_DIR: join(targetDir, 'msrv') };
  await tally.program(`Rust ${version}`, 'cargo', ['check', '--quiet', '--locked', '--workspace', '--all-targets'], { cwd: at(), env });
}

/** The tests that take part of what they could, with all of it. */
async function longer(tally) {
  const modules = ['ahead', 'attention_tiles', 'copied', 'correction', 'language', 'orders', 'pairs', 'powers', 'pulled_rings', 'rings', 'tensor_memory', 'tile_schedulers'];
  const args = ['test', '--workspace', '--quiet', '--test', 'all', '--', ...modules.map((name) => `${name}::`)];
  await tally.program('Every order of warps', 'cargo', args, { cwd: at(), env: { ...process.env, TILEWRIGHT_ORDERS: 'all' }, count: countRust });
  await buildWasm();
  await buildPage();
  await inChromium(tally, ['tests/browser/memory.test.mjs'], { TILEWRIGHT_EDITS: '1000' });
}

/** Tests of the crates on this machine, the drift of generated types among them. */
async function native(tally) {
  const assembler = await ptxas();
  if (!assembler) tally.missing('ptxas');
  const disassembler = await nvdisasm();
  if (!disassembler) tally.missing('nvdisasm');
  const tileAssembler = await tileiras();
  if (!tileAssembler) tally.missing('tileiras');
  const prover = await sentryward();
  if (!prover) tally.missing('sentryward');
  const oracle = await cutile();
  if (!oracle) tally.missing('the cuTile compiler');
  const env = {
    ...process.env,
    ...(assembler && { TILEWRIGHT_PTXAS: assembler }),
    ...(disassembler && { TILEWRIGHT_NVDISASM: disassembler }),
    ...(tileAssembler && { TILEWRIGHT_TILEIRAS: tileAssembler }),
    ...(prover && { TILEWRIGHT_SENTRYWARD: prover }),
    ...(oracle && { TILEWRIGHT_CUTILE: oracle }),
  };
  await tally.program('Native tests', 'cargo', ['test', '--workspace', '--no-fail-fast', '--quiet', '--', '--show-output'], {
    cwd: at(),
    env,
    count: countRust,
    hide: hidePassing(),
  });
  // Nothing of what is built for the other tests has these features.
  const without = ['test', '--quiet', '--profile', 'unoptimised', '--package', 'tilewright-passes', '--no-default-features', '--test', 'units'];
  await tally.program('Without the units of matrices', 'cargo', without, { cwd: at(), count: countRust });
}

/**
 * Tests of the WebAssembly modules in a browser: in a page and in a dedicated worker. In Firefox too where TILEWRIGHT_TOOLS asks for all tools,
 * as `.ci/run` does; else that is a run of its own, so that this one takes 12 minutes at most.
 */
async function wasm(tally) {
  const { browser, driver } = await chromium();
  await inBrowser(tally, 'Chromium', { CHROMEDRIVER: driver }, browser);
  if (process.env.TILEWRIGHT_TOOLS === 'required') await inFirefox(tally);
  else tally.skip('WebAssembly in Firefox: npm test -- firefox runs it');
}

/** The same in Firefox, which is installed for it if need be. */
async function inFirefox(tally) {
  await inBrowser(tally, 'Firefox', { GECKODRIVER: await firefox() });
}

/** Runs the tests of the modules in the browser that `driver` drives. */
async function inBrowser(tally, name, driver, binary) {
  const toolchain = await wasmToolchain();
  const bindgen = await wasmBindgen();
  mkdirSync(wasmTargetDir, { recursive: true });
  const webdriver = join(wasmTargetDir, 'webdriver.json');
  writeFileSync(webdriver, JSON.stringify({ 'goog:chromeOptions': { binary, args: CHROMIUM_ARGS }, 'moz:firefoxOptions': { args: ['-headless'], prefs: FIREFOX_PREFS } }));
  const env = {
    ...cargoEnv(toolchain),
    ...driver,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: join(bindgen, 'wasm-bindgen-test-runner'),
    WASM_BINDGEN_TEST_TIMEOUT: '300',
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: webdriver,
  };
  // Tests are named: an unnamed run starts documentation tests too, with a compiler that may be another one.
  const args = [
    'test',
    '--profile',
    'unoptimised',
    ...['playground', 'toolbox', 'workbench', 'cutile-wasm', 'platform'].flatMap((name) => ['--package', `tilewright-${name}`]),
    '--target',
    'wasm32-unknown-unknown',
    ...buildStd(toolchain, true),
    '--no-fail-fast',
    '--test',
    'in_page',
    '--test',
    'in_worker',
  ];
  await tally.program(`WebAssembly in ${name}`, 'cargo', args, { cwd: at(), env, count: countRust });
}

/** The page: its types, its weight, and what a person can do in it. */
async function page(tally) {
  await buildWasm();
  await tally.program('TypeScript types', process.execPath, [at('node_modules/typescript/bin/tsc'), '--noEmit', '--project', 'web'], { cwd: at() });
  await tally.program('What the page draws from', process.execPath, ['--test', '--test-reporter=spec', ...testFiles('tests/web')], { cwd: at(), count: countNode });
  await buildPage();
  step('Weighing the page');
  checkSizes(tally);
  // Of the whole workspace, and beside one of its tests: for a package alone, or without tests, crates have other features and are built once more.
  await tally.program('The command line tool', 'cargo', ['build', '--quiet', '--workspace', '--bin', 'tilewright', '--test', 'golden'], { cwd: at() });
  await tally.program('The documents, row by row', process.execPath, [at('scripts/documents.mjs')], { cwd: at() });
  await inChromium(tally, testFiles('tests/browser'));
}

/** Runs these files of tests of what a person can do in the page; it has been built. */
async function inChromium(tally, files, env = {}) {
  const { browser } = await chromium();
  await tally.program('The page in Chromium', process.execPath, ['--test', '--test-reporter=spec', '--test-concurrency=2', ...files], {
    cwd: at(),
    env: { ...process.env, ...env, CHROMIUM: browser, TILEWRIGHT_BIN: join(targetDir, 'debug', 'tilewright') },
    count: countNode,
  });
}

/** The test files in `folder`; Node 20 takes no patterns. */
function testFiles(folder) {
  return readdirSync(at(folder))
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => join(folder, name));
}
