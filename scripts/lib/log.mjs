// Printing of the scripts, and running other programs.

import { spawn, spawnSync } from 'node:child_process';

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);

/** A failure that a person can act on: the message says what is wrong and what to do. */
export class Trouble extends Error {}

/** Announces a step. */
export const step = (text) => console.log(`${paint('1;36', '==>')} ${paint('1', text)}`);
/** Says something about the current step. */
export const note = (text) => console.log(`    ${text}`);
/** Says, where nobody can miss it, that something was left out and why. */
export const loudly = (text) => console.log(`${paint('1;33', 'SKIPPED:')} ${text}`);

/** Seconds since `start`, for people. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** First line of what `command` prints, or null when it cannot be run or fails. */
export function answer(command, args = [], options = {}) {
  const run = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], ...options });
  return run.status === 0 ? run.stdout.trim() : null;
}

/**
 * Runs `command` with its output on the screen, and returns that output as well when `capture` is set.
 * @throws {Trouble} when it fails, unless `allowFailure` is set
 */
export function run(command, args, { capture = false, allowFailure = false, hint = '', ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'], ...options });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from?.on('data', (chunk) => {
        output += chunk;
        to.write(chunk);
      });
    }
    const failed = (why) => reject(new Trouble(`${[command, ...args].join(' ')}\n    ${why}${hint ? `\n    ${hint}` : ''}`));
    child.on('error', (error) => failed(`could not be started: ${error.message}`));
    child.on('close', (code) => (code === 0 || allowFailure ? resolve({ code, output }) : failed(`ended with code ${code}`)));
  });
}

/** Runs a script's `main`; trouble becomes a message and exit code 1. */
export async function script(main) {
  try {
    await main();
  } catch (error) {
    console.error(`\n${paint('1;31', 'error:')} ${error instanceof Trouble ? error.message : error.stack}`);
    process.exit(1);
  }
}
