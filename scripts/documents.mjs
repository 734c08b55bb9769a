// Writes docs/documents.md: the documents that are followed, row by row, each with a command and the line of its output that shows it,
// or the test that does. `node scripts/documents.mjs` checks each row and fails where one does not hold, or the page says otherwise; `--write`
// writes the page.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text as whole } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { each } from './lib/pool.mjs';
import { quotes } from './lib/subjects.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const program = process.env.TILEWRIGHT ?? join(root, 'target/debug/tilewright');
const STATES = { works: 'works', partly: 'partly', missing: 'missing', other: 'does otherwise' };

const outputs = new Map();

/**
 * The output of a command: both streams and, apart, the first one. Before a command may stand variables of the environment; it reads the file behind ` < `, or
 * the output of the command before ` | `.
 */
function output(command, input) {
  const key = `${command} < ${input ?? ''}`;
  if (!outputs.has(key)) outputs.set(key, printed(command, input));
  return outputs.get(key);
}

async function printed(command, input) {
  const [first, ...rest] = command.split(' | ');
  if (rest.length > 0) return output(rest.join(' | '), (await output(first, input)).own);
  const [plain, file] = command.split(' < ');
  const words = plain.split(' ');
  const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = { ...process.env, ...Object.fromEntries(words.slice(0, at).map((word) => word.split('='))) };
  const run = spawn(program, words.slice(at), { cwd: root, env });
  const failed = new Promise((_, reject) => run.on('error', reject));
  // A command may end before it has read everything.
  run.stdin.on('error', () => {});
  run.stdin.end(file ? readFileSync(join(root, file)) : input);
  const [own, told] = await Promise.race([failed, Promise.all([whole(run.stdout), whole(run.stderr)])]);
  // PTX and pictures are long: only what stands in a line is looked at.
  return { own, lines: `${told}\n${own}`.split('\n') };
}

const text = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined);

/** A line as a cell of a table: not too long, around what is looked for. */
function cell(line, wanted) {
  const trimmed = line.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
  if (trimmed.length <= 140) return trimmed;
  const from = Math.max(0, trimmed.indexOf(wanted.trim().replaceAll(/\s+/g, ' ')) - 40);
  return `${from > 0 ? '... ' : ''}${trimmed.slice(from, from + 130)} ...`;
}

/** Whether a line has all parts, one behind the other. */
function inOrder(line, parts) {
  let from = 0;
  return parts.every((part) => {
    const at = line.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** A command as a cell of the table. */
const named = (command) =>
  `\`${command
    .split(' | ')
    .map((one) => one.replace(/^((?:[A-Z_]+=\S+ )*)/, '$1tilewright '))
    .join(' \\| ')}\``;

/**
 * The command of a row, and the line that shows it: `command => parts`, or `command == command`. ` ~~ ` stands before what the next line holds, ` !~ ` before what
 * no line does, and `#N ` before what N lines do.
 */
async function commanded(how) {
  if (how.includes(' == ')) {
    const [one, other] = how.split(' == ');
    const { own } = await output(one);
    const lines = own.split('\n').length;
    return lines > 1 && own === (await output(other)).own && { by: `${named(one)} and ${named(other)}`, said: `the same ${lines} lines` };
  }
  const at = how.indexOf(' => ');
  const [command, whole] = [how.slice(0, at), how.slice(at + 4)];
  const [wanted, ...absent] = whole.split(' !~ ');
  const counted = /^#([0-9]+) (.*)$/.exec(wanted);
  const run = (counted?.[2] ?? wanted).split(' ~~ ').map((line) => line.split(' ~ '));
  const { lines } = await output(command);
  const found = lines.flatMap((_, first) => (run.every((parts, more) => inOrder(lines[first + more] ?? '', parts)) ? [first] : []));
  const number = counted ? found.length === Number(counted[1]) : found.length > 0;
  if (!number || absent.some((words) => lines.some((one) => one.includes(words)))) return undefined;
  const shown = found.slice(0, 1).flatMap((first) => run.map((parts, more) => `\`${cell(lines[first + more], parts[0])}\``));
  const line = shown.join(', then ');
  const times = counted && found.length !== 1 ? `${counted[1]} lines${line && ', such as '}` : '';
  return { by: named(command), said: `${times}${line}${absent.map((words) => `, and nowhere \`${words}\``).join('')}` };
}

/** The text of a function of a Rust file, with its attributes; undefined where there is none. */
function fn(all, name) {
  const at = all.search(new RegExp(`^ *(pub )?fn ${name}[<(]`, 'm'));
  if (at < 0) return undefined;
  const indent = /^ */.exec(all.slice(at))[0];
  const before = all.slice(0, at).split('\n').slice(0, -1).reverse();
  const above = before.slice(
    0,
    before.findIndex((line) => !/^\s*(#\[|\/\/\/)/.test(line)),
  );
  return { attributes: above.join('\n'), body: all.slice(at, all.indexOf(`\n${indent}}`, at)) };
}

const ASSERTS = /(assert\w*|panic|unreachable)!/;

/** Whether a file has a test of that name, which runs and asserts something: itself, or in a function of the file that it comes to. */
function tests(all, name) {
  const found = all && fn(all, name);
  if (!found || !/#\[(\w+::)*\w*test\b/.test(found.attributes) || /#\[ignore/.test(found.attributes)) return false;
  const reached = new Set([name]);
  for (const one of reached) {
    const body = fn(all, one)?.body ?? '';
    if (ASSERTS.test(body)) return true;
    for (const [, called] of body.matchAll(/\b([a-z_0-9]+)\(/g)) reached.add(called);
  }
  return false;
}

/** Each of the commands and tests that show a row; undefined where one does not. */
async function shown(how) {
  const all = await Promise.all(how.split(/ && (?=\$ |fn |js )/).map(alone));
  return all.every(Boolean) && { by: [...new Set(all.map(({ by }) => by))].join('; '), said: all.map(({ said }) => said).join('; ') };
}

/** A command that shows a row, or a test. */
function alone(how) {
  if (how.startsWith('$ ')) return commanded(how.slice(2));
  const [kind, file, ...rest] = how.split(' ');
  const wanted = rest.join(' ');
  if (kind === 'fn') {
    return tests(text(file), wanted) && { by: `test \`${wanted}\``, said: `[${file}](../${file})` };
  }
  if (kind === 'js') {
    const called = new RegExp(`[tT]est\\(\\s*'${wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}'`).test(text(file));
    return called && { by: `test \`${wanted}\``, said: `[${file}](../${file})` };
  }
  if (kind === 'has') {
    const line = text(file)
      ?.split('\n')
      .find((one) => one.includes(wanted));
    return line !== undefined && { by: `[${file}](../${file})`, said: wanted && `\`${cell(wanted, wanted)}\`` };
  }
  return { by: how, said: '' };
}

/** The pieces of work that closed rows, by name. */
const work = new Map(
  readFileSync(join(root, 'tests/documents/work.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | '))
    .map(([name, called, issue, what]) => [name, { called, issue, what }]),
);
const closed = new Map();

/** The subjects of the commits that there are; undefined where the history is not here, or only its end. */
function subjects() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const shallow = git('rev-parse', '--is-shallow-repository');
  return shallow.status === 0 && shallow.stdout.trim() === 'false' ? git('log', '--format=%s').stdout.split('\n') : undefined;
}

const counts = {};
const wrong = [];
const parts = [];
const lines = readFileSync(join(root, 'tests/documents/rows.txt'), 'utf8').split('\n');
const rows = lines.map((line, at) => ({ line, at })).filter(({ line }) => line !== '' && !line.startsWith('#'));
const shows = await each(rows, ({ line }) => !line.startsWith('= ') && shown(line.split(' | ').slice(3).join(' | ')));
for (const [nth, { line: row, at }] of rows.entries()) {
  if (row.startsWith('= ')) {
    parts.push({ page: row.slice(2), rows: [] });
    continue;
  }
  const [state, by, what] = row.split(' | ');
  const found = STATES[state] && work.has(by) && shows[nth];
  if (!found) {
    wrong.push(`tests/documents/rows.txt:${at + 1}: ${row}`);
    continue;
  }
  const part = parts.at(-1);
  counts[part.page] ??= { works: 0, partly: 0, missing: 0, other: 0 };
  counts[part.page][state] += 1;
  closed.set(by, (closed.get(by) ?? 0) + 1);
  part.rows.push(`| ${what} | ${STATES[state]} | ${work.get(by).called}${by === 'first' ? '' : `, issue ${parseInt(work.get(by).issue, 10)}`} | ${found.by} | ${found.said} |`);
}
for (const name of work.keys()) if (!closed.has(name)) wrong.push(`tests/documents/work.txt: ${name} closes no row`);
const history = subjects();
if (history === undefined) console.error('tests/documents/work.txt: NOT CHECKED, the history is not here (a shallow clone, or none)');
else {
  const known = new Set(history);
  for (const [name, { what }] of work) {
    // Rows that held at first are no piece of work.
    if (name !== 'first' && !quotes(what, known)) wrong.push(`tests/documents/work.txt: ${name} quotes what is no subject of a commit: ${what}`);
  }
}

const sum = (of) => Object.values(of).reduce((all, one) => all + one, 0);
const column = (state) => sum(Object.fromEntries(Object.entries(counts).map(([page, of]) => [page, of[state]])));
const names = Object.keys(STATES);
const count = (name, numbers) => `| ${name} | ${numbers.join(' | ')} | ${numbers.reduce((a, b) => a + b, 0)} |`;
const page = [
  '# The documents, row by row',
  '',
  'What the documents that are followed say, and what is here: each row with a command and the line of its output that shows it, or the test',
  'that does. `node scripts/documents.mjs` runs the commands and checks the rows (`tests/documents/rows.txt`); `--write` writes this page. The',
  'documents are named by their page in [docs/sources](sources/README.md); the last part is the plan of the project. Where something is done',
  'otherwise, [departures.md](departures.md), [pipelines.md](pipelines.md#departures-from-the-description) or the page itself says why. "Closed by" names the',
  'work that made a row hold and the issue that it is of, [of nine](#what-closed-them); "held at first" did so when the documents were first walked.',
  'Readers who had not written the code have audited them since, last in November 2026, and had all commands run; what they found is mended, or told where it is not.',
  '',
  `| page | ${names.map((name) => STATES[name]).join(' | ')} | rows |`,
  '|---|---:|---:|---:|---:|---:|',
  ...Object.entries(counts).map(([name, of]) =>
    count(
      name,
      names.map((state) => of[state]),
    ),
  ),
  count('all', names.map(column)),
  ...parts.flatMap(({ page: name, rows }) => ['', `## ${name}`, '', '| what | state | closed by | shown by | which says |', '|---|---|---|---|---|', ...rows]),
  '',
  '## What closed them',
  '',
  'Each row names the piece of work that made it hold, here with its issue, of nine that build on each other, and the subjects of its commits.',
  '',
  '| closed by | issue | rows | work |',
  '|---|---|---:|---|',
  ...[...work].map(([name, { called, issue, what }]) => `| ${called} | ${issue} | ${closed.get(name)} | ${what} |`),
  '',
].join('\n');

for (const row of wrong) console.error(row);
const file = join(root, 'docs/documents.md');
const old = !process.argv.includes('--write') && text('docs/documents.md') !== page;
if (old) console.error('docs/documents.md says something else: run scripts/documents.mjs --write, and read what changed');
else writeFileSync(file, page);
console.log(
  Object.entries(counts)
    .map(([name, of]) => `${name} ${sum(of)}`)
    .join(', '),
);
process.exit(wrong.length > 0 || old ? 1 : 0);
