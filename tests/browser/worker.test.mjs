// The compiler in its worker: the newest edit wins, and a compile that hangs or crashes costs only the worker.

import assert from 'node:assert/strict';
import { fakeCompiler } from './fake.mjs';
import { compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

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
  // The page's clock: the worker hangs on that of the machine.
  await page.clock.install();
  await write(page, 'HANG');
  await page.locator('.status').filter({ hasText: 'Compiling…' }).waitFor();
  // Seconds that the test itself takes count as well.
  await page.clock.fastForward(10_000);
  assert.equal(await page.getByText(/took too long and was stopped/).count(), 0, 'it has 15 seconds');
  await page.clock.fastForward(6_000);
  await page.getByText(/took too long and was stopped/).waitFor();
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

/** The module of the compiler is asked for: how often, and when that is first. */
function modules() {
  let seen = 0;
  let first;
  const asked = new Promise((resolve) => (first = resolve));
  const note = (request) => {
    if (!/tilewright_bg-.*\.wasm$/.test(request.url())) return;
    seen += 1;
    first();
  };
  return { asked, note, count: () => seen };
}

const early = modules();

pageTest(
  'the compiler is on its way before the code of the page is',
  {
    prepare: async (page) => {
      page.on('request', early.note);
      // The page's own code waits until the compiler is asked for, which it would do last.
      await page.route('**/assets/index-*.js', async (route) => {
        await early.asked;
        await route.continue();
      });
    },
  },
  async (page) => {
    await compiled(page);
    assert.equal(early.count(), 1, 'it is asked for once');
  },
);

pageTest(
  'where the first worker cannot be started the page starts one itself',
  { errors: [/500/], prepare: (page) => page.route('**/worker-*.js', (route) => route.fulfill({ status: 500 }), { times: 1 }) },
  async (page) => {
    await compiled(page);
    assert.equal(await page.locator('.status.good').count(), 1);
  },
);

let letModuleCome;

pageTest(
  'a module that is long on its way is waited for',
  {
    prepare: async (page) => {
      await page.clock.install();
      const comes = new Promise((resolve) => (letModuleCome = resolve));
      await page.route('**/tilewright_bg-*.wasm', async (route) => {
        await comes;
        await route.continue();
      });
    },
  },
  async (page) => {
    await editor(page).waitFor();
    // Longer than any compilation may take.
    await page.clock.fastForward(30_000);
    await page.waitForTimeout(300);
    assert.equal(await page.getByText('took too long').count(), 0);
    letModuleCome();
    await compiled(page);
    assert.equal(await page.locator('.status.good').count(), 1);
  },
);

pageTest('the first kernel is compiled ahead of time, and what was compiled is not compiled again', {}, async (page) => {
  await compiled(page);
  const status = page.locator('.status').filter({ hasText: /Compiled in/ });
  // The first compilation takes ten times as long as any other.
  const first = await status.innerText();
  const ahead = await Promise.all(page.workers().map((one) => one.evaluate(() => performance.getEntriesByName('compiled ahead').length)));
  assert.equal(Math.max(...ahead), 1, 'the kernel with which the page begins is compiled before the page asks for it');
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(1_000);
  assert.equal(await status.innerText(), first, 'the same text');
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n#');
  await page.waitForTimeout(1_000);
  await compiled(page);
  assert.notEqual(await status.innerText(), first, 'another text');
});
