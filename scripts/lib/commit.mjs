// The commit that is built, and the repository that it is of.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The first digits of the commit; empty where there is no history to ask. */
export function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { cwd: dirname(fileURLToPath(import.meta.url)), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** The address of the repository, as all crates have it; empty where they have none. */
export const repository = () => /^repository = "(.*)"/m.exec(readFileSync(new URL('../../Cargo.toml', import.meta.url), 'utf8'))?.[1] ?? '';
