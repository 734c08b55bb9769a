// Several files at a time: opened, named, closed, gone to, by pointer and by keyboard, and kept apart between tabs of the browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { address, compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

const vadd = readFileSync(new URL('../kernels/vadd.mlir', import.meta.url), 'utf8');
const list = (page) => page.getByRole('navigation', { name: 'Files' });
const file = (page, name) => list(page).getByRole('button', { name, exact: true });
const names = (page) => list(page).locator('[data-file]').allInnerTexts();
const shown = (page) => list(page).locator('[aria-current]').innerText();
const target = (page) => page.locator('.bar').getByLabel('Target');
const kept = (page, text) => page.waitForFunction((text) => JSON.stringify(localStorage).includes(text), text);

pageTest('files are begun, named, gone to and closed, each with its text, its settings and what can be undone', {}, async (page) => {
  await compiled(page);
  assert.deepEqual(await names(page), ['gemm.py']);
  await list(page).getByRole('button', { name: 'New file' }).click();
  await until(async () => (await textOf(page)) === '', 'an empty file');
  assert.deepEqual(await names(page), ['gemm.py', 'empty']);
  await page.getByText('There is no kernel yet: write').waitFor();
  await write(page, vadd);
  await editor(page).press('Control+End');
  await page.keyboard.type('// typed');
  await target(page).selectOption('sm_80');
  await until(async () => (await shown(page)) === 'vadd.mlir', 'it has the name of its kernel');
  await file(page, 'gemm.py').click();
  await until(async () => /def gemm/.test(await textOf(page)), 'the first file');
  await until(async () => (await target(page).inputValue()) === 'sm_90a', 'with its settings');
  await compiled(page);
  await page.getByRole('article', { name: 'The loop at line 13' }).waitFor();
  await editor(page).click();
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(100);
  assert.match(await textOf(page), /def gemm/, 'nothing of the other file is undone here');
  await file(page, 'vadd.mlir').click();
  await until(async () => (await textOf(page)) === `${vadd}// typed`, 'the second file');
  await until(async () => (await target(page).inputValue()) === 'sm_80', 'with its settings');
  await editor(page).click();
  await page.keyboard.press('Control+z');
  await until(async () => (await textOf(page)) === vadd, 'what was typed in it is undone');
  // A name of a person's own stays, whatever the text becomes; Escape leaves it as it was.
  await file(page, 'vadd.mlir').dblclick();
  await page.getByLabel('Name of vadd.mlir').fill('mine.mlir');
  await page.keyboard.press('Enter');
  await file(page, 'mine.mlir').dblclick();
  await page.getByLabel('Name of mine.mlir').fill('other');
  await page.keyboard.press('Escape');
  assert.deepEqual(await names(page), ['gemm.py', 'mine.mlir']);
  await list(page).getByRole('button', { name: 'Close mine.mlir' }).click();
  await until(async () => /def gemm/.test(await textOf(page)), 'its neighbour is shown');
  assert.deepEqual(await names(page), ['gemm.py']);
  const close = list(page).getByRole('button', { name: 'Close gemm.py' });
  assert.match(await close.getAttribute('title'), /Gallery keeps its text/);
  await close.click();
  await until(async () => (await textOf(page)) === '', 'the last one leaves an empty one');
  assert.deepEqual(await names(page), ['empty']);
});

pageTest('what is opened stands beside a text that a person wrote, and takes the place of one that is elsewhere', {}, async (page) => {
  await compiled(page);
  const gallery = async (name) => {
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.getByRole('button', { name }).first().click();
  };
  await gallery(/^Softmax/);
  await until(async () => /softmax/.test(await textOf(page)), 'a kernel of the gallery');
  assert.deepEqual(await names(page), ['softmax.py'], 'nobody wrote in the first');
  await write(page, vadd);
  await page.getByRole('button', { name: 'Gallery' }).click();
  const made = (name) => ({ name: `${name}.mlir`, mimeType: 'text/plain', buffer: Buffer.from(`entry @${name}() {\n  return\n}\n`) });
  await page.locator('input[type=file]').setInputFiles([made('mine'), made('yours')]);
  await until(async () => (await shown(page)) === 'yours.mlir', 'files keep their names');
  assert.deepEqual(await names(page), ['vadd.mlir', 'mine.mlir', 'yours.mlir']);
  await gallery(/^Softmax/);
  await until(async () => (await names(page)).join() === 'vadd.mlir,mine.mlir,yours.mlir,softmax.py', 'a file that was opened stays');
  await gallery(/^Attention/);
  await until(async () => (await names(page)).join() === 'vadd.mlir,mine.mlir,yours.mlir,attention.py', 'a kernel of the gallery does not');
});

pageTest('files are gone through, named and closed by keyboard', {}, async (page) => {
  await compiled(page);
  for (const name of ['one', 'two']) {
    await list(page).getByRole('button', { name: 'New file' }).click();
    await until(async () => (await textOf(page)) === '', 'an empty file');
    await write(page, `entry @${name}() {\n  return\n}\n`);
    await until(async () => (await shown(page)) === `${name}.mlir`, 'it has its name');
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await file(page, 'two.mlir').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'one.mlir');
  await page.keyboard.press('Enter');
  await until(async () => /@one/.test(await textOf(page)), 'Enter shows it');
  await page.keyboard.press('Home');
  assert.equal(await focused(), 'gemm.py');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'two.mlir');
  await page.keyboard.press('F2');
  await page.keyboard.type('second.mlir');
  await page.keyboard.press('Enter');
  await until(async () => (await focused()) === 'second.mlir', 'the focus is on it again');
  await page.keyboard.press('Delete');
  await until(async () => (await names(page)).join() === 'gemm.py,one.mlir', 'it is closed');
  await until(async () => (await focused()) === 'one.mlir', 'the focus is on the file that is shown');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Find a command').fill('go to gemm');
  await page.keyboard.press('Enter');
  await until(async () => (await shown(page)) === 'gemm.py', 'a command goes there');
});

pageTest('Ctrl+S saves the file that is shown, under its name', {}, async (page) => {
  await compiled(page);
  const saved = async (press) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()]);
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
  };
  await editor(page).click();
  assert.deepEqual(await saved(() => page.keyboard.press('Control+s')), ['gemm.py', await textOf(page)]);
  await write(page, vadd);
  assert.deepEqual(await saved(() => page.keyboard.press('Control+s')), ['vadd.mlir', vadd], 'what was written a moment ago counts');
});

pageTest('files outlive a reload, and tabs of the browser keep theirs apart', {}, async (page, context) => {
  await compiled(page);
  await write(page, 'entry @a() {\n  return\n}\n');
  await list(page).getByRole('button', { name: 'New file' }).click();
  await until(async () => (await textOf(page)) === '', 'an empty file');
  await write(page, 'entry @b() {\n  return\n}\n');
  await file(page, 'a.mlir').click();
  await until(async () => /@a/.test(await textOf(page)), 'the first file');
  await write(page, 'entry @a2() {\n  return\n}\n');
  // Not waited for: what was written last is kept as the page goes.
  await page.reload();
  await compiled(page);
  assert.deepEqual(await names(page), ['a2.mlir', 'b.mlir']);
  assert.equal(await shown(page), 'a2.mlir');
  assert.match(await textOf(page), /@a2/);
  await kept(page, '@a2');
  // A new tab begins with the same, and from then on each has its own.
  const second = await context.newPage();
  await second.goto(address());
  await compiled(second);
  assert.deepEqual(await names(second), ['a2.mlir', 'b.mlir']);
  await write(second, 'entry @theirs() {\n  return\n}\n');
  await kept(second, '@theirs');
  await write(page, 'entry @mine() {\n  return\n}\n');
  await kept(page, '@mine');
  for (const [tab, name] of [
    [page, 'mine'],
    [second, 'theirs'],
  ]) {
    await tab.reload();
    await compiled(tab);
    assert.deepEqual(await names(tab), [`${name}.mlir`, 'b.mlir']);
  }
  // The browser's copy of a tab has what that had, and a place of its own for it.
  const session = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await context.newPage();
  await copy.addInitScript((session) => {
    if (!sessionStorage.length) for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, session);
  await copy.goto(address());
  await compiled(copy);
  await write(copy, 'entry @copied() {\n  return\n}\n');
  await kept(copy, '@copied');
  const all = await page.evaluate(() => Object.values({ ...localStorage }).join());
  for (const name of ['@mine', '@theirs', '@copied']) assert.ok(all.includes(name), `${name} is kept`);
  // Whoever begins later finds the texts of the others among the earlier ones.
  await copy.getByRole('button', { name: 'Gallery' }).click();
  const past = await copy.locator('.past-title + .examples li').allInnerTexts();
  for (const name of ['mine', 'theirs'])
    assert.ok(
      past.some((words) => words.startsWith(name)),
      `${past}`,
    );
});

pageTest('a link carries the file that is shown, with its name', {}, async (page, context) => {
  await compiled(page);
  await list(page).getByRole('button', { name: 'New file' }).click();
  await until(async () => (await textOf(page)) === '', 'an empty file');
  await write(page, vadd);
  await file(page, 'vadd.mlir').press('F2');
  await page.keyboard.type('sum of two.mlir');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  const other = await (await context.browser().newContext()).newPage();
  await other.goto(link);
  await until(async () => (await textOf(other)) === vadd, 'the link is open');
  assert.deepEqual(await names(other), ['sum of two.mlir']);
  await page.keyboard.press('Escape');
  await file(page, 'gemm.py').click();
  await until(() => new URL(page.url()).hash === '', 'another file is not that of the link');
  await other.context().close();
});

pageTest('files fit a phone, and none are shown where a kernel is part of another page', { width: 360, height: 740 }, async (page) => {
  await compiled(page);
  for (let at = 0; at < 5; at++) {
    await list(page).getByRole('button', { name: 'New file' }).click();
    await until(async () => (await names(page)).length === at + 2, 'another file');
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const { left, right } = await list(page)
    .locator('[aria-current]')
    .evaluate((one) => one.getBoundingClientRect().toJSON());
  assert.ok(left >= 0 && right <= 360, `the one that is shown is in sight: ${left} to ${right}`);
  await page.goto(`${address()}embed.html`);
  await compiled(page);
  assert.equal(await list(page).count(), 0);
});
