// The words of the verdict on a loop.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './load.mjs';

const { verdict } = await load('schedule/verdict.ts');

/** A loop whose model is bound by a resource of this name, with the estimate and the rest that a test gives. */
const loop = (resource, estimate, more = {}) => ({
  row_cycles: null,
  graph: { resources: [{ name: 'other' }, { name: resource ?? 'none' }] },
  solution: {
    ii: 113,
    stage_count: 3,
    binding: resource ? 'resource' : 'recurrence',
    bounds: { mii: 97, reached: false, resource: { resource: 1 } },
    explanation: {},
  },
  depth: { chosen: 3, wanted: 3, fits: 11, asked: null, why: '' },
  ledger: { used: 1, capacity: 2, free: 1, one_more: 1, missing: 0 },
  protocol: null,
  estimate: { ii_cycles: 592, iteration_cycles: 592, mma_cycles: 512, idle_cycles: 80, loaded_bytes: 0, flops: 0, clock_mhz: null, ...estimate },
  ...more,
});
const model = (...of) => verdict(loop(...of), 113, []).model;
const whyOfInterval = (...of) => verdict(loop(...of), 113, []).parts[0].why.join(' ');
const ROW = { row_cycles: 592 / 96 };

test('where the model and the estimate name different binders, the line says so, for each limit', () => {
  for (const [limit, own, other, words] of [
    ['products', 'tc_and_mma', 'smem', 'the tensor cores'],
    ['products', 'tensor cores', 'fill', 'the tensor cores'],
    ['fill', 'tma', 'tc_and_mma', 'loading its tiles'],
    ['fill', 'fill', 'tensor cores', 'loading its tiles'],
    ['threads', 'issue', 'tensor cores', 'what its threads compute'],
    ['threads', 'special functions', 'fill', 'what its threads compute'],
  ]) {
    assert.doesNotMatch(model(own, { limit }), /by the estimates/i, `${own} is ${limit}`);
    assert.ok(model(other, { limit }).endsWith(`The model's weights are no hardware figures: by the estimates, an iteration is bound by ${words}.`), `${other} is not ${limit}`);
    assert.ok(model(null, { limit }).endsWith(`bound by ${words}.`), `a recurrence is not ${limit}`);
  }
  assert.match(model('issue', { limit: 'stages' }), /bound by waiting for a free stage\.$/);
});

test('rows are cycles of the SM clock, which the line does not deny', () => {
  const line = model('tensor cores', { limit: 'threads' }, ROW);
  assert.match(line, /113 rows of 6\.2 cycles \(its II: 697 cycles\).* By the estimates, an iteration is bound by what its threads compute\.$/);
  assert.doesNotMatch(line, /no hardware figures/);
});

test('threads that multiply nothing are bound by the chain of their ops, as a recurrence is', () => {
  const alone = { limit: 'threads', mma_cycles: 0 };
  assert.equal(verdict(loop('issue', alone), 113, []).binds, 'the chain of its ops');
  assert.equal(verdict(loop('issue', { limit: 'threads' }), 113, []).binds, 'what its threads compute');
  assert.doesNotMatch(model(null, alone), /by the estimates/i);
  assert.match(model('smem', alone), /bound by the chain of its ops\.$/);
});

test('an II of rows that is longer than the estimate says why, and a shorter one has nothing to say', () => {
  assert.match(whyOfInterval('issue', { limit: 'threads' }, ROW), /longer than the 592 cycles of the estimate, .*whole rows/);
  assert.doesNotMatch(whyOfInterval('issue', { limit: 'threads', iteration_cycles: 700 }, ROW), /longer than/);
  // Weights of a model without rows are no cycles of a clock, and compare with none.
  assert.doesNotMatch(whyOfInterval('issue', { limit: 'threads', iteration_cycles: 10 }), /longer than/);
});
