// The crates that are depended on: their licences, where they come from, and none twice.

import assert from 'node:assert/strict';
import test from 'node:test';
import { allowed, breaches, crates, rules } from '../lib/dependencies.mjs';

test('every crate has a licence and a source that deny.toml allows, and is there once', () => {
  const found = crates();
  assert.ok(found.length > 100, `${found.length} crates`);
  assert.deepEqual(breaches(found, rules()), []);
});

test('what is not allowed is told, each with its crate', () => {
  const [registry] = rules().registries;
  const one = { name: 'a', version: '1.0.0', license: 'MIT', source: `registry+${registry}` };
  const found = [one, { ...one, version: '2.0.0' }, { ...one, name: 'b', license: 'GPL-3.0-only' }, { ...one, name: 'c', source: 'git+https://example.org/c' }, { ...one, name: 'd', license: null }];
  assert.deepEqual(breaches(found, rules()), ['b: licence GPL-3.0-only', 'd: licence null', 'c: from git+https://example.org/c', 'a: 1.0.0 and 2.0.0']);
});

test('licences are read as SPDX writes them', () => {
  const licences = ['MIT', 'Unicode-3.0', 'Apache-2.0 WITH LLVM-exception'];
  for (const licence of ['MIT', 'Unlicense/MIT', '(MIT OR Apache-2.0) AND Unicode-3.0', 'Apache-2.0 WITH LLVM-exception OR BSL-1.0']) assert.ok(allowed(licence, licences), licence);
  for (const licence of ['Apache-2.0', 'MIT AND GPL-3.0-only', '(MIT OR Apache-2.0) AND BSL-1.0', '']) assert.ok(!allowed(licence, licences), licence);
});
