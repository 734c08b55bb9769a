// The repository's documents as static pages below /docs: HTML without scripts, made of the Markdown that lies there.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { Marked } from 'marked';
import { escaped, page } from './codes.mjs';
import { anchors, readGlossary } from './glossary.mjs';
import { linkTo } from './links.mjs';
import { at } from './places.mjs';

/** Documents that have a page of another form. */
const ELSEWHERE = { 'docs/glossary.md': '/glossary.html', 'docs/codes/README.md': '/codes.html' };

/** The groups of the contents, each with its documents by their place in the repository. */
const GROUPS = [
  [
    'To use it',
    [
      'docs/pictures.md',
      'docs/cutile.md',
      'docs/calling-contract.md',
      'docs/cli.md',
      'docs/debugging.md',
      'docs/accuracy.md',
      'docs/products-accuracy.md',
      'docs/reductions.md',
      'docs/coverage.md',
      'docs/limits.md',
    ],
  ],
  [
    'How it works',
    [
      'ARCHITECTURE.md',
      'crates/modsched/README.md',
      'crates/layout/README.md',
      'docs/pipelines.md',
      'crates/pipeline/README.md',
      'crates/protocol/README.md',
      'crates/tilesched/README.md',
      'docs/registers.md',
      'docs/instructions.md',
      'docs/product-loops.md',
      'docs/departures.md',
      'docs/documents.md',
      'docs/module.md',
      'docs/page-walk.md',
    ],
  ],
];

const sources = () =>
  readdirSync(at('docs/sources'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/sources/${name}`);

/** All documents, group by group. */
export const groups = () => [...GROUPS, ['Where rules and numbers come from', sources()]];

/** The path of the page of a document: `docs/pipelines.md` is /docs/pipelines.html, `crates/layout/README.md` is /docs/layout.html. */
export const pathOf = (document) =>
  ELSEWHERE[document] ??
  `/docs/${document
    .replace(/^docs\//, '')
    .replace(/^crates\/([^/]+)\/README\.md$/, '$1.md')
    .replaceAll('/', '-')
    .replace(/\.md$/, '')
    .toLowerCase()}.html`;

/** The anchor of a heading, as the places that show Markdown make it. */
export const slug = (heading) =>
  heading
    .replace(/<[^>]+>|&#?\w+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The address that a link of a document leads to; null for a place of the repository that has no page. */
function addressOf(link, from, known) {
  if (/^https?:/.test(link)) return link;
  const [path, anchor] = link.split('#');
  const target = path ? posix.normalize(posix.join(dirname(from), path)) : from;
  const code = target.match(/^docs\/codes\/(\w+)\.md$/);
  // A code's anchor in the repository is its name without the dots.
  if (code && code[1] !== 'README') return anchor ? `/codes.html#${known.codes.get(anchor) ?? anchor}` : '/codes.html';
  if (!known.documents.has(target)) return null;
  return `${path ? pathOf(target) : ''}${anchor ? `#${anchor}` : ''}`;
}

/** A document as HTML. */
export function html(text, from, known) {
  const seen = new Map();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        const own = slug(words);
        const times = seen.get(own) ?? 0;
        seen.set(own, times + 1);
        return `<h${depth} id="${times ? `${own}-${times}` : own}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(href, from, known);
        return address ? `<a href="${escaped(address)}">${words}</a>` : words;
      },
      code: ({ text }) => `<pre tabindex="0">${escaped(text)}</pre>\n`,
      table(token) {
        // A heading without words is none.
        const cell = ({ tokens, text }, tag) => (text ? `<${tag}>${this.parser.parseInline(tokens)}</${tag}>` : '<td></td>');
        const cells = (row, tag) => `<tr>${row.map((one) => cell(one, tag)).join('')}</tr>`;
        return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead><tbody>\n${token.rows.map((row) => cells(row, 'td')).join('\n')}\n</tbody></table></div>\n`;
      },
      // Markup of its own no document has: what looks like it is text.
      html: ({ text }) => escaped(text),
      image: ({ text }) => escaped(text),
    },
  });
  return marked.parse(text);
}

/** The title of a document, and what it says first. */
function headOf(text) {
  const [, title, first = ''] = text.match(/^# (.*)\n+((?:[^\n|#][^\n]*\n)*)/) ?? [];
  const plain = (words) => words.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/`/g, '');
  const [sentence] = plain(first)
    .replace(/\n/g, ' ')
    .match(/^.*?[.:](?= |$)/) ?? [''];
  return { title: plain(title ?? ''), sentence: sentence.replace(/:$/, '.') };
}

const product = readFileSync(at('tests/kernels/matmul.mlir'), 'utf8');

/** Pictures that are shown live below a heading of the document on pictures: the headings, and the parts of the schedule; or the whole result of a link. */
const LIVE = {
  'the-verdict': 'verdict',
  'reservation-table': 'reservation-table',
  'iterations-in-time': 'iterations-in-time',
  'dependence-graph': 'dependence-graph',
  'ladder-of-initiation-intervals': 'ladder',
  'memory-over-time': 'memory',
  'stages-in-cycles': `iterations-in-time${linkTo(product, { gpu_name: 'sm_80', scheduler: 'four-stage' }, { tab: 'schedule' })}`,
  'layout-of-a-tile': `result${linkTo(product, {}, { tab: 'layouts' })}`,
  'tile-map': `result${linkTo(product, {}, { tab: 'tiles' })}`,
};

/** A document with its pictures: the page itself, in frames that are got when they come into sight. */
const withPictures = (text) =>
  Object.entries(LIVE).reduce(
    (all, [heading, part]) =>
      all.replace(
        new RegExp(`(<h2 id="${heading}"[\\s\\S]*?)(?=<h2|$)`),
        `$1<iframe src="/embed.html?show=${part}" title="${heading.replaceAll('-', ' ')}, of a matrix product" loading="lazy" width="100%" height="460"></iframe>\n`,
      ),
    text,
  );

/** The sentences on the passes, as the page has them. */
const passes = () => Object.entries(JSON.parse(readFileSync(at('web/src/generated/passes.json'), 'utf8'))).map(([name, says]) => ({ name, says }));

/** The pages: `{ path, text }` each. */
export function docsPages() {
  const all = groups().flatMap(([, documents]) => documents);
  const codes = readdirSync(at('docs/codes'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => [...readFileSync(at('docs/codes', name), 'utf8').matchAll(/^## (\S+)$/gm)].map(([, code]) => [slug(code), code]));
  const known = { documents: new Set([...all, ...Object.keys(ELSEWHERE)]), codes: new Map(codes) };
  const texts = new Map(all.map((document) => [document, readFileSync(at(document), 'utf8')]));
  const back = '<nav><a href="/docs/index.html">All documents</a>, <a href="/glossary.html">glossary</a>, <a href="/codes.html">codes of messages</a>, <a href="/">the page that compiles</a></nav>\n';
  const pages = all.map((document) => ({
    path: pathOf(document),
    text: page(escaped(headOf(texts.get(document)).title), back + (document === 'docs/pictures.md' ? withPictures : String)(html(texts.get(document), document, known))),
  }));
  const contents = groups().map(([title, documents]) => {
    const items = documents.map((document) => {
      const { title, sentence } = headOf(texts.get(document));
      return `<li><a href="${pathOf(document)}">${escaped(title)}</a>${sentence ? `: ${escaped(sentence)}` : ''}</li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  const list = passes().map(({ name, says }) => `<tr id="${name}"><th scope="row"><code>${name}</code></th><td>${escaped(says)}</td></tr>`);
  return [
    ...pages,
    {
      path: '/docs/passes.html',
      text: page(
        'passes',
        `${back}<h1>Passes</h1>\n<p>What each pass does, in a sentence; their order is on <a href="/">the page that compiles</a>.</p>\n<div class="wide" tabindex="0"><table><tbody>\n${list.join('\n')}\n</tbody></table></div>`,
      ),
    },
    {
      path: '/docs/index.html',
      text: page(
        'documents',
        `<h1>Documents</h1>\n<p>What stands behind <a href="/">the page that compiles</a>. <a href="/glossary.html">The glossary</a>, <a href="/codes.html">the codes of messages</a>, <a href="/docs/passes.html">the passes</a>.</p>\n${contents.join('\n')}`,
      ),
    },
  ];
}

/** The anchors that pages of another form have. */
export const anchorsElsewhere = () => new Map([['/glossary.html', new Set(readGlossary().flatMap(({ words }) => words.flatMap(anchors)))]]);

/** Links of pages that lead nowhere: to a page that is not there, or to an anchor that its page has not. */
export function broken(pages, elsewhere) {
  const ids = new Map(pages.map(({ path, text }) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
  for (const [path, own] of elsewhere) ids.set(path, own);
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(/<a href="([^"]*)"/g)].flatMap(([, address]) => {
      if (/^https?:/.test(address) || address === '/') return [];
      const [target, anchor] = address.split('#');
      const own = ids.get(target || path);
      return own && (!anchor || own.has(anchor)) ? [] : [`${path}: ${address}`];
    }),
  );
}

/** The files that go into the pages. */
export const docsSources = () => [...groups().flatMap(([, documents]) => documents.map((document) => at(document))), at('scripts/lib/docs.mjs'), at('web/src/generated/passes.json')];
