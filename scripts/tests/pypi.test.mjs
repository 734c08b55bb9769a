// Packages that tests fetch from PyPI: each file by its digest, and nothing otherwise.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { filesBelow } from '../lib/build.mjs';
import { at } from '../lib/places.mjs';
import { pinned, pipInstall } from '../lib/pypi.mjs';

test('every package has a version and digests of its files', () => {
  const names = readdirSync(at('scripts/data/pypi')).map((file) => file.replace(/\.txt$/, ''));
  assert.deepEqual(names.sort(), ['cutile', 'nvdisasm', 'ptxas', 'sentryward', 'tileiras']);
  for (const { name, version, digests } of names.flatMap(pinned)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.ok(digests.length > 0 && new Set(digests).size === digests.length, name);
  }
  for (const name of names) assert.ok(pipInstall(name).includes('--require-hashes'), name);
});

test('no script installs a package otherwise', () => {
  const scripts = filesBelow(at('scripts')).filter((file) => file.endsWith('.mjs') && !file.endsWith('pypi.mjs') && !file.endsWith('pypi.test.mjs'));
  const installs = scripts.filter((file) => /pip/.test(readFileSync(file, 'utf8')) && /'install'/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(installs, []);
});
