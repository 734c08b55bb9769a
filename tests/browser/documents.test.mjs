// Documents that the page takes besides kernels: loop graphs and barrier programs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compiled, editor, pageTest, textOf } from './harness.mjs';

const four = readFileSync(new URL('../documents/four.json', import.meta.url));
const document = (page) => page.getByRole('dialog').filter({ has: page.locator('#document-title') });

/** A producer and a consumer of one slot; the consumer waits for the phase of this parity. */
const program = (parity) =>
  JSON.stringify({
    barriers: [{ name: 'full', count: 1 }],
    slots: [{ name: 'a' }],
    agents: [
      {
        name: 'producer',
        steps: [
          { step: 'write', slot: 0, item: 0 },
          { step: 'arrive', barrier: 0, count: 1 },
        ],
      },
      {
        name: 'consumer',
        steps: [
          { step: 'wait', barrier: 0, parity },
          { step: 'read', slot: 0, item: 0 },
        ],
      },
    ],
  });

/** Opens a file by the gallery's field. */
async function open(page, name, buffer) {
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(buffer) });
}

pageTest('a loop graph is scheduled over the page, and the kernel stays', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await open(page, 'four.json', four);
  // Without a model its ops, which state their kinds alone, hold nothing.
  await document(page).getByText('II 1, proven smallest').waitFor();
  await document(page).getByLabel('Scheduler model').selectOption('documented-blackwell');
  await document(page).getByText('II 15, proven smallest').waitFor();
  await document(page).getByRole('heading', { name: 'Why 15 cycles' }).waitFor();
  await document(page).getByLabel('Scheduler', { exact: true }).selectOption('serial');
  await document(page)
    .getByText(/II \d+, not proven smallest|II \d+, proven smallest, one stage/)
    .waitFor();
  await page.keyboard.press('Escape');
  await document(page).waitFor({ state: 'detached' });
  assert.equal(await textOf(page), before);
});

pageTest('a barrier program is proved or refuted, step by step', {}, async (page) => {
  await compiled(page);
  await open(page, 'right.json', program(0));
  await document(page).getByText('Proved: no order of its steps has a fault.').waitFor();
  await page.keyboard.press('Escape');
  await open(page, 'wrong.json', program(1));
  await document(page).getByText('Not proved.').waitFor();
  assert.match(await document(page).locator('pre').innerText(), /consumer/);
});

pageTest('a broken loop graph is refused in words', {}, async (page) => {
  await compiled(page);
  await open(page, 'broken.json', '{"ops": 5, "edges": []}');
  await document(page).getByRole('alert').waitFor();
});

pageTest('a loop graph that is pasted is shown, not taken into the kernel', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await editor(page).click();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    globalThis.document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, four.toString());
  await document(page).getByRole('heading', { name: 'Loop graph' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await textOf(page), before);
});
