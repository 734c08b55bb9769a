// The parts of tests/gpu that need no GPU.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { at } from '../lib/places.mjs';

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

test('encoding descriptors, packing arguments, comparing: tests/gpu without a GPU', { skip: python ? false : 'SKIPPED: Python 3.9 or newer is not here' }, () => {
  const { status, stderr } = spawnSync('python3', ['-B', '-m', 'unittest', 'discover', 'tests/gpu'], { cwd: at(), encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Ran \d+ tests/);
});
