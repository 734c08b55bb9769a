// The options of the compiler, as the page's form sets them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { offered, changeOf, differences, laidOver, valueIn } = await load('settings.ts');
const { OPTIONS } = await load('options.ts');
const { TILE_SCHEDULER } = await load('generated/options.ts');

const defaults = { gpu_name: 'sm_90a', opt_level: 3, num_stages: null, scheduler: 'auto', tile_scheduler: null };
const option = (field) => OPTIONS.find((one) => one.field === field);

test('every option but the target and what is only printed is offered, each with a name and a sentence', () => {
  const fields = (options) => options.map(({ field }) => field);
  assert.deepEqual(
    ['gpu_name', ...fields(offered())],
    fields(OPTIONS).filter((field) => field !== 'described'),
  );
  for (const { field, label, help } of OPTIONS) assert.ok(label && help.endsWith('.'), field);
});

test('a choice has names, and a value that may be missing says what that means', () => {
  const names = option('scheduler').value.words.map(({ name }) => name);
  assert.deepEqual(names, ['auto', 'documented', 'serial', 'rau', 'exact', 'four-stage']);
  assert.equal(option('scheduler').none, null);
  assert.equal(option('pipeline_strategy').none, 'the compiler decides');
});

test('options of the tile scheduler lie one level deeper, and are nothing without one', () => {
  const [kind, swizzle] = [option('tile_scheduler.kind'), option('tile_scheduler.swizzle')];
  assert.equal(valueIn(defaults, kind), null);
  assert.equal(valueIn(defaults, swizzle), 1);
  const asked = { ...defaults, ...changeOf(defaults, kind, 'stream-k') };
  assert.deepEqual(asked.tile_scheduler, { ...TILE_SCHEDULER, kind: 'stream-k' });
  const wider = { ...asked, ...changeOf(asked, swizzle, 4) };
  assert.deepEqual(wider.tile_scheduler, { ...TILE_SCHEDULER, kind: 'stream-k', swizzle: 4 });
  assert.equal(valueIn(wider, swizzle), 4);
  assert.deepEqual(changeOf(wider, kind, null), { tile_scheduler: null });
});

test('options differ by what they hold', () => {
  assert.deepEqual(differences({ ...defaults, opt_level: 1 }, defaults), { opt_level: 1 });
  const tiles = { ...TILE_SCHEDULER };
  assert.deepEqual(differences({ ...defaults, tile_scheduler: tiles }, { ...defaults, tile_scheduler: { ...tiles } }), {});
  assert.deepEqual(differences({ ...defaults, tile_scheduler: tiles }, defaults), { tile_scheduler: tiles });
});

test('what a link has of settings is its options, its model, and the names that nobody knows', async () => {
  const client = { ask: async (call, { opt_level, ...others }) => ({ settings: { ...defaults, opt_level }, ignored: [call, ...Object.keys(others)] }) };
  const told = await laidOver(client, { opt_level: 1, machine_model: '{}', newer: true });
  assert.deepEqual(told, { options: { ...defaults, opt_level: 1 }, machine: '{}', ignored: ['overlay', 'newer'] });
  assert.equal((await laidOver(client, { opt_level: 1, machine_model: 7 })).machine, null);
});
