// The compiler in its worker: the newest edit wins, and a compile that hangs or crashes costs only the worker.

import assert from 'node:assert/strict';
import { fakeCompiler } from './fake.mjs';
import { editor, pageTest, textOf, until, write } from './harness.mjs';

const fake = fakeCompiler();
const shown = (page) => page.locator('.listing .cm-content').innerText();

pageTest('the newest edit wins', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await page.getByRole('tab', { name: 'Passes' }).click();
  await write(page, 'SLOW 1');
  for (const step of ['2', '3', '4']) {
    await page.waitForTimeout(200);
    await editor(page).press('End');
    await page.keyboard.type(step);
  }
  await until(async () => (await shown(page)) === 'SLOW 1234', 'the newest text is what is shown');
});

pageTest('a compile that hangs gives way to the next edit', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await page.getByRole('tab', { name: 'Passes' }).click();
  await write(page, 'HANG');
  await page.waitForTimeout(400);
  await write(page, 'fine again');
  await until(async () => (await shown(page)) === 'fine again', 'the next text is compiled');
  assert.equal(await textOf(page), 'fine again');
});

pageTest('a compile that hangs is stopped in the end', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await page.getByRole('tab', { name: 'Passes' }).click();
  await write(page, 'HANG');
  await page.locator('.status').filter({ hasText: 'Compiling…' }).waitFor();
  await page.getByText(/took too long and was stopped/).waitFor({ timeout: 25_000 });
  assert.equal(await textOf(page), 'HANG');
  await write(page, 'fine');
  await until(async () => (await shown(page)) === 'fine', 'the next text is compiled');
});

pageTest('a crash is owned up to, and the next edit is compiled', fake, async (page) => {
  await page.getByText(/Compiled in/).waitFor();
  await page.getByRole('tab', { name: 'Passes' }).click();
  await write(page, 'TRAP');
  const words = page.getByText(/The compiler crashed\. This is our bug/);
  await words.waitFor();
  assert.equal(await words.evaluate((box) => box.scrollWidth > box.clientWidth), false, 'it is read whole');
  assert.equal(await textOf(page), 'TRAP');
  await write(page, 'fine');
  await until(async () => (await shown(page)) === 'fine', 'the next text is compiled');
});
