// The faults that a walk over the page found (docs/page-walk.md), each in the place where it was.

import assert from 'node:assert/strict';
import { fakeCompiler } from './fake.mjs';
import { compiled, pageTest, write } from './harness.mjs';

const box = (locator) => locator.first().boundingBox();

pageTest('the time of a pass stands beside its name, whole', { width: 1366, height: 768 }, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Passes' }).click();
  const rows = page.locator('.pass-list li');
  await rows.nth(4).waitFor();
  for (const row of await rows.all().then((all) => all.slice(0, 8))) {
    const [name, time] = [await box(row.locator('.name')), await box(row.locator('.time'))];
    assert.ok(time.x >= name.x + name.width, `beside: ${await row.innerText()}`);
    assert.ok(Math.abs(time.y + time.height / 2 - name.y - name.height / 2) < 4, `on its line: ${await row.innerText()}`);
  }
});

for (const width of [360, 720])
  pageTest(`a failure of ours is read whole, ${width} wide, and the rest of the page stays`, { ...fakeCompiler(), width, height: 740 }, async (page) => {
    await compiled(page);
    await write(page, 'TRAP');
    const told = page.getByRole('alert').filter({ hasText: 'The compiler crashed' });
    await told.waitFor();
    const { width: own, height } = await box(told.locator('.words'));
    assert.ok(own > 150 && height < 160, `${own} by ${height}`);
    for (const name of ['Try again', 'Report', 'Share']) assert.ok((await box(page.getByRole('button', { name, exact: true }))).y < 300, name);
    assert.ok((await box(page.locator('.source'))).height > 200, 'the text is in sight');
  });
