import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotes } from '../lib/subjects.mjs';

const KNOWN = new Set(['Loads in sets; pipes over buffers', 'Loads in sets', 'The gate is lower']);

test('subjects are quoted whole, and may have a semicolon in them', () => {
  for (const what of ['Loads in sets', 'Loads in sets; pipes over buffers', 'The gate is lower; Loads in sets; pipes over buffers', 'Loads in sets; The gate is lower']) {
    assert.ok(quotes(what, KNOWN), what);
  }
});

test('a subject that is cut, or is none, is found', () => {
  for (const what of ['pipes over buffers', 'The gate', 'The gate is lower; pipes over buffers', 'Loads in sets; The gate', '']) {
    assert.ok(!quotes(what, KNOWN), what);
  }
});
