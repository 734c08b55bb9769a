// The page of all codes, from docs/codes: static HTML without scripts.

import { readdirSync, readFileSync } from 'node:fs';
import { at } from './places.mjs';

/** The files of the catalogue in the order of the page: that of crates/codes. */
const ORDER = ['options', 'python', 'parse', 'verify', 'bytecode', 'lower', 'pipeline', 'choice', 'barriers', 'run'];

/** Where the catalogue is. */
const folder = () => at('docs/codes');

/** The files that go into the page. */
export const codeSources = () => [
  ...readdirSync(folder())
    .sort()
    .map((name) => at('docs/codes', name)),
  at('web/src/styles/codes.css'),
  at('web/src/styles/colours.css'),
];

/** The sections of the catalogue: `{ title, text, codes: [{ name, severity, text }] }`. */
export function readCodes() {
  const names = readdirSync(folder())
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -3));
  const strange = names.filter((name) => !ORDER.includes(name));
  if (strange.length > 0) throw new Error(`scripts/lib/codes.mjs does not name docs/codes/${strange[0]}.md`);
  return ORDER.map((name) => section(readFileSync(at('docs/codes', `${name}.md`), 'utf8')));
}

function section(text) {
  const [head, ...parts] = text.split('\n## ');
  const [title, ...rest] = head.split('\n');
  const codes = parts.map((part) => {
    const end = part.indexOf('\n');
    const [, severity = ''] = /^\*(\w+)\.\*/m.exec(part) ?? [];
    return { name: part.slice(0, end).trim(), severity: severity.toLowerCase(), text: part.slice(end + 1) };
  });
  return { title: title.replace(/^# /, ''), text: rest.join('\n'), codes };
}

/** Text that is no HTML. */
export const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A line of Markdown: code, bold, italics and links. Text in code is left as it is. */
function inline(text, known) {
  const parts = text.split(/(`[^`]+`)/);
  const words = parts.map((part) => {
    if (/^`[^`]+`$/.test(part)) {
      const code = escaped(part.slice(1, -1));
      return known.has(part.slice(1, -1)) ? `<a href="#${code}"><code>${code}</code></a>` : `<code>${code}</code>`;
    }
    return escaped(part)
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/(^|\s)\*([^*]+)\*/g, '$1<em>$2</em>');
  });
  return words.join('');
}

/** Paragraphs, lists and blocks of code. */
export function html(text, known = new Set()) {
  const blocks = text.split(/^(```.*\n[\s\S]*?^```$)/m);
  return blocks.map((block) => (block.startsWith('```') ? code(block) : prose(block, known))).join('');
}

function prose(text, known) {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return paragraphs
    .map((paragraph) => {
      if (!paragraph.startsWith('- ')) return `<p>${inline(paragraph.replace(/\n/g, ' '), known)}</p>\n`;
      const items = paragraph.slice(2).split('\n- ');
      return `<ul>${items.map((item) => `<li>${inline(item.replace(/\n/g, ' '), known)}</li>`).join('')}</ul>\n`;
    })
    .join('');
}

/** A block, with the command that it is for above it; lines of a diff are coloured. */
function code(block) {
  const [first, ...lines] = block.split('\n');
  const [language, ...words] = first.slice(3).split(' ');
  const isChange = language === 'diff';
  const base = isChange && words[0] === 'gemm' ? words.shift() : '';
  const command = words[0] === 'pass' ? `The pass <code>${escaped(words[1])}</code> alone` : `<code>tilewright ${escaped(words.join(' ') || 'compile')} FILE</code>`;
  const said = base ? `<code>gemm.mlir</code> changed, by ${command}:` : isChange ? `Without the code${words.length > 0 ? `, by ${command}` : ''}:` : `${command}:`;
  const body = lines.slice(0, -1).map((line) => {
    const kind = isChange ? { '-': 'del', '+': 'ins' }[line[0]] : undefined;
    return kind ? `<${kind}>${escaped(line)}</${kind}>` : escaped(line);
  });
  const shown = body.length > 0 ? `<pre tabindex="0">${body.join('\n')}</pre>\n` : '';
  return `<p class="command">${body.length > 0 ? said : said.replace(/ changed/, '').replace(/:$/, '.')}</p>\n${shown}`;
}

/** The page. */
export function codesPage() {
  const sections = readCodes();
  const known = new Set(sections.flatMap(({ codes }) => codes.map(({ name }) => name)));
  const list = sections.map(({ title, codes }) => `<li>${escaped(title)}: ${codes.map(({ name }) => `<a href="#${name}"><code>${name}</code></a>`).join(', ')}</li>`);
  const body = sections.map(({ title, text, codes }) => {
    const entries = codes.map((entry) => `<section id="${entry.name}" class="${entry.severity}">\n<h3><a href="#${entry.name}">${entry.name}</a></h3>\n${html(entry.text, known)}</section>\n`);
    return `<h2>${escaped(title)}</h2>\n${html(text, known)}${entries.join('')}`;
  });
  const gemm = readFileSync(at('docs/codes/gemm.mlir'), 'utf8');
  return page(
    'codes of messages',
    `<h1>Codes of messages</h1>
<p>What each code means, what changes it, and an example. <code>tilewright explain CODE</code> prints the same. <a href="/docs/index.html">All documents</a>, <a href="/">the page that compiles</a>.</p>
<nav aria-label="All codes"><ul>
${list.join('\n')}
</ul></nav>
${body.join('\n')}
<section id="gemm">
<h2>gemm.mlir</h2>
<p>The kernel that examples change.</p>
<pre tabindex="0">${escaped(gemm)}</pre>
</section>`,
  );
}

/** A page of text. */
export const page = (title, body) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Tilewright: ${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/codes.css" />
  </head>
  <body>
<main>
${body}
</main>
  </body>
</html>
`;

/** The style of such pages: the colours of the other one, and what is its own. */
export const codesStyle = () => readFileSync(at('web/src/styles/colours.css'), 'utf8') + readFileSync(at('web/src/styles/codes.css'), 'utf8');
