// The layouts that were considered, as the compiler says them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compiled, pageTest, until } from './harness.mjs';

async function open(page) {
  await compiled(page);
  await page.getByRole('tab', { name: 'Layouts' }).click();
  await page.getByRole('table', { name: 'Accesses and conversions' }).waitFor();
}

const candidates = (page) => page.getByRole('table', { name: /Candidates, in the order/ }).locator('tbody tr');

pageTest('each access has its candidates, and the chosen one has the smallest score', {}, async (page) => {
  await open(page);
  const choices = page.getByRole('table', { name: 'Accesses and conversions' }).locator('tbody tr');
  const count = await choices.count();
  assert.ok(count >= 3, `${count} choices`);
  for (let at = 0; at < count; at++) {
    await choices.nth(at).getByRole('rowheader').getByRole('button').click();
    const rows = await candidates(page).evaluateAll((all) => all.map((row) => ({ score: Number(row.cells[1]?.textContent?.replaceAll(',', '')), chosen: row.classList.contains('chosen') })));
    const scores = rows.map(({ score }) => score).filter((score) => !Number.isNaN(score));
    assert.equal(rows.find(({ chosen }) => chosen)?.score, Math.min(...scores));
  }
});

pageTest('a candidate is drawn: the thread or the bank of each element', {}, async (page) => {
  await open(page);
  const drawing = page.locator('.layout-drawing');
  await drawing.waitFor();
  assert.match(await drawing.locator('figcaption').innerText(), /bank of shared memory|thread that holds/);
  // Where TMA takes the accumulators as they are, nothing is converted.
  assert.equal(await page.getByRole('button', { name: 'convert_layout' }).count(), 0);
  await page.getByRole('button', { name: 'tiled_store' }).first().click();
  await candidates(page).filter({ hasText: 'cp.async.bulk.tensor store' }).first().waitFor();
  await page
    .getByRole('combobox', { name: /Target|GPU/ })
    .first()
    .selectOption('sm_80');
  await compiled(page);
  await page.getByRole('button', { name: 'convert_layout' }).first().click();
  await page.getByText('The bank of shared memory that each element is in').waitFor();
  const cells = drawing.locator('.cell text');
  const first = await cells.first().textContent();
  assert.equal(first, '0');
  const before = await cells.allTextContents();
  // Rows without padding lie in other banks.
  await candidates(page).getByRole('button').first().click();
  await until(async () => (await cells.allTextContents()).join() !== before.join() || (await page.locator('.layout-drawing').count()) === 1, 'another drawing');
  // It is a file too, and a table.
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Layout of a tile: save as SVG' }).click()]);
  assert.equal(svg.suggestedFilename(), 'layout-of-a-tile.svg');
  assert.match(readFileSync(await svg.path(), 'utf8'), /<rect [^>]*fill="rgb/);
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Layout of a tile: save as PNG' }).click()]);
  assert.equal(
    readFileSync(await png.path())
      .subarray(1, 4)
      .toString(),
    'PNG',
  );
  await drawing.getByText('As a table').click();
  await drawing.locator('tbody tr').first().waitFor();
  assert.equal(await drawing.locator('tbody tr').count(), await cells.count());
});

pageTest('the view comes after an edit too, and with the keyboard', {}, async (page) => {
  await compiled(page);
  await page.keyboard.press('Alt+7');
  await page.getByRole('table', { name: 'Accesses and conversions' }).waitFor();
  await page
    .getByRole('combobox', { name: /Target|GPU/ })
    .first()
    .selectOption('sm_80');
  await compiled(page);
  await page.getByRole('table', { name: 'Accesses and conversions' }).waitFor();
});

pageTest('candidates fit a laptop', { width: 1366, height: 768 }, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Layouts' }).click();
  const box = page.getByRole('group', { name: 'Candidates' });
  await box.getByRole('columnheader', { name: 'Instructions' }).waitFor();
  assert.equal(await box.evaluate((one) => one.scrollWidth > one.clientWidth), false, 'no column is cut');
  const drawing = page.locator('.layout-drawing .drawing');
  await until(() => drawing.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the drawing is as wide as there is room for');
  // Where there is none, it says so.
  await page.setViewportSize({ width: 800, height: 768 });
  await page.locator('.layout-drawing').getByText('A part is out of sight').waitFor();
});
