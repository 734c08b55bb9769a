// Links: made on one page and opened on another, and what happens to bad ones.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { address, compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const vadd = read('../kernels/vadd.mlir');
const gemm = read('../cutile/gemm.py');
const fixture = (name) => read(`../../crates/share/tests/fixtures/k1/${name}.link`).trim();
const refusals = read('../../crates/share/tests/fixtures/k1/errors.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

pageTest('a shared link opens elsewhere to the same text, settings and view', {}, async (page, context) => {
  await compiled(page);
  await write(page, `${vadd}// shared: größe 🧮\n`);
  await page.getByLabel('Target').selectOption('sm_120a');
  await page.getByRole('tab', { name: 'PTX' }).click();
  await compiled(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  assert.match(link, /#k1\.[A-Za-z0-9_-]+$/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link, 'it is on the clipboard');
  assert.equal(page.url(), link, 'the address is the link');
  const shown = await page.locator('.result .view').innerText();

  const other = await context.browser().newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await compiled(elsewhere);
  assert.equal(await textOf(elsewhere), `${vadd}// shared: größe 🧮\n`);
  assert.equal(await elsewhere.getByLabel('Target').inputValue(), 'sm_120a');
  assert.equal(await elsewhere.getByRole('tab', { name: 'PTX' }).getAttribute('aria-selected'), 'true');
  await until(async () => (await elsewhere.locator('.result .view').innerText()) === shown, 'the same is shown');
  await other.close();

  await page.keyboard.press('Escape');
  await editor(page).click();
  await page.keyboard.type(' ');
  await until(() => new URL(page.url()).hash === '', 'an edit takes the link out of the address');
});

pageTest('Back from a link brings the text before it, and Forward the link', {}, async (page) => {
  await compiled(page);
  await write(page, '// mine\n');
  const link = fixture('unicode');
  await page.evaluate((hash) => (location.hash = hash), link.slice(link.indexOf('#')));
  await until(async () => (await textOf(page)) !== '// mine\n', 'the link is opened');
  const linked = await textOf(page);
  await page.goBack();
  await until(async () => (await textOf(page)) === '// mine\n', 'the text is back');
  await page.goForward();
  await until(async () => (await textOf(page)) === linked, 'the link again');
  await write(page, '// edited since\n');
  await page.goBack();
  await page.waitForTimeout(300);
  assert.equal(await textOf(page), '// edited since\n', 'what was edited stays');
});

pageTest('two tabs keep a text each', {}, async (page, context) => {
  await compiled(page);
  await write(page, '// the first tab\n');
  const second = await context.newPage();
  await second.goto(address());
  await compiled(second);
  await write(second, '// the second tab\n');
  await second.waitForTimeout(600);
  await page.reload();
  await until(async () => (await textOf(page)) === '// the first tab\n', 'a reload keeps what this tab had');
  const third = await context.newPage();
  await third.goto(address());
  await until(async () => (await textOf(third)) === '// the second tab\n', 'a new tab begins with the newest text');
});

pageTest('another kernel takes the link out of the address too', {}, async (page) => {
  await compiled(page);
  const share = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('The link').waitFor();
    await page.keyboard.press('Escape');
    assert.match(new URL(page.url()).hash, /^#k1/);
    await page.getByRole('button', { name: 'Gallery' }).click();
  };
  await share();
  await page.locator('.examples').getByRole('button').last().click();
  await until(() => new URL(page.url()).hash === '', 'a kernel of the gallery is not that of the link');
  await share();
  await page.locator('input[type=file]').setInputFiles({ name: 'mine.mlir', mimeType: 'text/plain', buffer: Buffer.from(vadd) });
  await until(() => new URL(page.url()).hash === '', 'nor is a file');
});

pageTest('on a phone a link to a view shows that view', { width: 390, height: 800 }, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('article', { name: /The loop at line/ }).waitFor();
  // The options fit the screen, and all of them can be read.
  await page.getByRole('button', { name: 'Options' }).click();
  const { left, right } = await page.locator('.panel').evaluate((panel) => panel.getBoundingClientRect().toJSON());
  assert.ok(left >= 0 && right <= 390, `${left} to ${right}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});

pageTest('types nested 20 000 deep are refused in words', {}, async (page) => {
  await compiled(page);
  await write(page, `entry @deep(%a: ${'tile<'.repeat(20000)}i32${'>'.repeat(20000)}) {\n  return\n}\n`);
  await page
    .locator('.problems li')
    .filter({ hasText: /nest at most \d+ deep/ })
    .first()
    .waitFor();
  await page
    .locator('.status.bad')
    .filter({ hasText: /\d+ errors?/ })
    .waitFor();
});

test('an address that cannot be read is not found, and the server lives', async () => {
  for (const path of ['%', '%E0%A4%A', '/%ff']) assert.equal((await fetch(`${address()}${path}`)).status, 404, path);
  assert.equal((await fetch(address())).status, 200);
});

pageTest('a link made by the command line opens to the same result', {}, async (page) => {
  const program = process.env.TILEWRIGHT_BIN;
  assert.ok(program, 'TILEWRIGHT_BIN names the program');
  const kernel = new URL('../kernels/vadd.mlir', import.meta.url).pathname;
  const link = execFileSync(program, ['link', kernel, '--base', address(), '--gpu-name', 'sm_100'], { encoding: 'utf8' }).trim();
  await page.goto('about:blank');
  await page.goto(link);
  await compiled(page);
  assert.equal(await textOf(page), vadd);
  assert.equal(await page.getByLabel('Target').inputValue(), 'sm_100a');
  assert.equal(execFileSync(program, ['open', link], { encoding: 'utf8' }), vadd);
  const ptx = execFileSync(program, ['compile', kernel, '--gpu-name', 'sm_100'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  assert.equal(await until(() => page.evaluate(() => navigator.clipboard.readText()), 'the PTX is on the clipboard'), ptx);
});

pageTest('a link of the command line brings a scheduler model along', {}, async (page) => {
  const folder = mkdtempSync(join(tmpdir(), 'tilewright-'));
  try {
    const model = join(folder, 'mine.json');
    writeFileSync(model, read('../../crates/machine/data/atoms.json').replace('"gpu-atoms"', '"mine"'));
    const kernel = new URL('../kernels/matmul.mlir', import.meta.url).pathname;
    const link = execFileSync(process.env.TILEWRIGHT_BIN, ['link', kernel, '--base', address(), '--machine', model], { encoding: 'utf8' }).trim();
    await page.goto('about:blank');
    await page.goto(link);
    await compiled(page);
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page.getByText('Scheduled in a model of your own').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A link of the command line to a product that is scheduled in another model. */
function linkWithModel() {
  const folder = mkdtempSync(join(tmpdir(), 'tilewright-'));
  try {
    const model = join(folder, 'mine.json');
    writeFileSync(model, read('../../crates/machine/data/atoms.json').replace('"wgmma", "latency": 8', '"wgmma", "latency": 200').replace('"gpu-atoms"', '"mine"'));
    const kernel = new URL('../kernels/matmul.mlir', import.meta.url).pathname;
    return execFileSync(process.env.TILEWRIGHT_BIN, ['link', kernel, '--base', address(), '--machine', model], { encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pastes a link as the kernel of the right side. */
async function takeOnTheRight(page, link) {
  await page.getByRole('tab', { name: 'Compare' }).click();
  const right = page.getByRole('group', { name: 'Right' });
  await right.getByPlaceholder('paste a link').fill(link);
  await page.keyboard.press('Enter');
  await right.getByText(/lines, scheduled in a model of its own\./).waitFor();
  return right;
}

pageTest('a side of a comparison that is a link is scheduled in the model of the link', {}, async (page) => {
  await write(page, read('../kernels/matmul.mlir'));
  await compiled(page);
  const right = await takeOnTheRight(page, linkWithModel());
  const row = page.locator('.compare tr').filter({ has: page.getByRole('rowheader', { name: 'Initiation interval (II)', exact: true }) });
  await until(async () => (await row.getAttribute('class')) === 'differs', 'the loop is scheduled in the model of the link');
  assert.ok(!(await right.innerText()).includes('left out'), 'nothing of the link was left out');
});

pageTest('the sides of a comparison travel in a link that shows them, and in no other', {}, async (page, context) => {
  await compiled(page);
  await takeOnTheRight(page, linkWithModel());
  await page.getByRole('group', { name: 'Left' }).getByLabel('Target').selectOption('sm_80');
  const table = (on) => on.getByRole('group', { name: 'Both sides by their figures' }).locator('tbody').innerText();
  const share = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    // Open: the field of a closed one has the link before, and a dialog that comes behind the key would stay.
    const dialog = page.getByRole('dialog', { name: 'A link to this kernel' });
    const link = await dialog.getByLabel('The link').inputValue();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    return link;
  };
  const link = await share();
  const elsewhere = await context.newPage();
  await elsewhere.goto(link);
  await compiled(elsewhere);
  await elsewhere
    .getByRole('group', { name: 'Right' })
    .getByText(/lines, scheduled in a model of its own\./)
    .waitFor();
  assert.equal(await elsewhere.getByRole('group', { name: 'Left' }).getByLabel('Target').inputValue(), 'sm_80');
  assert.equal(await elsewhere.locator('.bar').getByLabel('Target').inputValue(), 'sm_90a', 'the page keeps its own');
  await until(async () => (await table(elsewhere)) === (await table(page)), 'both have the same figures');
  const sides = (of) => JSON.parse(execFileSync(process.env.TILEWRIGHT_BIN, ['open', '--settings', of], { encoding: 'utf8' })).view.compare;
  assert.equal(sides(link)[1].source, read('../kernels/matmul.mlir'));
  await page.getByRole('tab', { name: 'Schedule' }).click();
  // The one before stands in the field until there is another.
  const without = await until(async () => {
    const other = await share();
    return other !== link && other;
  }, 'another link');
  assert.equal(sides(without), undefined);
});

pageTest('a link from an older version opens with a word about it', { hash: fixture('zlib').replace(/^/, '') }, async (page) => {
  await compiled(page);
  assert.match(await textOf(page), /cuda_tile\.module @vadd/);
  assert.equal(await page.getByLabel('Target').inputValue(), 'sm_100a');
});

/** The sentences about bad links, by code. */
const said = {
  'newer-format': /made by a newer version/,
  'bad-character': /is not one that links use/,
  truncated: /is cut short/,
  corrupt: /is damaged \(/,
  'record-too-large': /unpacks to more than 4194304 bytes/,
};

for (const [code, link] of refusals.filter(([, link]) => /#k\d/.test(link) && !link.includes('#k01'))) {
  pageTest(`a bad link (${code}, ${link.length} characters) opens the page with an explanation and a usable editor`, { hash: link.slice(link.indexOf('#')) }, async (page) => {
    await page
      .getByRole('alert')
      .filter({ hasText: /The link could not be opened: .{20}/ })
      .filter({ hasText: said[code] })
      .waitFor();
    await compiled(page);
    assert.equal(await textOf(page), gemm, 'the default kernel is there');
    await write(page, '// still works\n');
    await compiled(page);
    assert.equal(await textOf(page), '// still works\n');
  });
}

for (const hash of ['#%E0%A4%A', '#xxxx', '#K1.AAAA']) {
  pageTest(`an address that ends in ${hash} is told to be no link, and the text stays`, { hash }, async (page) => {
    const told = page.getByRole('alert').filter({ hasText: 'no link that can be read here: the text stays as it is' });
    await told.waitFor();
    await compiled(page);
    assert.equal(await textOf(page), gemm, 'the default kernel is there');
    // Another such address, on a page that is open.
    await write(page, '// mine\n');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.evaluate(() => (location.hash = '#abc'));
    await told.waitFor();
    assert.equal(await textOf(page), '// mine\n');
    // The way past the head of the page is no link either, and nothing is said.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.evaluate(() => (location.hash = '#view'));
    await page.waitForTimeout(200);
    assert.equal(await told.count(), 0);
  });
}

pageTest('a link is a file beside the text that is there, and takes the place of none that was written', {}, async (page) => {
  await compiled(page);
  await write(page, '// my own work\n');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('my own work'));
  await page.goto('about:blank');
  await page.goto(address() + fixture('stored'));
  await until(async () => (await textOf(page)) === 'stored, not compressed', 'the link is open');
  assert.match(new URL(page.url()).hash, /^#k1/, 'the address is that of the link still');
  await page.getByText('The kernel of the link has a file of its own').waitFor();
  const files = page.getByRole('navigation', { name: 'Files' });
  assert.equal(await files.getByRole('listitem').count(), 2);
  await files.getByRole('button', { name: '// my own work', exact: true }).click();
  await until(async () => (await textOf(page)) === '// my own work\n', 'the text is there');
  // In a new tab of the browser a link is alone.
  const other = await page.context().newPage();
  await other.goto(address() + fixture('stored'));
  await until(async () => (await textOf(other)) === 'stored, not compressed', 'the link is open');
  assert.equal(await other.getByRole('navigation', { name: 'Files' }).getByRole('listitem').count(), 1);
});

pageTest('a link pasted into an open page opens', {}, async (page) => {
  await compiled(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fixture('unicode'));
  await until(async () => /größe/.test(await textOf(page)), 'the link is open');
});

pageTest('texts of files that were closed are kept, once each, and come back with their settings', {}, async (page) => {
  await compiled(page);
  const gallery = async (name) => {
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.getByRole('button', { name }).first().click();
  };
  const files = page.getByRole('navigation', { name: 'Files' });
  const close = async () => {
    await files.getByRole('button', { name: 'Close vadd.mlir' }).click();
    await files.getByRole('button', { name: 'vadd.mlir', exact: true }).waitFor({ state: 'detached' });
  };
  await gallery(/^Softmax/);
  await until(async () => /softmax/.test(await textOf(page)), 'a kernel of the gallery');
  await write(page, `${vadd}// first\n`);
  await page.getByLabel('Target').selectOption('sm_80');
  await gallery(/^Softmax/);
  await until(async () => /softmax/.test(await textOf(page)), 'another is opened');
  await page.getByLabel('Target').selectOption('sm_90a');
  await close();
  await page.getByRole('button', { name: 'Gallery' }).click();
  const past = page.locator('.past-title + .examples li');
  assert.equal(await past.count(), 1, 'what came from the gallery unchanged is there anyway');
  assert.match(await past.first().innerText(), /vadd/);
  await past.first().getByRole('button').click();
  await until(async () => (await textOf(page)).endsWith('// first\n'), 'the text is back');
  assert.equal(await page.getByLabel('Target').inputValue(), 'sm_80');
  await gallery(/^Softmax/);
  await until(async () => /softmax/.test(await textOf(page)), 'again');
  await close();
  await page.getByRole('button', { name: 'Gallery' }).click();
  assert.equal(await past.count(), 1, 'the same text is kept once');
});
