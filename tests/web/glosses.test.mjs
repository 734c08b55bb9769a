// The names of the scheduler's model: each that can be shown has a sentence.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { at } from '../../scripts/lib/places.mjs';
import { load } from './load.mjs';

const { armMeans, resourceMeans } = await load('schedule/glosses.ts');

test('every slot and pool of the models is explained, with its agent, and whether it is shared', () => {
  let count = 0;
  for (const file of ['atoms.json', 'documented-blackwell.json']) {
    const { slots, pools, further_pools: further = [] } = JSON.parse(readFileSync(at('crates/machine/data', file), 'utf8'));
    for (const { name } of [...slots, ...pools, ...further].filter(({ name }) => name)) {
      count++;
      assert.ok(resourceMeans(name).length > 10, name);
      assert.match(resourceMeans(`consumer.${name} (pool)`), /; the consumer's; a pool/, name);
    }
  }
  assert.ok(count > 40, `${count} names`);
  assert.equal(resourceMeans('no_such_thing'), '');
});

test('every unit of loops that count in rows is explained', () => {
  const source = (name) => readFileSync(at('crates/pipeliner/src/pipelining', name), 'utf8');
  const [, length, list] = source('ring_graph.rs').match(/const UNITS: \[&str; (\d+)\] = \[(.*?)\];/s);
  const named = (word) => source('powers.rs').match(new RegExp(`const ${word}: &str = "([^"]+)"`))[1];
  const units = [...list.matchAll(/"([^"]+)"|powers::(\w+)/g)].map(([, name, word]) => name ?? named(word));
  assert.equal(units.length, Number(length), units.join());
  for (const name of units) assert.ok(resourceMeans(name).length > 10, name);
});

test('every arm is explained', () => {
  const [, list] = readFileSync(at('crates/modsched/src/schedule.rs'), 'utf8').match(/pub enum Arm \{(.*?)\n {4}\}/s);
  const arms = [...list.matchAll(/= "([a-z-]+)"/g)].map(([, name]) => name);
  assert.ok(arms.length >= 9, arms.join());
  for (const arm of arms) assert.ok(armMeans(arm).length > 10, arm);
  assert.equal(armMeans('no such arm'), '');
});
