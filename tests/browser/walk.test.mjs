// The faults that a walk over the page found (docs/page-walk.md), each in the place where it was.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { linkTo } from '../../scripts/lib/links.mjs';
import { fakeCompiler } from './fake.mjs';
import { address, compiled, pageTest, write } from './harness.mjs';

const kernel = (name) => readFileSync(new URL(`../kernels/${name}.mlir`, import.meta.url), 'utf8');
const box = (locator) => locator.first().boundingBox();

pageTest('without scripts the page says what it needs, and what does the same', {}, async (page, context) => {
  const bare = await context.browser().newContext({ javaScriptEnabled: false });
  const visit = await bare.newPage();
  await visit.goto(address());
  const told = (on) => on.locator('noscript > .plain');
  await told(visit).waitFor();
  assert.match(await told(visit).innerText(), /needs JavaScript[\s\S]*tilewright compile FILE/);
  await bare.close();
  await compiled(page);
  assert.equal(await told(page).count(), 0);
});

const product = linkTo(kernel('matmul'), {}, { tab: 'schedule' });

pageTest('a link with `?embed` is shown as other pages show it', {}, async (page) => {
  await page.goto(`${address()}?embed${product}`);
  await page.getByRole('article', { name: 'The loop at line 22' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/embed.html');
  assert.equal(await page.getByRole('button', { name: 'Gallery' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Open it' }).getAttribute('href'), `/${product}`);
  // Words that only begin so ask for nothing.
  await page.goto(`${address()}?embedded${product}`);
  await page.getByRole('button', { name: 'Gallery' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
});

pageTest('the fields of a comparison have names of their own', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Compare' }).click();
  for (const side of ['left', 'right']) await page.getByRole('textbox', { name: `Kernel, ${side}`, exact: true }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Kernel', exact: true }).count(), 1, 'that of the text alone');
});

pageTest('a comparison says which settings of a link it does not know', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Compare' }).click();
  const left = page.getByRole('group', { name: 'Left' });
  await left.getByPlaceholder('paste a link').fill(linkTo(kernel('vadd'), { gpu_name: 'sm_80', of_tomorrow: 1 }));
  await page.keyboard.press('Enter');
  await left.getByText('Settings that this version does not know were left out: of_tomorrow.').waitFor();
  assert.equal(await left.getByLabel('Target').inputValue(), 'sm_80');
});

pageTest('sides of a link that cannot be read are those that a comparison begins with', {}, async (page) => {
  for (const compare of ['left', [7, { options: ['sm_80'], source: 3 }], [null, { options: { gpu_name: 'sm_0' } }], {}]) {
    await page.goto('about:blank');
    await page.goto(address() + linkTo(kernel('matmul'), {}, { tab: 'compare', compare }));
    await page.locator('.compare tbody td').first().waitFor();
    assert.equal(await page.getByRole('group', { name: 'Left' }).getByLabel('Target').inputValue(), 'sm_90a', JSON.stringify(compare));
  }
});

pageTest('a comparison of what was not compiled does not say that it has no loop', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Compare' }).click();
  const row = page.locator('.compare tr').filter({ hasText: 'An iteration' });
  await row.waitFor();
  await write(page, kernel('matmul').replace('mmaf', 'mmmaf'));
  await row.filter({ hasText: /not compiled\s*not compiled/ }).waitFor();
  await write(page, kernel('vadd'));
  await row.filter({ hasText: /no loop\s*no loop/ }).waitFor();
});

pageTest('a text that was never read has no result, and none is spoken of', { hash: linkTo(kernel('vadd').replace('addf', 'adf'), {}, { tab: 'ptx' }) }, async (page) => {
  const told = page.locator('.outdated');
  await told.filter({ hasText: 'There is no result yet' }).waitFor();
  await write(page, kernel('vadd'));
  await told.waitFor({ state: 'detached' });
  await write(page, kernel('vadd').replace('addf', 'adf'));
  await told.filter({ hasText: 'the result of the last text that could be' }).waitFor();
});

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

pageTest('on a phone words have the room that they need', { width: 360, height: 740, hash: linkTo(kernel('matmul').replace('mmaf', 'mmmaf')) }, async (page) => {
  await page.locator('.problems li').first().waitFor();
  const wide = await box(page.locator('.problems .message'));
  assert.ok(wide.width > 220, `a message has ${wide.width} of 360`);
  await page.goto(`${address()}${product}`);
  await page.locator('.steps tbody tr').first().waitFor();
  const what = await box(page.locator('.steps tbody tr td:last-child'));
  assert.ok(what.width > 140, `a step has ${what.width} of 360`);
  const because = await box(page.locator('.bounds tbody td:last-child'));
  assert.ok(because.width > 300, `a reason has ${because.width} of 360`);
  await page.getByRole('tab', { name: 'Launch' }).click();
  await page.getByText('Code that launches it').click();
  const copy = await box(page.getByRole('button', { name: 'Copy code' }));
  assert.ok(copy.x + copy.width <= 360, 'the button is whole');
});

pageTest(
  'names in the map of memory and the hint of an empty editor are whole',
  { width: 360, height: 740, hash: linkTo(kernel('gemm_dynamic'), { gpu_name: 'sm_100a' }, { tab: 'schedule' }) },
  async (page) => {
    const map = page.getByRole('group', { name: 'Memory over time', exact: true });
    await map.waitFor();
    const names = await map.locator('svg g > text.axis').evaluateAll((all) => all.map((one) => [one.lastChild.textContent, one.querySelector('title')?.textContent]));
    assert.ok(
      names.some(([shown]) => shown === '128x128 of f32'),
      JSON.stringify(names),
    );
    for (const [shown, whole] of names) assert.ok(whole === undefined || shown === whole || (shown.endsWith('…') && whole.startsWith(shown.slice(0, -1))), shown);
    const ground = await box(map.locator('.ground'));
    for (const one of await map.locator('svg g > text.axis:has(title)').all()) assert.ok((await box(one)).x + (await box(one)).width <= ground.x, 'it ends before the drawing');
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await write(page, '');
    const hint = await box(page.locator('.cm-placeholder'));
    assert.ok(hint.x + hint.width <= 360, `the hint ends at ${hint.x + hint.width}`);
  },
);

pageTest(
  'IR has the name of its function, and says once why its barriers are refuted',
  { hash: linkTo(readFileSync(new URL('../documents/stuck.mlir', import.meta.url), 'utf8'), {}, { tab: 'schedule' }) },
  async (page) => {
    await page.getByRole('heading', { name: /^Barriers refuted/ }).waitFor();
    assert.equal(await page.locator('.files [aria-current]').innerText(), 'matmul.mlir');
    assert.equal(await page.locator('#view').getByText('nobody can move').count(), 1);
  },
);

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
