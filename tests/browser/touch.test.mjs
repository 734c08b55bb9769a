// By touch alone, on a phone and on a tablet: what a mouse finds by resting on things is found by a tap.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compiled, pageTest, until } from './harness.mjs';

const PHONE = { width: 390, height: 844, hasTouch: true };
const TABLET = { width: 1024, height: 768, hasTouch: true };
const tip = (page) => page.locator('.tip');

/** The view `name`, by touch. */
async function open(page, name) {
  await compiled(page);
  if (page.viewportSize().width < 700) await page.getByRole('button', { name: 'Result', exact: true }).tap();
  await page.getByRole('tab', { name }).tap();
  await page.getByRole('tabpanel', { name }).waitFor();
}

pageTest('a word of the field says what it means when it is tapped, and leads to the glossary', PHONE, async (page, context) => {
  await open(page, 'Schedule');
  const pages = context.pages().length;
  await until(() => page.evaluate(() => document.querySelector('.tip') !== null), 'the notes have come');
  const word = page.locator('.term:visible').first();
  await word.tap();
  await tip(page).waitFor();
  const sentence = await tip(page).innerText();
  assert.ok(sentence.length > 40 && /More$/.test(sentence), sentence);
  const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
  assert.ok(glossary.replace(/[`]|\[|\]\([^)]*\)/g, '').includes(sentence.replace(/ More$/, '').slice(0, 60)), sentence);
  assert.equal(context.pages().length, pages, 'nothing was opened');
  const [box, { width, height }] = [await tip(page).boundingBox(), page.viewportSize()];
  assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height, 'the note is in sight');
  // The second tap follows the link.
  const opened = context.waitForEvent('page');
  await word.tap();
  assert.match((await opened).url(), /glossary\.html#/);
  await page.locator('.headline').first().tap();
  await until(async () => !(await tip(page).isVisible()), 'a tap elsewhere closes it');
});

pageTest('a bar of the drawings is chosen by a tap, and says what it is', PHONE, async (page) => {
  await open(page, 'Schedule');
  const time = page.getByRole('group', { name: 'Iterations in time', exact: true });
  const bar = time.locator('.hold').first();
  await bar.scrollIntoViewIfNeeded();
  await bar.tap();
  await tip(page).waitFor();
  assert.match(await tip(page).innerText(), /of iteration 0: cycles \d+ to \d+/);
  await until(async () => (await page.locator('tr[aria-current=true]').count()) === 1, 'its row of the table is chosen');
  const seat = page
    .getByRole('listbox', { name: /Reservation table/ })
    .locator('[role=option]')
    .first();
  await seat.scrollIntoViewIfNeeded();
  await seat.tap();
  assert.equal(await seat.getAttribute('aria-selected'), 'true');
  await until(async () => /rows? \d+.* of \d+/.test(await tip(page).innerText()), 'who holds it');
  const memory = page.getByRole('group', { name: 'Memory over time', exact: true }).locator('g:has(> title) .piece').first();
  await memory.scrollIntoViewIfNeeded();
  await memory.tap();
  await until(async () => /at [\d,]+, cycles \d+ to \d+/.test(await tip(page).innerText()), 'what lies there');
  const node = page.getByRole('group', { name: 'Dependence graph', exact: true }).locator('g.node, .hold').first();
  await node.scrollIntoViewIfNeeded();
  await node.tap();
  assert.equal(await page.locator('tr[aria-current=true]').count(), 1);
});

pageTest('an instruction of PTX is explained when it is tapped', TABLET, async (page) => {
  await open(page, 'PTX');
  const line = page.locator('.listing .cm-line').filter({ hasText: 'ld.param' }).first();
  await line.scrollIntoViewIfNeeded();
  // Right of the numbers, wherever the text is scrolled to.
  const { x, y, height } = await line.boundingBox();
  await page.touchscreen.tap(Math.max(x, 460) + 120, y + height / 2);
  await page.locator('.explanation').filter({ hasText: 'Loads from memory.' }).first().waitFor();
});

pageTest('a line of the source lights its lines in the result when it is tapped', TABLET, async (page) => {
  await open(page, 'PTX');
  const line = page.locator('.source .cm-line').filter({ hasText: 'ct.mma' }).first();
  await line.tap();
  await page.locator('.listing .cm-linked').first().waitFor();
});

pageTest('a pass is chosen and shown by touch', TABLET, async (page) => {
  await open(page, 'Passes');
  const pass = page.getByRole('option').filter({ hasText: 'assign-buffers' }).first();
  await pass.scrollIntoViewIfNeeded();
  await pass.tap();
  await until(async () => (await pass.getAttribute('aria-selected')) === 'true', 'the pass is chosen');
});
