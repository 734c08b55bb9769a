// axe finds nothing wrong in both themes, on wide and narrow screens, with everything open that can be.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fakeCompiler } from './fake.mjs';
import { schedule } from './fixtures/schedule.mjs';
import { address, compiled, pageTest, write } from './harness.mjs';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** All that axe asks; of the dark theme, which has the same elements, the colours alone. */
const RULES = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast'] },
};

/** Checks a page in both themes. `part` narrows the check, as for a menu: what it covers is not to be reached while it is open. */
async function check(page, where, part = null) {
  await page.evaluate(axe);
  for (const theme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme: theme });
    await look(page, theme, where, part);
  }
}

async function look(page, theme, where, part) {
  const { violations, passes } = await page.evaluate(([part, runOnly]) => globalThis.axe.run(part ?? document, { runOnly, resultTypes: ['violations'] }), [part, RULES[theme]]);
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${where}, ${theme}: ${id}: ${help}: ${nodes
        .map((node) => node.target.flat().join(' '))
        .slice(0, 5)
        .join(' | ')}`,
  );
  assert.deepEqual(found, []);
  assert.ok(passes.length > (theme === 'dark' ? 0 : part ? 5 : 15), 'axe looked at the page');
}

/** A kernel from elsewhere that has a number, an array and a tensor map. */
const PTX = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 a, .param .u32 n, .param .align 64 .b8 map[128])
{
  .reg .b32 %r<3>; .reg .b64 %rd<2>;
  .shared .align 16 .b8 tile[8192];
  ld.param.u64 %rd0, [a];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  mad.lo.u32 %r1, %r0, 64, %r1;
  st.shared.u32 [%r1], %r0;
  st.global.u32 [%rd0], 7;
  ret;
}
`;

for (const width of [1280, 390]) {
  // axe is put into the page by the debugger; a policy that let the page itself do so would be too weak.
  pageTest('the first Tab is at the way past the header, whatever scrolls by itself', {}, async (page) => {
    await compiled(page);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the result');
  });

  pageTest(`nothing is in anyone's way: ${width} wide`, { width }, async (page) => {
    await compiled(page);
    await check(page, 'source');
    const narrow = width < 760;
    if (narrow) await page.getByRole('button', { name: 'Result', exact: true }).click();
    for (const name of ['PTX', 'Schedule', 'Launch', 'Tiles', 'Compare', 'Layouts', 'Passes']) {
      await page.getByRole('tab', { name }).click();
      if (name === 'Tiles') await page.getByText('Tile, order, machine and costs').click();
      await check(page, name);
    }
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run-verdict').waitFor();
    await check(page, 'Run');
    await page.getByRole('tab', { name: 'Passes' }).click();
    await page.locator('.pass-list').getByRole('option').last().click();
    if (await page.getByLabel('Changes').isEnabled()) await page.getByLabel('Changes').check();
    await check(page, 'changes');
    if (await page.getByLabel('Side by side').isEnabled()) {
      await page.getByLabel('Side by side').check();
      await page.locator('.cm-mergeView').waitFor();
      await check(page, 'side by side');
    }
    await page.getByRole('button', { name: 'Gallery' }).click();
    await check(page, 'gallery', '.panel');
    await page.getByRole('button', { name: 'Options' }).click();
    await check(page, 'options', '.panel');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('The link').waitFor();
    await check(page, 'share');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find a command').waitFor();
    await check(page, 'palette', '.palette');
    await page.getByLabel('Find a command').fill('map of keys');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Map of keys' }).waitFor();
    await check(page, 'keys', '.keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find a command').fill('scheduler model');
    await page.keyboard.press('Enter');
    await page.getByLabel('Latency of wgmma', { exact: true }).fill('1.5');
    await page.locator('.machine [role=alert]').waitFor();
    await check(page, 'machine', '.machine');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    await page.getByLabel('The model, as JSON').waitFor();
    await check(page, 'machine as JSON', '.machine');
    await page.keyboard.press('Escape');
    const open = async (name, text) => {
      await page.getByRole('button', { name: 'Gallery' }).click();
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    };
    await open('k.ptx', PTX);
    await page.locator('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('dialog .run-verdict').waitFor();
    await check(page, 'ptx from elsewhere', 'dialog');
    await page.keyboard.press('Escape');
    await open('trace.json', '[{"ph": "X", "name": "II 16", "cat": "candidate", "pid": 1, "tid": 1, "ts": 0, "dur": 9}]');
    await page.getByRole('heading', { name: 'Schedule trace' }).waitFor();
    await check(page, 'trace', 'dialog');
    await page.keyboard.press('Escape');
    if (!narrow) {
      await page.getByRole('button', { name: 'Two views' }).click();
      await check(page, 'two views');
      await page.getByRole('button', { name: 'Two views' }).click();
    }
    if (narrow) await page.getByRole('button', { name: 'Source', exact: true }).click();
    await write(page, 'entry @k() {\n  %q = nonsense\n}\n');
    await page.locator('.problems li').first().waitFor();
    await check(page, 'errors');
  });

  pageTest(`nothing is in the way of a report, and of barriers alone: ${width} wide`, { width }, async (page) => {
    await compiled(page);
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await page.getByRole('button', { name: 'Open the form on GitHub' }).waitFor();
    await check(page, 'report');
    await write(page, readFileSync(new URL('../documents/stuck.mlir', import.meta.url), 'utf8'));
    if (width < 760) await page.getByRole('button', { name: 'Result', exact: true }).click();
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page.getByText(/^Counterexample/).waitFor();
    await check(page, 'barriers of IR behind the scheduler');
  });

  pageTest(`nothing is in the way of a schedule: ${width} wide`, { width, ...fakeCompiler(schedule()) }, async (page) => {
    await page
      .getByText(/Compiled in/)
      .first()
      .waitFor({ state: 'attached' });
    if (width < 760) await page.getByRole('button', { name: 'Result', exact: true }).click();
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page.locator('.table-drawing').waitFor();
    await page.getByText('Every II').click();
    await check(page, 'schedule');
    await page.locator('table.ops').getByRole('button').first().click();
    await check(page, 'schedule with a chosen op');
    // The text that is seen on a block is part of its name; a rule that axe does not ask by itself.
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } }));
    assert.deepEqual(
      violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' '))),
      [],
    );
  });

  pageTest(`nothing is in the way of a kernel inside another page, of codes and of words: ${width} wide`, { width }, async (page) => {
    await compiled(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const { hash } = new URL(await page.getByLabel('The link').inputValue());
    await page.goto(`${address()}embed.html${hash}`);
    await page.getByRole('article', { name: /The loop at line/ }).waitFor();
    await check(page, 'embedded');
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await check(page, 'embedded, its source');
    for (const name of ['codes', 'glossary', 'docs/index', 'docs/pictures', 'docs/pipelines', 'docs/passes']) {
      await page.goto(`${address()}${name}.html`);
      await check(page, name);
    }
  });
}
