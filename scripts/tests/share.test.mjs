// The share of choosing layouts, on a profile of a few lines.

import assert from 'node:assert/strict';
import test from 'node:test';
import { calls, share } from '../share.mjs';

const PROFILE = `events: Ir
fn=(1) tilewright_driver::compile::traced
1 10
cfn=(2) tilewright_layout::access::Group::new
calls=1 0
2 300
cfn=(3) core::iter::fold
calls=1 0
3 90
fn=(2)
4 100
cfn=(3)
calls=1 0
5 200
fn=(3)
6 150
cfn=(4) tilewright_layout::banks::shared
calls=2 0
7 140
fn=(4)
8 140
fn=(5) main
9 0
cfn=(1)
calls=1 0
10 400
`;

test('each instruction counts once, where others ask for layouts', () => {
  const profile = calls(PROFILE);
  assert.equal(profile.all, 400);
  assert.deepEqual(share(profile), { compiling: 400, layouts: 300 });
});

test('a profile without layouts has none', () => {
  const profile = calls(PROFILE.replaceAll('tilewright_layout', 'tilewright_ir'));
  assert.deepEqual(share(profile), { compiling: 400, layouts: 0 });
});
