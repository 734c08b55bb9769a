// Tracks run beside each other, and are printed and counted one after the other.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { at } from '../lib/places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tracks-'));
after(() => rmSync(folder, { recursive: true }));

const lib = (name) => JSON.stringify(pathToFileURL(at('scripts/lib', name)).href);

/** A track: the first begins before the second one ends, by a file that the second makes; `broken` says nothing of what it counted. */
const TRACK = `
import { existsSync, writeFileSync } from 'node:fs';
const [name, how] = process.argv.slice(2);
console.log(name + ' begins');
const sign = ${JSON.stringify(join(folder, 'sign'))};
if (name === 'second') writeFileSync(sign, '');
while (!existsSync(sign)) await new Promise((done) => setTimeout(done, 5));
console.log(name + ' ends');
if (how !== 'broken') process.send({ passed: name === 'first' ? 1 : 10, failed: 0, skipped: name === 'first' ? 0 : 2, remarks: ['SKIPPED: of ' + name] });
`;

function run(how) {
  writeFileSync(join(folder, 'track.mjs'), TRACK);
  const main = `
    import { besideEachOther } from ${lib('tracks.mjs')};
    import { Tally } from ${lib('tally.mjs')};
    const tally = new Tally();
    await besideEachOther(${JSON.stringify(join(folder, 'track.mjs'))}, [['first'], ['second', ${JSON.stringify(how)}]], tally);
    tally.finish();`;
  writeFileSync(join(folder, 'main.mjs'), main);
  const { stdout, status } = spawnSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8', timeout: 30_000 });
  rmSync(join(folder, 'sign'), { force: true });
  return { lines: stdout.trim().split('\n').filter(Boolean), status };
}

test('tracks wait for each other in print alone, and are counted together', () => {
  const { lines, status } = run('whole');
  assert.deepEqual(lines, ['first begins', 'first ends', 'second begins', 'second ends', 'SKIPPED: of first', 'SKIPPED: of second', '11 passed, 0 failed, 2 skipped']);
  assert.equal(status, 0);
});

test('a track that ends without its counts has failed', () => {
  const { lines, status } = run('broken');
  assert.match(lines.at(-1), /^1 passed, 1 failed/);
  assert.ok(
    lines.some((line) => /FAILED: second.*ended early/.test(line)),
    lines.join('\n'),
  );
  assert.equal(status, 1);
});
