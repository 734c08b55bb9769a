// Counting, so that the summary can be trusted.

import assert from 'node:assert/strict';
import test from 'node:test';
import { countNode, countRust, hidePassing, Tally } from '../lib/tally.mjs';
import { atLeast } from '../lib/toolchain.mjs';

test('results of cargo test are counted', () => {
  assert.deepEqual(countRust('test result: FAILED. 2 passed; 1 failed; 3 ignored; 0 measured; 0 filtered out'), { passed: 2, failed: 1, skipped: 3 });
  assert.equal(countRust('test result is fine'), null);
});

test('results of node --test are counted', () => {
  assert.deepEqual(countNode('# pass 4'), { passed: 4 });
  assert.deepEqual(countNode('ℹ fail 1'), { failed: 1 });
  assert.equal(countNode('# tests 4'), undefined);
});

test('output of passing tests is hidden and that of failing ones is shown', () => {
  const hide = hidePassing();
  const lines = ['running 2 tests', 'successes:', '---- a stdout ----', 'noise', 'failures:', '---- b stdout ----', 'test result: FAILED.'];
  assert.deepEqual(
    lines.filter((line) => !hide(line)),
    ['running 2 tests', 'failures:', '---- b stdout ----', 'test result: FAILED.'],
  );
});

test('a program that fails without a word counts as a failure', async () => {
  const tally = new Tally();
  await tally.program('quiet', process.execPath, ['-e', 'process.exit(3)'], { count: countRust });
  await tally.program('loud', process.execPath, ['-e', 'console.log("test result: ok. 5 passed; 0 failed; 0 ignored")'], { count: countRust });
  await tally.program('skips', process.execPath, ['-e', 'console.error("SKIPPED: no oracle")']);
  assert.deepEqual([tally.passed, tally.failed, [...tally.remarks]], [6, 1, ['FAILED: quiet: ended with code 3', 'SKIPPED: no oracle']]);
});

test('versions are compared by number', () => {
  assert.ok(atLeast('1.100.0', '1.88') && atLeast('1.88.0', '1.88') && atLeast('1.96.0-nightly', '1.88'));
  assert.ok(!atLeast('1.87.9', '1.88') && !atLeast('20.18.9', '20.19'));
});
