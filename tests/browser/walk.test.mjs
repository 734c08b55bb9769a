// The faults that a walk over the page found (docs/page-walk.md), each in the place where it was.

import assert from 'node:assert/strict';
import { compiled, pageTest } from './harness.mjs';

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
