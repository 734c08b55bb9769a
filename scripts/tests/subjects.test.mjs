import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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

/** The commit from which on subjects are measured: 148 up to it are longer. */
const SINCE = 'ce980c991fd6b4e9b5f96b3745635ba9fadaf149';

test('subjects have at most 72 columns', (context) => {
  const { status, stdout, stderr } = spawnSync('git', ['log', '--format=%s', `${SINCE}..HEAD`], { cwd: import.meta.dirname, encoding: 'utf8' });
  if (status !== 0) {
    context.skip(`NOT MEASURED: the history has no ${SINCE} (a shallow clone, or none): ${stderr}`);
    return;
  }
  assert.deepEqual(
    stdout.split('\n').filter((subject) => subject.length > 72),
    [],
  );
});
