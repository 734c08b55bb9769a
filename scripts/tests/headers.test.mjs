// The headers that the page is served with.

import assert from 'node:assert/strict';
import test from 'node:test';
import { headerRules, headersFor } from '../lib/headers.mjs';

test('netlify.toml forbids inline script and allows WebAssembly', () => {
  const policy = headersFor('/', headerRules())['Content-Security-Policy'];
  const scripts = policy
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith('script-src '));
  assert.equal(scripts, "script-src 'self' 'wasm-unsafe-eval'");
  assert.match(policy, /^default-src 'none';/);
  assert.doesNotMatch(policy, /unsafe-inline|https?:|\*/);
});

test('only the view for other pages may be framed, and else it is as strict', () => {
  const rules = headerRules();
  const framing = (path) => headersFor(path, rules)['Content-Security-Policy'].match(/frame-ancestors ([^;]+)/)[1];
  for (const path of ['/', '/index.html', '/codes.html', '/glossary.html', '/sw.js', '/assets/a-1.js', '/embed.html/x', '/embed']) {
    assert.equal(framing(path), "'none'", path);
    assert.equal(headersFor(path, rules)['X-Frame-Options'], 'DENY', path);
  }
  assert.equal(framing('/embed.html'), '*');
  const without = (path) => headersFor(path, rules)['Content-Security-Policy'].replace(/frame-ancestors [^;]+/, '');
  assert.equal(without('/embed.html'), without('/'));
});

test('named assets are kept for ever and the page is asked for again', () => {
  const rules = headerRules();
  assert.equal(headersFor('/', rules)['Cache-Control'], 'no-cache');
  assert.match(headersFor('/assets/a-1.js', rules)['Cache-Control'], /immutable/);
  assert.equal(headersFor('/assets/a-1.js', rules)['X-Content-Type-Options'], 'nosniff', 'rules add up');
});

test('tables of other kinds are left alone', () => {
  const rules = headerRules('[build]\n  command = "x"\n[[headers]]\n  for = "/a"\n  [headers.values]\n    B = "c"\n[other]\n  D = "e"\n');
  assert.deepEqual(rules, [{ for: '/a', values: { B: 'c' } }]);
});
