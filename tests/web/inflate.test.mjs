// Inflating by the browser: what links pack.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { load } from './load.mjs';

const { inflate } = await load('compiler/inflate.ts');

const MOST = 1000;
const text = 'tiles and more tiles, '.repeat(20);
const packed = new Uint8Array(deflateRawSync(text));

test('what was packed comes out whole', async () => {
  const { body, endsEarly } = await inflate(packed, MOST);
  assert.equal(new TextDecoder().decode(body), text);
  assert.equal(endsEarly, false);
});

test('what ends early is told from what is wrong', async () => {
  assert.deepEqual(await inflate(packed.slice(0, -3), MOST), { endsEarly: true });
  assert.deepEqual(await inflate(new Uint8Array(0), MOST), { endsEarly: true });
  // Node tells what is wrong later than browsers do, so that it counts as missing there.
  assert.equal((await inflate(new Uint8Array(30).fill(255), MOST)).body, undefined);
});

test('a few bytes that unpack to much stop where they may', async () => {
  const { body } = await inflate(new Uint8Array(deflateRawSync(new Uint8Array(64 << 20))), MOST);
  assert.equal(body.length, MOST);
});
