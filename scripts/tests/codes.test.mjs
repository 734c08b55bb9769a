// The page of all codes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { codesPage, codesStyle, html, readCodes } from '../lib/codes.mjs';

test('each code is a section with its name as anchor, and listed once', () => {
  const page = codesPage();
  const names = readCodes().flatMap(({ codes }) => codes.map(({ name }) => name));
  assert.ok(names.length > 90 && new Set(names).size === names.length);
  for (const name of names) {
    assert.equal(page.split(`<section id="${name}"`).length, 2, name);
    assert.ok(page.includes(`<li>`) && page.includes(`<a href="#${name}"><code>${name}</code></a>`), name);
  }
  for (const { codes } of readCodes()) for (const { name, severity } of codes) assert.match(severity, /^(error|warning|note|choice)$/, name);
});

test('the page needs no script, no style inside of it and nothing from elsewhere', () => {
  const page = codesPage();
  assert.doesNotMatch(page, /<script|<style| style=| on\w+=|https?:/);
  assert.match(page, /<link rel="stylesheet" href="\/codes.css" \/>/);
  assert.doesNotMatch(codesStyle(), /@import|url\(/);
});

test('what is no HTML is escaped, in text and in kernels', () => {
  assert.equal(html('a < b & `x<y>` *so* **it**'), '<p>a &lt; b &amp; <code>x&lt;y&gt;</code> <em>so</em> <strong>it</strong></p>\n');
  assert.equal(html('see `a.b`', new Set(['a.b'])), '<p>see <a href="#a.b"><code>a.b</code></a></p>\n');
  assert.match(html('```mlir run\ntile<4xf32>\n```'), /<code>tilewright run FILE<\/code>:<\/p>\n<pre tabindex="0">tile&lt;4xf32&gt;<\/pre>/);
  assert.doesNotMatch(codesPage(), /tile<\d|ptr<[a-z]/);
});

test('lines of a diff are shown as put in and taken out', () => {
  const shown = html('```diff gemm compile --num-stages 3\n-a\n+b\n c\n```');
  assert.match(shown, /<code>gemm.mlir<\/code> changed, by <code>tilewright compile --num-stages 3 FILE<\/code>:/);
  assert.match(shown, /<del>-a<\/del>\n<ins>\+b<\/ins>\n c/);
  assert.match(html('```diff compile --gpu-name sm_80\n```'), /Without the code, by <code>tilewright compile --gpu-name sm_80 FILE<\/code>\.<\/p>\n$/);
});
