// Running a kernel on the page: the engines come when they are needed, and a run can be changed, read and cancelled.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compiled, pageTest, until, write } from './harness.mjs';

const kernel = (name) => readFileSync(new URL(`../kernels/${name}.mlir`, import.meta.url), 'utf8');
const verdict = (page) => page.locator('.run-verdict');
const field = (page, name) => page.getByLabel(name);
const runButton = (page) => page.getByRole('button', { name: 'Run', exact: true });

/** Opens the view with `source` compiled. */
async function open(page, source) {
  await write(page, source);
  await compiled(page);
  await page.getByRole('tab', { name: 'Run' }).click();
  await until(() => runButton(page).isEnabled(), 'the form is filled in');
}

let asked = [];
const watched = {
  prepare: (page) => {
    asked = [];
    page.on('request', (request) => asked.push(request.url()));
  },
};

pageTest('the engines are fetched when the view is first opened', watched, async (page) => {
  await compiled(page);
  assert.ok(!asked.some((url) => /workbench.*\.wasm/.test(url)), 'not with the page');
  await page.keyboard.press('Alt+5');
  await field(page, 'Problem size').waitFor();
  assert.ok(asked.some((url) => /workbench.*\.wasm/.test(url)));
});

pageTest('a kernel is run, and the result read', {}, async (page) => {
  await open(page, kernel('matmul'));
  assert.equal(await field(page, '%m').getAttribute('placeholder'), '96');
  await runButton(page).press('Enter');
  await verdict(page).waitFor();
  assert.match(await verdict(page).innerText(), /gives what the kernel means/);
  const outputs = page.getByRole('table', { name: /Outputs/ });
  assert.match(await outputs.getByRole('row').nth(1).innerText(), /%c\s+9,216 × f16/);
  assert.match(await page.getByRole('table', { name: /Memory traffic/ }).innerText(), /Global memory\s+708 KiB\s+18 KiB/);
  // Lines of the kernel, each with its conflicts; a click leads there.
  const shared = page.getByRole('region', { name: 'Shared memory, by line' });
  assert.match(await shared.innerText(), /line 25\s+operand of a product\s+[\d,]+\s+[\d,]+\s+0/);
  await shared.getByRole('button').first().click();
  await until(() => page.evaluate(() => document.activeElement?.closest('.editor') !== null), 'the editor has the focus');
  // K is such that the ring goes round three times, and its barriers have their names.
  assert.equal(await field(page, '%k').getAttribute('placeholder'), String(29.5 * 32));
  await page.getByText('each of the 10 slots of its ring is used three times').waitFor();
  const rings = await page.locator('.timeline .barrier').evaluateAll((all) => all.map((one) => [one.querySelector('.name').textContent, one.querySelectorAll('rect').length]));
  assert.deepEqual(
    rings.filter(([name]) => name.startsWith('full')).map(([name, phases]) => `${name} ${phases}`),
    Array.from({ length: 10 }, (_, slot) => `full[${slot}] 3`),
  );
  // Each barrier names the agent that moves it on, in the agent's colour: that which the schedule and the PTX have.
  const colourOf = (locator) => locator.evaluate((one) => getComputedStyle(one).fill);
  const row = (name) => page.locator('.timeline .barrier').filter({ has: page.locator('.name', { hasText: name }) });
  const words = (name) => row(name).locator('text').allTextContents();
  assert.deepEqual(await words('full[0]'), ['full[0] producer', '3 phases']);
  assert.match((await words('empty[9]'))[0], /^empty\[9\] consumer/);
  const [fills, frees] = [await colourOf(row('full[0]').locator('rect').first()), await colourOf(row('empty[9]').locator('rect').first())];
  assert.notEqual(fills, frees);
  // The picture is kept with its names.
  const saved = async (form) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Barriers of a run: save as ${form}` }).click()]);
    return readFileSync(await file.path());
  };
  const svg = String(await saved('SVG'));
  assert.match(svg, /^<svg [\s\S]*full\[0\][\s\S]*empty\[9\]/);
  assert.match(svg, /<rect [^>]*fill="rgb\(/);
  assert.ok((await saved('PNG')).length > 3000);
  await page.getByText('As a table').last().click();
  assert.match(await page.getByRole('table', { name: 'Barriers of a run' }).getByRole('row').filter({ hasText: 'full[0]' }).first().innerText(), /full\[0\]\s+producer\s+0\s+\d+\s+\d+/);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const agent = (name) =>
    page
      .getByRole('table', { name: /^Agents/ })
      .getByRole('row')
      .filter({ hasText: name })
      .locator('circle');
  await agent('producer').waitFor();
  assert.deepEqual([await colourOf(agent('producer')), await colourOf(agent('consumer'))], [fills, frees]);
  const lane = page.locator('.band').filter({ hasText: 'consumer' }).locator('circle').first();
  assert.equal(await colourOf(lane), frees, 'in the drawing, too');
  // And so do the steps of the model checker's run.
  assert.equal(
    await colourOf(
      page
        .locator('.steps tr', { has: page.locator('th', { hasText: 'consumer warp 0' }) })
        .locator('circle')
        .first(),
    ),
    frees,
  );
  await page.getByRole('tab', { name: 'Run' }).click();
  // A suggestion is a value like any other; only what was changed stands out.
  assert.equal(await page.locator('.launch-field.given').count(), 0);
  const [ink, shown] = await field(page, '%k').evaluate((input) => [getComputedStyle(input).color, getComputedStyle(input, '::placeholder').color]);
  assert.equal(shown, ink);
});

pageTest('what follows from a size changes with it', {}, async (page) => {
  await open(page, kernel('matmul'));
  assert.equal(await field(page, '%m').isVisible(), false, 'one size is asked for');
  await page.getByText('which follow').click();
  await field(page, '%m').fill('200');
  await until(async () => (await field(page, 'Grid x').getAttribute('placeholder')) === '4', 'the grid follows');
  await page.getByRole('button', { name: 'Back to the suggestions' }).click();
  await until(async () => (await field(page, 'Grid x').getAttribute('placeholder')) === '2', 'the grid follows back');
  await field(page, 'Grid x').fill('-1');
  await page
    .getByText(/a grid has 1 to 65536 tile blocks along an axis, not -1/)
    .first()
    .waitFor();
  assert.ok(await runButton(page).isDisabled());
});

pageTest('a fault names its line, and leads there', {}, async (page) => {
  await open(page, kernel('relu_scale_2d'));
  // Only sizes are asked for; what follows from them is folded, and can still be changed.
  assert.equal(await field(page, '%bias').isVisible(), false);
  await page.getByText('arrays, strides and sizes, which follow').click();
  await field(page, '%bias').fill('100');
  await until(() => runButton(page).isEnabled(), 'the form is filled in');
  await runButton(page).click();
  await verdict(page).waitFor();
  assert.match(await page.locator('.faults').innerText(), /out-of-bounds in the kernel[\s\S]*out-of-bounds in the PTX[\s\S]*PTX line \d+/);
  await page
    .locator('.faults')
    .getByRole('button', { name: /^line \d+$/ })
    .first()
    .click();
  await until(() => page.evaluate(() => document.activeElement?.closest('.editor') !== null), 'the editor has the focus');
});

pageTest('the way to a race of a kernel is told: who wrote, and who wrote again', {}, async (page) => {
  // Every tile block stores its tile at the same place.
  const store = 'store_view_tko weak %sum, %pz[%block]';
  const text = kernel('vadd');
  assert.ok(text.includes(store));
  await open(page, text.replace(store, 'store_view_tko weak %sum, %pz[%block_y]'));
  await runButton(page).click();
  await verdict(page).waitFor();
  await page
    .getByRole('heading', { name: /The way to the race/ })
    .first()
    .waitFor();
  const rows = await page.locator('.steps').first().locator('tbody tr').allInnerTexts();
  assert.match(rows[0], /warp \d+ of CTA \d+\s+writes the memory that they race for, at step [\d,]+ \(line 2\d, PTX line \d+\)/);
  assert.match(rows.at(-1), /writes the memory/);
});

pageTest('a long run tells how far it is and can be cancelled, and the next one runs', {}, async (page) => {
  await open(page, kernel('matmul'));
  await field(page, 'Problem size').fill('2048');
  await until(async () => (await field(page, 'Grid x').getAttribute('placeholder')) === '32', 'the grid follows');
  await runButton(page).click();
  await page.getByText(/Interpreter: [\d,]+ of 1,024 tile blocks/).waitFor();
  // The same click may not start the run anew: the button that takes this one's place submits.
  await page.evaluate(() => addEventListener('submit', () => (globalThis.submits = (globalThis.submits ?? 0) + 1), true));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await until(() => runButton(page).isEnabled(), 'the run has ended');
  assert.equal(await page.evaluate(() => globalThis.submits), undefined, 'nothing was started');
  assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0);
  await field(page, 'Problem size').fill('64');
  await until(async () => (await field(page, 'Grid x').getAttribute('placeholder')) === '1' && (await runButton(page).isEnabled()), 'the form is filled in');
  await runButton(page).click();
  await verdict(page).waitFor();
});

pageTest('a result says when the kernel has changed since', {}, async (page) => {
  await open(page, kernel('saxpy_masked'));
  await runButton(page).click();
  await verdict(page).waitFor();
  assert.equal(await page.getByText('have changed since this run').count(), 0);
  await write(page, `${kernel('saxpy_masked').replace('1.0', '2.0')}\n`);
  await page.getByText('have changed since this run').waitFor();
});

pageTest('a result says when the sizes have changed since', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Run' }).click();
  const size = field(page, 'Problem size');
  const old = page.getByText('have changed since this run');
  await size.fill('8');
  await until(() => runButton(page).isEnabled(), 'the form is filled in');
  await runButton(page).click();
  await verdict(page).waitFor();
  assert.equal(await old.count(), 0);
  await size.fill('16');
  await old.waitFor();
  await size.fill('8');
  await old.waitFor({ state: 'detached' });
  // No size at all: nor is anything as suggested.
  await size.fill('abc');
  await old.waitFor();
  assert.equal(await page.getByText('Each number suits the kernel').isVisible(), false);
});

// Whether the engines are refused: to whoever asks first, the view or what is fetched ahead of it.
let refused = true;
pageTest(
  'when the engines cannot be had the view says so and can try again',
  {
    errors: [/500/],
    prepare: (page) => page.route('**/workbench*.wasm', (route) => (refused ? route.fulfill({ status: 500 }) : route.continue())),
  },
  async (page) => {
    await compiled(page);
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByText(/engines could not be loaded/).waitFor();
    refused = false;
    await page.getByRole('tab', { name: 'PTX' }).click();
    await page.getByRole('tab', { name: 'Run' }).click();
    await until(() => runButton(page).isEnabled(), 'the second try succeeds');
  },
);

pageTest('a product in Python asks for one problem size, and the others follow', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Run' }).click();
  const size = field(page, 'Problem size');
  await page.getByText('A.shape[0] × A.shape[1] × B.shape[1]; one number is all of them').waitFor();
  const placeholder = (name) => field(page, name).getAttribute('placeholder');
  assert.match(await size.getAttribute('placeholder'), /^\d+ × \d+ × \d+$/);
  assert.equal(await page.locator('.launch input:visible').count(), 1, 'the rest is folded');
  await size.fill('200');
  await until(async () => (await placeholder('B.shape[0]')) === '200' && (await placeholder('C.shape[1]')) === '200', 'one number is all of them');
  await size.fill('64 x 200, 96');
  await until(async () => (await placeholder('B.shape[0]')) === '200' && (await placeholder('C.shape[0]')) === '64' && (await placeholder('C.shape[1]')) === '96', 'a number for each');
  assert.equal(await field(page, 'B.shape[0]').isVisible(), false);
  await page.getByText('arrays, strides and sizes, which follow').click();
  await field(page, 'A.shape[0]').fill('128');
  await until(async () => (await size.inputValue()) === '128 × 200 × 96', 'a size by itself is told');
  await runButton(page).click();
  await verdict(page).waitFor();
  assert.match(await verdict(page).innerText(), /gives what the kernel means/);
  assert.equal(await page.getByText('is used three times').count(), 0, 'which is said of the suggestions alone');
  await size.fill('');
  await until(async () => (await placeholder('C.shape[0]')) === '96', 'nothing is as suggested');
  await page.getByText('each of the 10 slots of its ring is used three times').waitFor();
  // No sizes: they are not taken to be the suggestions, and nothing is run.
  for (const text of ['abc', '-5', '1e9', '1 x 2 x 3 x 4', '\u0661\u0662']) {
    await size.fill(text);
    await page.getByText('Whole numbers with × between them: one for all, or 3').waitFor();
    assert.equal(await size.evaluate((input) => input.form.checkValidity()), false, text);
  }
  await size.fill('64 * 96; 64');
  await page.getByText('one number is all of them').waitFor();
  assert.equal(await size.evaluate((input) => input.form.checkValidity()), true);
});

pageTest('faults that read alike are told once, with how often', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Run' }).click();
  await field(page, 'Problem size').fill('7');
  await page.getByText('Promised multiples: A.shape[0] of 8, A.shape[1] of 8, B.shape[1] of 8').waitFor();
  // Each size by itself says it, too.
  await page.getByText('which follow').click();
  await page.getByRole('group', { name: 'Sizes', exact: true }).getByText('Promised multiples: B.shape[1] of 8', { exact: true }).waitFor();
  await runButton(page).click();
  await verdict(page).waitFor();
  const faults = page.locator('.faults > ol > li');
  assert.equal(await faults.count(), 1);
  assert.match(await faults.innerText(), /the promise of .A\.shape\[0\].*B\.shape\[1\].* does not hold: element 0 is 7, and not a multiple of 8 \(\d+ times\)/);
});

pageTest('sizes that the signature says are not asked for, and wrap no ring by choice', {}, async (page) => {
  await open(page, readFileSync(new URL('../cutile/attention.py', import.meta.url), 'utf8'));
  await page.getByText('Each number suits the kernel').waitFor();
  await page.getByText('which follow').click();
  await field(page, 'Q.shape[0]').waitFor();
  assert.equal(await field(page, 'Problem size').count(), 0);
  assert.equal(await page.getByText('is used three times').count(), 0);
});
