// The repository's documents as pages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { anchorsElsewhere, broken, docsPages, groups, html, pathOf, slug } from '../lib/docs.mjs';
import { codesPage } from '../lib/codes.mjs';
import { filesBelow } from '../lib/build.mjs';
import { at } from '../lib/places.mjs';

const pages = docsPages();
const ids = (text) => new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const elsewhere = new Map([...anchorsElsewhere(), ['/codes.html', ids(codesPage())]]);

test('every document has a page, and the contents lead to all of them', () => {
  const listed = groups().flatMap(([, documents]) => documents);
  for (const name of readdirSync(at('docs')).filter((name) => name.endsWith('.md') && name !== 'glossary.md'))
    assert.ok(listed.includes(`docs/${name}`), `GROUPS of scripts/lib/docs.mjs has no docs/${name}`);
  const contents = pages.find(({ path }) => path === '/docs/index.html').text;
  for (const { path } of pages) assert.ok(path === '/docs/index.html' || contents.includes(`href="${path}"`), path);
  assert.equal(new Set(pages.map(({ path }) => path)).size, pages.length, 'each has a path of its own');
});

test('no link leads nowhere', () => {
  assert.deepEqual(broken(pages, elsewhere), []);
  const wrong = [
    { path: '/docs/a.html', text: '<h2 id="b">b</h2><a href="#b">1</a><a href="#c">2</a><a href="/docs/z.html">3</a><a href="/glossary.html#ii">4</a><a href="/glossary.html#nothing">5</a>' },
  ];
  assert.deepEqual(broken(wrong, elsewhere), ['/docs/a.html: #c', '/docs/a.html: /docs/z.html', '/docs/a.html: /glossary.html#nothing']);
});

test('every drawing of the page has its part in the document on pictures', () => {
  const figures = filesBelow(at('web/src/components')).flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/<Figure\s+name="([^"]+)"/g)].map(([, name]) => name));
  assert.ok(figures.length >= 4, figures.join());
  const anchors = ids(pages.find(({ path }) => path === '/docs/pictures.html').text);
  assert.deepEqual(
    figures.filter((name) => !anchors.has(slug(name))),
    [],
  );
});

test('pages have no scripts and no Markdown left', () => {
  for (const { path, text } of pages) {
    assert.doesNotMatch(text, /<script|javascript:|style=|<th><\/th>/i, path);
    const prose = text.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>/g, '');
    assert.doesNotMatch(prose, /\]\(|\*\*|^#+ |^\|/m, path);
  }
  const known = { documents: new Set(), codes: new Map() };
  assert.doesNotMatch(html('<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> word.', 'docs/x.md', known), /<script|<img/);
});

test('headings have the anchors that links name', () => {
  assert.equal(slug('Pipelines: from <code>cutlass.pipeline</code> to barriers'), 'pipelines-from-cutlasspipeline-to-barriers');
  assert.match(html('# A\n\n## Two\n\n## Two\n', 'docs/x.md', { documents: new Set(), codes: new Map() }), /<h2 id="two">Two<\/h2>\n<h2 id="two-1">/);
  assert.equal(pathOf('crates/layout/README.md'), '/docs/layout.html');
  assert.equal(pathOf('docs/sources/README.md'), '/docs/sources-readme.html');
});
