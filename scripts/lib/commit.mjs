// The commit that is built.

import { execFileSync } from 'node:child_process';
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
