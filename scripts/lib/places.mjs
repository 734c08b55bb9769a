// Where things are.

import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path below the top. */
export const at = (...parts) => join(root, ...parts);

/** Cargo's build folder. */
export const targetDir = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');

/** Build folder for WebAssembly: another compiler may build it, and two compilers in one folder rebuild everything. */
export const wasmTargetDir = join(targetDir, 'wasm');

/** A folder in the tool cache, which outlives the clone. `name` carries the version, so a new version is a new folder. */
export function cache(name) {
  const base = process.env.TILEWRIGHT_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tilewright');
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The version of `crate` that Cargo.lock pins. */
export function lockedVersion(crate) {
  const lock = readFileSync(at('Cargo.lock'), 'utf8');
  const found = lock.match(new RegExp(`name = "${crate}"\\nversion = "([^"]+)"`));
  if (!found) throw new Error(`${crate} is not in Cargo.lock`);
  return found[1];
}

/** Node's own binary of an installed npm package, to be run with the current Node. */
export const npmBin = (name) => at('node_modules', '.bin', name);
