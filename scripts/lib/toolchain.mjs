// The tools that building needs: what is missing, and how to get it.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, note, run, step, Trouble } from './log.mjs';
import { at, cache, lockedVersion } from './places.mjs';
import { canInstall, install } from './system.mjs';

const TARGET = 'wasm32-unknown-unknown';
const NODE = [20, 19];

/** Whether dotted version `have` is at least `want`. */
export function atLeast(have, want) {
  const [a, b] = [have, want].map((version) => version.split('.').map((part) => parseInt(part, 10)));
  for (let place = 0; place < b.length; place++) {
    if ((a[place] ?? 0) !== b[place]) return (a[place] ?? 0) > b[place];
  }
  return true;
}

const inManifest = (name) => readFileSync(at('Cargo.toml'), 'utf8').match(new RegExp(`^${name} = "([^"]+)"`, 'm'))[1];

/** The oldest Rust that builds the project. */
export const rustWanted = () => inManifest('rust-version');
/** The Rust that it is built, formatted and linted with. */
export const rustPinned = () => inManifest('pinned-rust');
const rustVersion = (rustc) => answer(rustc, ['--version'])?.match(/^rustc (\d+\.\d+\.\d+)/)?.[1] ?? null;

/** The name by which rustup would run the pinned version instead of `rust`; null where it need not, has not got it, or a person has chosen. */
export function pinnedToolchain(rust, has = (name) => answer('rustup', ['run', name, 'rustc', '--version']) !== null, chosen = process.env.RUSTUP_TOOLCHAIN) {
  const pinned = rustPinned();
  return rust !== pinned && !chosen && has(pinned) ? pinned : null;
}

/** Checks Rust and Node, and takes the pinned Rust where there is a choice. Returns rustc's version. */
export function checkBasics() {
  if (!atLeast(process.versions.node, NODE.join('.'))) {
    throw new Trouble(`Node ${NODE.join('.')} or newer is needed; this is ${process.versions.node}. Get one from https://nodejs.org/`);
  }
  const toolchain = pinnedToolchain(rustVersion('rustc'));
  if (toolchain) process.env.RUSTUP_TOOLCHAIN = toolchain;
  const rust = rustVersion('rustc');
  const how = 'Install it with rustup: https://rustup.rs/';
  if (rust === null || answer('cargo', ['--version']) === null) throw new Trouble(`Rust (cargo and rustc) was not found. ${how}`);
  if (!atLeast(rust, rustWanted())) throw new Trouble(`Rust ${rustWanted()} or newer is needed; this is ${rust}. Run 'rustup update', or: ${how}`);
  note(`Rust ${rust}, Node ${process.versions.node}`);
  if (rust !== rustPinned()) note(`the project is tested with Rust ${rustPinned()}: lints, formatting and sizes may differ; to have it: rustup toolchain install ${rustPinned()}`);
  return rust;
}

/** Installs the npm packages unless those of package-lock.json are there already. */
export async function npmPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const stamp = at('node_modules', '.tilewright-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  step('Installing npm packages');
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: at(), hint: 'The npm registry must be reachable for this.' });
  writeFileSync(stamp, lock);
}

/**
 * The way to run cargo for WebAssembly: `{ name, env, buildStd, prebuilt }`. With `buildStd`, the standard library is built
 * too, which the page wants in its small form; with `prebuilt` it is there as well, which is enough for tests.
 *
 * The order: the target as rustup has it; the target as rustup can fetch it; Debian's compiler with its library sources,
 * for networks where rustup has no access. TILEWRIGHT_WASM=rustup or =distribution takes one and no other.
 */
export async function wasmToolchain() {
  const only = process.env.TILEWRIGHT_WASM;
  if (only !== 'distribution') {
    if (targetInstalled('rustc')) return rustup();
    if (answer('rustup', ['--version']) !== null) {
      step(`Adding the ${TARGET} target with rustup`);
      const { code } = await run('rustup', ['target', 'add', TARGET], { allowFailure: true, cwd: at() });
      if (code === 0 && targetInstalled('rustc')) return rustup();
      note('rustup could not fetch it; trying the compiler of the distribution');
    }
  }
  if (only !== 'rustup') {
    let found = distribution();
    if (!found && canInstall()) {
      step('Installing a compiler with library sources (rustc-web, rust-web-src)');
      if (await install('rustc-web', 'rust-web-src')) found = distribution();
    }
    if (found) return found;
  }
  throw new Trouble(
    `The ${TARGET} target of Rust is missing. Either\n` + `      rustup target add ${TARGET}\n` + '    or, on Debian without access to rustup,\n' + '      sudo apt-get install rustc-web rust-web-src',
  );
}

const targetInstalled = (rustc) => {
  const folder = answer(rustc, ['--print', 'target-libdir', '--target', TARGET], { cwd: at() });
  return folder !== null && existsSync(folder);
};

/** The toolchain of rustup, with the sources of its library if they can be had: a page made without them is larger. */
async function rustup() {
  const sysroot = answer('rustc', ['--print', 'sysroot'], { cwd: at() });
  const sources = () => existsSync(join(sysroot, 'lib/rustlib/src/rust/library/std/Cargo.toml'));
  if (!sources() && answer('rustup', ['--version']) !== null) {
    step('Adding the sources of the standard library with rustup');
    await run('rustup', ['component', 'add', 'rust-src'], { allowFailure: true, cwd: at() });
  }
  const buildStd = sources();
  if (!buildStd) note('without the sources of the standard library the modules are larger than their gate');
  return { name: 'rustup', env: buildStd ? { RUSTC_BOOTSTRAP: '1' } : {}, buildStd, prebuilt: true };
}

/** The distribution's compiler with the sources of its library, if it is here and new enough. */
function distribution() {
  const rustc = '/usr/bin/rustc';
  const version = rustVersion(rustc);
  const sysroot = answer(rustc, ['--print', 'sysroot']);
  if (!version || !atLeast(version, rustWanted())) return null;
  if (!existsSync(join(sysroot, 'lib/rustlib/src/rust/library/std/Cargo.toml'))) return null;
  const env = { RUSTC: rustc, RUSTC_BOOTSTRAP: '1' };
  // A toolchain of rustup brings its own linker for wasm; elsewhere the compiler looks for one itself.
  const host = answer('rustc', ['-vV'], { cwd: at() })?.match(/^host: (.*)$/m)?.[1];
  const linker = join(answer('rustc', ['--print', 'sysroot'], { cwd: at() }) ?? '', 'lib/rustlib', host ?? '', 'bin/rust-lld');
  if (existsSync(linker)) env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER = linker;
  return { name: `distribution, Rust ${version}`, env, buildStd: true };
}

/** Folder of the wasm-bindgen programs, of the version that Cargo.lock pins for the crate: the two must agree. */
export async function wasmBindgen() {
  const version = lockedVersion('wasm-bindgen');
  const folder = cache(`wasm-bindgen-${version}`);
  const has = () => answer(join(folder, 'bin', 'wasm-bindgen'), ['--version'])?.endsWith(` ${version}`);
  if (!has()) {
    step(`Building wasm-bindgen ${version} (once for this machine; some minutes)`);
    await run('cargo', ['install', 'wasm-bindgen-cli', '--version', version, '--root', folder, '--target-dir', join(folder, 'build'), '--force', '--quiet'], {
      cwd: folder,
      hint: 'The crates.io registry must be reachable for this.',
    });
    await run('rm', ['-rf', join(folder, 'build')]);
    if (!has()) throw new Trouble(`cargo install did not leave wasm-bindgen ${version} in ${folder}`);
  }
  return join(folder, 'bin');
}
