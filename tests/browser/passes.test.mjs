// The passes: compared with any other, moved lines, a value followed, two views, and a selection that travels.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fakeCompiler } from './fake.mjs';
import { compiled, editor, pageTest, until, write } from './harness.mjs';

const kernel = new URL('../kernels/gemm_dynamic.mlir', import.meta.url);
const source = readFileSync(kernel, 'utf8');
const report = JSON.parse(execFileSync(process.env.TILEWRIGHT_BIN, ['compile', kernel.pathname, '--emit', 'json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 }));
const { passes: records, ptx, abi, summary } = report;
const fake = (changed = records) => fakeCompiler(null, { records: changed, ptx, abi, summary, registers: [], occupancy: null });

async function open(page, pass) {
  await compiled(page);
  await page.getByRole('tab', { name: 'Passes' }).click();
  if (pass)
    await page
      .getByRole('option', { name: new RegExp(`^${pass}`) })
      .first()
      .click();
}
const texts = (page, selector) => page.locator('.listing').evaluate((host, selector) => [...(host.shadowRoot?.querySelectorAll(selector) ?? [])].map((one) => one.textContent), selector);

pageTest('a pass says what it does, and is compared with any other, in one text or side by side', fake(), async (page) => {
  await open(page, 'materialize-schedule');
  await page.getByText('The scheduled loop becomes agents that hand tiles on through shared memory.').waitFor();
  await page.getByLabel('Changes').check();
  const added = async () => (await texts(page, '.cm-changedLine')).join('\n');
  await until(async () => /cutlass\.pipeline\.create/.test(await added()), 'the pass before is what it is compared with');
  assert.doesNotMatch(await added(), /nv_tileas\.func/);
  const left = await page.locator('.listing .cm-collapsedLines').evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content));
  assert.ok(left.length > 0 && left.every((sign) => sign === '"\u22ef"'), `every font has the sign of lines that are left out: ${left}`);
  await page.getByLabel('Compared with').selectOption('parse');
  await until(async () => /nv_tileas\.func/.test(await added()), 'since the parser all ops have changed');
  await page.getByLabel('Side by side').check();
  const sides = () =>
    page.locator('.listing').evaluate((host) => [...(host.shadowRoot?.querySelectorAll('.cm-content') ?? [])].map((one) => [one.getAttribute('aria-label'), one.textContent.length > 100]));
  await until(async () => (await sides()).length === 2, 'two texts');
  assert.deepEqual(await sides(), [
    ['IR after parse', true],
    ['IR after materialize-schedule', true],
  ]);
  const boxes = await page
    .locator('.listing')
    .evaluate((host) => [...host.shadowRoot.querySelectorAll('.cm-editor')].map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  assert.ok(boxes[0][1] <= boxes[1][0] + 1, 'beside each other');
});

const text = (lines) => ({ text: `${lines.join('\n')}\n`, lines: lines.map(() => 1) });
const [first, second, third] = ['  %x = some.op %first, %second', '  %y = other.op %third, %fourth', '  %z = another.op %fifth, %sixth'];
const moves = [
  { name: 'parse', level: 'cuda_tile', changed: true, listing: text(['entry {', first, second, third, '}']) },
  { name: 'cse', level: 'cuda_tile', changed: true, listing: text(['entry {', second, third, first, '  %new = made.op %x', '}']) },
];

pageTest('lines that only stand elsewhere are shown as moved, those that are new are not', fake(moves), async (page) => {
  await open(page, 'cse');
  await page.getByLabel('Changes').check();
  await until(async () => (await texts(page, '.cm-line.cm-moved')).length === 1, 'one line is moved');
  assert.deepEqual(await texts(page, '.cm-line.cm-moved'), [first]);
  await until(async () => (await texts(page, '.cm-deletedLine.cm-moved')).length === 1, 'from where it was');
  await page.getByLabel('Side by side').check();
  await until(async () => (await texts(page, '.cm-line.cm-moved')).length === 2, 'in both texts');
  const side = () => page.locator('.listing').evaluate((host) => host.shadowRoot.querySelector('.cm-merge-b .cm-moved')?.title);
  await until(async () => (await side()) === 'moved: line 2 of the other text', 'each says where it stands in the other');
});

// The longest name that there is, as a level's first and as one among others.
const LONGEST = Object.keys(JSON.parse(readFileSync(new URL('../../web/src/generated/passes.json', import.meta.url), 'utf8'))).reduce((one, other) => (other.length > one.length ? other : one));

for (const width of [1366, 800])
  pageTest(`names of passes are read whole on ${width} pixels`, { width, ...fake(records.map((pass, at) => (at < 2 ? { ...pass, name: LONGEST } : pass))) }, async (page) => {
    await open(page, LONGEST);
    const cut = await page.locator('.pass-list .name').evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent));
    assert.deepEqual(cut, []);
    const list = await page.locator('.pass-list ul').evaluate((list) => list.scrollWidth - list.clientWidth);
    assert.equal(list, 0, 'nor is the list scrolled sideways');
  });

pageTest('a value lights up wherever it stands, and is followed through the passes', fake(), async (page) => {
  await open(page, 'generate-schedule');
  const line = page
    .locator('.listing .cm-line')
    .filter({ hasText: /^\s*%4 = / })
    .first();
  await page.locator('.listing').evaluate((host) => (host.shadowRoot.querySelector('.cm-scroller').scrollTop = 1e6));
  await line.click();
  await page.keyboard.press('Home');
  const chosen = page.getByRole('region', { name: 'The chosen value through the passes' });
  await chosen.waitFor();
  const name = await chosen.locator('h3 code').innerText();
  assert.match(name, /^%/);
  const marked = await texts(page, '.cm-value');
  assert.ok(marked.length >= 1 && marked.every((word) => word === name), marked.join());
  const steps = await chosen.locator('li').allInnerTexts();
  assert.ok(steps.length > 2, 'it changes on its way');
  await chosen.locator('li button').first().click();
  await until(
    () =>
      page
        .locator('.pass-list [aria-selected=true]')
        .innerText()
        .then((words) => words.startsWith('parse')),
    'a step leads to its pass',
  );
  await until(async () => (await texts(page, '.cm-value')).length > 0, 'where the value is in sight');
  await page.keyboard.press('Escape');
  await chosen.waitFor({ state: 'detached' });
});

pageTest('two views stand beside each other, and both follow the source', fake(), async (page) => {
  await open(page, 'generate-schedule');
  await page.getByRole('button', { name: 'Two views' }).click();
  const beside = page.getByRole('region', { name: 'PTX, beside' });
  await beside.locator('.listing .cm-line').first().waitFor();
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.getByRole('region', { name: 'Passes, beside' }).waitFor();
  await page.getByRole('combobox', { name: 'Beside' }).selectOption('abi');
  await page.getByRole('region', { name: 'Launch, beside' }).getByText('How to launch it').waitFor();
  await page.getByRole('region', { name: 'Launch, beside' }).getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.locator('.view').count(), 1);
});

pageTest('a link carries what is chosen: the line, the value, what is compared, and the second view', {}, async (page, context) => {
  await compiled(page);
  await write(page, source);
  await compiled(page);
  await open(page, 'materialize-schedule');
  await page.getByLabel('Changes').check();
  await page.getByLabel('Compared with').selectOption('generate-schedule-constraints');
  await page.getByLabel('Side by side').check();
  await page.getByRole('button', { name: 'Two views' }).click();
  await editor(page).press('Control+Home');
  for (let line = 0; line < 3; line++) await page.keyboard.press('ArrowDown');
  for (let column = 0; column < 4; column++) await page.keyboard.press('ArrowRight');
  await page.getByRole('region', { name: 'The chosen value through the passes' }).filter({ hasText: '%assume' }).waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  const elsewhere = await context.newPage();
  await elsewhere.goto(link);
  await compiled(elsewhere);
  await elsewhere.getByRole('region', { name: 'The chosen value through the passes' }).filter({ hasText: '%assume' }).waitFor();
  await elsewhere.getByRole('region', { name: 'PTX, beside' }).waitFor();
  assert.equal(await elsewhere.getByLabel('Compared with').inputValue(), 'generate-schedule-constraints');
  assert.equal(await elsewhere.getByLabel('Side by side').isChecked(), true);
  await until(
    () =>
      elsewhere
        .locator('.source .cm-linked')
        .innerText()
        .then((words) => words.includes('%assume = assume')),
    'the line is lit',
  );
});

pageTest('a link carries the op that is chosen, of two that come of one line', {}, async (page, context) => {
  await compiled(page);
  await write(page, readFileSync(new URL('../kernels/gemm_dynamic.mlir', import.meta.url), 'utf8'));
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const row = (on, name) => on.locator('table.ops tbody tr').filter({ hasText: name });
  const load = row(page, 'producer load lhs');
  await load.getByRole('button').first().click();
  await until(async () => (await load.getAttribute('aria-current')) === 'true', 'it is chosen');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const elsewhere = await context.newPage();
  await elsewhere.goto(await page.getByLabel('The link').inputValue());
  await compiled(elsewhere);
  await until(async () => (await row(elsewhere, 'producer load lhs').getAttribute('aria-current')) === 'true', 'it is chosen there, too');
  assert.equal(await elsewhere.locator('table.ops tr[aria-current]').count(), 1);
  // By agent: others that wait on the same line are not lit.
  const lit = await elsewhere.locator('table.ops tbody tr.lit').allInnerTexts();
  assert.ok(lit.length > 0 && lit.every((words) => !words.includes('consumer')), lit.join());
});

pageTest('a word of Python lights the value of that name, and keys move on from where the pointer rests', {}, async (page) => {
  await open(page, 'canonicalize');
  const source = editor(page);
  const line = (words) => page.locator('.source .cm-line').filter({ hasText: words }).first();
  await line('ct.mma(').click();
  await page.keyboard.press('Home');
  // To the first letter of `ct.mma(a`, and into its first operand.
  const column = (await line('ct.mma(').innerText()).trimStart().indexOf('ct.mma(') + 'ct.mma('.length;
  for (let at = 0; at < column; at++) await page.keyboard.press('ArrowRight');
  await until(async () => (await texts(page, '.cm-value')).includes('%a'), 'the value is marked in the IR');
  const lit = () => page.locator('.source .cm-linked').allInnerTexts();
  const before = await lit();
  await page.keyboard.press('ArrowUp');
  await until(async () => (await lit()).join() !== before.join(), 'the line of the cursor is lit, wherever the pointer is');
  assert.ok(await source.isVisible());
});
