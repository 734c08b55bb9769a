// Counts what passed, failed and was skipped, and remembers what to repeat at the end.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { loudly, since, step } from './log.mjs';

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  remarks = new Set();

  /** Counts one check. */
  check(name, good, why = '') {
    if (good) this.passed++;
    else {
      this.failed++;
      this.remarks.add(`FAILED: ${name}${why && `: ${why}`}`);
    }
    console.log(`    ${good ? 'ok' : 'FAILED'}: ${name}${!good && why ? `: ${why}` : ''}`);
  }

  /**
   * Counts tests that need a tool that is fetched, and is not here: left out on a machine without a network, a failure where TILEWRIGHT_TOOLS is
   * `required`.
   */
  missing(tool) {
    if (process.env.TILEWRIGHT_TOOLS === 'required') this.check(`${tool} is here`, false, 'it could not be fetched, and TILEWRIGHT_TOOLS asks for it');
    else this.skip(`tests that need ${tool}`);
  }

  /** Counts something that was left out. */
  skip(why) {
    this.skipped++;
    this.remarks.add(`SKIPPED: ${why}`);
    loudly(why);
  }

  /**
   * Runs a program as a step. `count` turns each line into `{ passed, failed, skipped }` or nothing; without it the
   * program itself is the one check. `hide` says which lines stay off the screen. A program that fails without having
   * reported a failure counts as one.
   */
  async program(name, command, args, { count, hide = () => false, ...options } = {}) {
    step(name);
    const start = performance.now();
    const before = this.failed;
    const code = await new Promise((resolve) => {
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
      const read = (stream, to) => {
        const lines = createInterface({ input: stream });
        lines.on('line', (line) => {
          for (const [what, number] of Object.entries(count?.(line) ?? {})) this[what] += number;
          if (/^\s*SKIPPED:/.test(line)) this.remarks.add(line.trim());
          else if (!hide(line)) to.write(`${line}\n`);
        });
        return new Promise((done) => lines.on('close', done));
      };
      const streams = [read(child.stdout, process.stdout), read(child.stderr, process.stderr)];
      child.on('error', (error) => {
        console.error(error.message);
        resolve(-1);
      });
      child.on('close', (code) => Promise.all(streams).then(() => resolve(code ?? -1)));
    });
    if (!count || (code !== 0 && this.failed === before)) this.check(name, code === 0, `ended with code ${code}`);
    else if (this.failed > before) this.remarks.add(`FAILED: ${name}`);
    console.log(`    ${since(start)}`);
    return code === 0;
  }

  /** All that was counted, for the process that `add`s it to its own. */
  counts() {
    return { passed: this.passed, failed: this.failed, skipped: this.skipped, remarks: [...this.remarks] };
  }

  /** Adds what another process has counted. */
  add({ passed, failed, skipped, remarks }) {
    this.passed += passed;
    this.failed += failed;
    this.skipped += skipped;
    for (const remark of remarks) this.remarks.add(remark);
  }

  /** Prints the summary; its last line is `N passed, N failed` with `, N skipped` when something was. */
  finish() {
    console.log('');
    for (const remark of [...this.remarks].sort()) console.log(remark);
    console.log(`${this.passed} passed, ${this.failed} failed${this.skipped ? `, ${this.skipped} skipped` : ''}`);
    process.exitCode = this.failed ? 1 : 0;
  }
}

/** Counts the tests of libtest and of wasm-bindgen-test. */
export function countRust(line) {
  const found = line.match(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/);
  return found && { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3]) };
}

/** Hides what passing tests print (libtest's `--show-output` section), which is read only for its SKIPPED lines. */
export function hidePassing() {
  let inside = false;
  return (line) => {
    if (line === 'successes:') inside = true;
    else if (line === 'failures:' || line.startsWith('test result:')) inside = false;
    return inside || line === '' || line === 'running 0 tests' || /^test result: ok\. 0 passed; 0 failed; 0 ignored/.test(line);
  };
}

/** Counts the tests of Node's own runner (its TAP and spec summaries). */
export function countNode(line) {
  const found = line.match(/^[#ℹ] (pass|fail|cancelled|skipped|todo) (\d+)$/);
  const kind = { pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped' }[found?.[1]];
  return kind && { [kind]: Number(found[2]) };
}
