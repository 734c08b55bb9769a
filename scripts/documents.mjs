// Writes docs/documents.md: the documents that are followed, row by row, each with a command and the line of its output that shows it,
// or the test that does. `node scripts/documents.mjs` checks each row and fails where one does not hold, or the page says otherwise; `--write`
// writes the page.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const program = process.env.TILEWRIGHT ?? join(root, 'target/debug/tilewright');
const STATES = { works: 'works', partly: 'partly', missing: 'missing', other: 'does otherwise' };

const outputs = new Map();

/** The lines that a command writes, to either stream. */
function lines(command) {
  if (!outputs.has(command)) {
    // PTX and pictures are long: only what stands in a line is looked at.
    const run = spawnSync(program, command.split(' '), { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (run.error) throw run.error;
    outputs.set(command, `${run.stderr}\n${run.stdout}`.split('\n'));
  }
  return outputs.get(command);
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

/** The command that shows a row; undefined where nothing does. */
function shown(how) {
  if (how.startsWith('$ ')) {
    const at = how.indexOf(' => ');
    const [command, wanted] = [how.slice(2, at), how.slice(at + 4)];
    const parts = wanted.split(' ~ ');
    const line = lines(command).find((one) => inOrder(one, parts));
    return line && { by: `\`tilewright ${command}\``, said: `\`${cell(line, parts[0])}\`` };
  }
  const [kind, file, ...rest] = how.split(' ');
  const wanted = rest.join(' ');
  if (kind === 'fn') {
    return text(file)?.includes(`fn ${wanted}(`) && { by: `test \`${wanted}\``, said: `[${file}](../${file})` };
  }
  if (kind === 'js') {
    return text(file)?.includes(`'${wanted}'`) && { by: `test \`${wanted}\``, said: `[${file}](../${file})` };
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
    .map((line) => line.split(' | ')),
);
const closed = new Map();

const counts = {};
const wrong = [];
const parts = [];
for (const [at, row] of readFileSync(join(root, 'tests/documents/rows.txt'), 'utf8').split('\n').entries()) {
  if (row === '' || row.startsWith('#')) continue;
  if (row.startsWith('= ')) {
    parts.push({ page: row.slice(2), rows: [] });
    continue;
  }
  const [state, by, what, ...how] = row.split(' | ');
  const found = STATES[state] && work.has(by) && shown(how.join(' | '));
  if (!found) {
    wrong.push(`tests/documents/rows.txt:${at + 1}: ${row}`);
    continue;
  }
  const part = parts.at(-1);
  counts[part.page] ??= { works: 0, partly: 0, missing: 0, other: 0 };
  counts[part.page][state] += 1;
  closed.set(by, (closed.get(by) ?? 0) + 1);
  part.rows.push(`| ${what} | ${STATES[state]} | ${by} | ${found.by} | ${found.said} |`);
}
for (const name of work.keys()) if (!closed.has(name)) wrong.push(`tests/documents/work.txt: ${name} closes no row`);

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
  'otherwise, [departures.md](departures.md), [pipelines.md](pipelines.md#departures-from-the-description) or the page itself says why.',
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
  'A row that did not hold when the documents were first walked names the piece of work that closed it, here with the subjects of its commits.',
  '',
  '| closed by | rows | work |',
  '|---|---:|---|',
  ...[...work].map(([name, what]) => `| ${name} | ${closed.get(name)} | ${what} |`),
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
