// The Rust that scripts take.

import assert from 'node:assert/strict';
import test from 'node:test';
import { atLeast, pinnedToolchain, rustPinned, rustWanted } from '../lib/toolchain.mjs';

test('the pinned version is at least the oldest one that is promised', () => {
  assert.match(rustPinned(), /^\d+\.\d+\.\d+$/);
  assert.ok(atLeast(rustPinned(), rustWanted()), `${rustPinned()} ${rustWanted()}`);
});

test('the pinned version is taken where it is there, and nothing where it is not or somebody has chosen', () => {
  const [there, missing] = [() => true, () => false];
  assert.equal(pinnedToolchain('1.0.0', there, undefined), rustPinned());
  assert.equal(pinnedToolchain('1.0.0', missing, undefined), null);
  assert.equal(pinnedToolchain('1.0.0', there, 'nightly'), null);
  assert.equal(pinnedToolchain(rustPinned(), there, undefined), null);
});
