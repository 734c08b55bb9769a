// The palette, the map of keys, what is copied, and comparisons.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

const kernel = (name) => readFileSync(new URL(`../kernels/${name}.mlir`, import.meta.url), 'utf8');
const pasted = (page) => page.evaluate(() => navigator.clipboard.readText());

pageTest('commands are found by some of their letters, and run by keyboard alone', {}, async (page) => {
  await compiled(page);
  await page.keyboard.press('Control+k');
  const field = page.getByLabel('Find a command');
  await field.fill('show ptx');
  assert.equal(await page.locator('.palette [aria-selected=true] span').innerText(), 'Show PTX');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'PTX', selected: true }).waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('cmplsm80');
  assert.match(await page.locator('.palette [aria-selected=true] span').innerText(), /^Compile for sm_80/);
  await page.keyboard.press('Enter');
  await until(async () => (await page.getByLabel('Target').inputValue()) === 'sm_80', 'the target is chosen');
  await page.keyboard.press('Control+k');
  await field.fill('zzzz');
  await page.getByText('Nothing is called that.').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.palette').waitFor({ state: 'detached' });
});

pageTest(
  'letters that are written before the palette is there are for it, and change no kernel',
  {
    prepare: (page) =>
      page.route('**/views-*.js', async (route) => {
        await new Promise((resolve) => {
          page.letThemCome = resolve;
        });
        await route.continue();
      }),
  },
  async (page) => {
    await compiled(page);
    await editor(page).click();
    const before = await textOf(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('show ptc');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('x');
    await until(() => page.letThemCome, 'the palette is asked for');
    page.letThemCome();
    await until(async () => (await page.getByLabel('Find a command').inputValue()) === 'show ptx', 'the palette has what was written');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'PTX', selected: true }).waitFor();
    assert.equal(await textOf(page), before);
    await page.keyboard.press('Control+k');
    assert.equal(await page.getByLabel('Find a command').inputValue(), '');
  },
);

pageTest('arrows go through a menu', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('strong')?.textContent ?? document.activeElement?.tagName);
  const seen = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    seen.push(await focused());
  }
  assert.deepEqual(seen, ['INPUT', 'GEMM', 'Attention', 'GEMM']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Options' }).click();
  const level = page.getByLabel('Level');
  await level.focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'SELECT', 'a list keeps its arrows');
});

pageTest('commands are found by their group and by other words', {}, async (page) => {
  await compiled(page);
  await page.keyboard.press('Control+k');
  const words = page.getByLabel('Find a command');
  const first = page.locator('#palette-list li').first();
  for (const [typed, title] of [
    ['link', /Share a link/],
    ['embed', /Share a link/],
    ['open a file', /Open a file/],
    ['dark', /^Theme/],
    ['blackwell', /Compile for sm_1\d\da/],
    ['hopper', /Compile for sm_90a/],
    ['ampere', /Compile for sm_8[06]/],
    ['matmul', /^Open /],
    ['compile now', /Compile now/],
    ['defaults', /Back to the defaults/],
    ['targets', /Compile for/],
  ]) {
    await words.fill(typed);
    await until(async () => title.test((await first.innerText({ timeout: 500 }).catch(() => '')) ?? ''), `${typed} finds ${title}`);
  }
  await words.fill('share');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A link to this kernel' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await words.fill('theme');
  await page.keyboard.press('Enter');
  await until(() => page.evaluate(() => document.documentElement.dataset.theme === 'light'), 'the theme is the next one');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+k');
  await words.fill('open a file');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'picked.mlir', mimeType: 'text/plain', buffer: Buffer.from(kernel('saxpy_masked')) });
  await page.getByRole('navigation', { name: 'Files' }).getByText('picked.mlir').waitFor();
});

pageTest('the verdict offers what would help: a larger tile, where the text has a constant for it', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Compile with tm = 128' }).click();
  await page
    .getByText(/^192 cycles/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Compile with tn = 128' }).click();
  await page
    .locator('.headline')
    .filter({ hasText: /^256 cycles.*bound by the tensor cores/s })
    .waitFor();
  assert.match(await textOf(page), /; tm=128; tn=128; tk=32$/m);
  assert.equal(await page.getByRole('button', { name: /Compile with t[mn] =/ }).count(), 0, 'nothing loads too slowly any more');
});

pageTest('? shows the map of keys, but not while one writes', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).focus();
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Map of keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Map of keys' }).waitFor({ state: 'detached' });
  await editor(page).click();
  await page.keyboard.type('?');
  await page.waitForTimeout(200);
  assert.equal(await page.locator('dialog[open]').count(), 0);
});

pageTest('a kernel is copied as Markdown with its verdict, and a problem with all that is needed', {}, async (page) => {
  await compiled(page);
  await write(page, `${kernel('matmul')}// \`\`\` <b>\n`);
  await compiled(page);
  const help = async (name) => {
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name }).click();
  };
  await help('Copy as Markdown');
  await until(async () => /\*\*128 cycles\*\* an iteration/.test(await pasted(page)), 'the verdict is in it');
  const text = await pasted(page);
  assert.match(text, /^````mlir\n/, 'a fence longer than any in the kernel');
  assert.match(text, /- Loop at line \d+ \(warp-specialize\)[\s\S]*Barriers: proved/);
  const link = text.match(/\[Open it\]\((.*)\)/)[1];
  assert.match(link, /#k1\./);
  assert.equal(new URL(page.url()).hash, '', 'the address stays as it is');
  await write(page, 'entry @k() {\n  %q = nonsense\n}\n');
  await page.locator('.problems li').first().waitFor();
  await help('Report a problem');
  await until(async () => /### What happened/.test(await pasted(page)), 'a report');
  assert.match(await pasted(page), /- error at 2:\d+: [\s\S]*- Tilewright \d+\.\d+\.\d+[\s\S]*target `sm_90a`[\s\S]*#k1\./);
  // The form of the project's reports is opened by a click alone, and has it all.
  await page.evaluate(() => (globalThis.open = (...asked) => (globalThis.opened = asked)));
  assert.equal(await page.evaluate(() => globalThis.opened), undefined);
  await page.getByRole('button', { name: 'Open the form on GitHub' }).click();
  const [address, target, features] = await page.evaluate(() => globalThis.opened);
  assert.deepEqual([target, features], ['_blank', 'noopener']);
  const form = new URL(address);
  assert.equal(form.origin + form.pathname, 'https://github.com/tilewright/tilewright/issues/new');
  assert.match(form.searchParams.get('title'), /nonsense/);
  assert.equal(form.searchParams.get('body'), await pasted(page));
  // A report too long for an address is on the clipboard alone, with the verdict.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await write(page, `${kernel('matmul')}// ${'much '.repeat(2000)}\n`);
  await compiled(page);
  await help('Report a problem');
  await until(async () => /\*\*128 cycles\*\* an iteration/.test(await pasted(page)), 'a report with the verdict');
  await page.getByRole('button', { name: 'Open the form on GitHub' }).click();
  const [long] = await page.evaluate(() => globalThis.opened);
  assert.ok(long.length < 8000 && /is on the clipboard: paste it here/.test(new URL(long).searchParams.get('body')));
});

pageTest('two targets are compared, and one kernel over all of them, without touching the result', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Compare' }).click();
  const cells = (name) =>
    page
      .locator('.compare tbody tr')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .locator('td')
      .allInnerTexts();
  await until(async () => (await cells('An iteration')).length === 2, 'both are compiled');
  const [left, right] = await cells('Buffer depth');
  assert.notEqual(left, right);
  const [instructions] = await cells('Instructions');
  assert.ok((await page.locator('tr.differs').count()) > 2);
  await page.getByRole('group', { name: 'Right' }).getByLabel('Target').selectOption('sm_90a');
  await until(async () => (await page.locator('tr.differs').count()) === 0, 'the same is the same');
  await page.getByRole('group', { name: 'Right' }).getByText('Options').click();
  await page.getByRole('group', { name: 'Right' }).getByLabel('Stages', { exact: false }).first().fill('2');
  await until(async () => (await cells('Buffer depth'))[1]?.startsWith('2 '), 'the option counts');
  assert.ok(!(await cells('Buffer depth'))[0].startsWith('2 '));
  await page.getByText('PTX, side by side').click();
  await until(() => page.locator('.compared').evaluate((host) => host.shadowRoot?.querySelectorAll('.cm-editor').length === 2), 'both texts');
  await page.getByRole('button', { name: 'Compile for each' }).click();
  const targets = page.getByRole('group', { name: 'The kernel over all targets' }).locator('tbody tr');
  await until(async () => (await targets.count()) > 5 && !(await targets.allInnerTexts()).some((row) => row.includes('…')), 'each target has its line', 30_000);
  assert.match(
    (await targets.allInnerTexts()).find((row) => row.startsWith('sm_90a')),
    /128 cycles, 70 ns\s+loading its tiles\s+16 cycles of the model\s+3\s+10\s/,
  );
  assert.equal(await page.locator('.bar').getByLabel('Target').inputValue(), 'sm_90a');
  await page.getByRole('group', { name: 'Left' }).getByPlaceholder('paste a link').fill('#k9.nonsense');
  await page.getByRole('alert').filter({ hasText: 'could not be opened' }).waitFor();
  await page.getByRole('tab', { name: 'PTX' }).click();
  assert.match(await page.locator('.summary').innerText(), new RegExp(`\\n${instructions} instructions\\n`), 'it has as many instructions as the PTX says');
});

pageTest('a scheduler model of one’s own is checked, schedules loops, and travels in a link', {}, async (page, context) => {
  await compiled(page);
  await write(page, kernel('matmul'));
  await compiled(page);
  const ii = (on) => on.locator('.numbers > div').first().locator('.value').innerText();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.locator('.numbers').first().waitFor();
  const before = await ii(page);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('button', { name: /A scheduler model of your own/ }).click();
  await page.getByText('It is the stock model.').waitFor();
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const text = page.getByLabel('The model, as JSON');
  const stock = await text.inputValue();
  await text.fill(stock.slice(0, -3));
  await page.getByRole('alert').filter({ hasText: 'This is no JSON' }).waitFor();
  await text.fill(stock.replace('"latency": 8, "slots": [["tc_and_mma", 0, 8]', '"latncy": 8, "slots": [["tc_and_mma", 0, 8]'));
  await page.getByRole('button', { name: 'Schedule in it' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /It does not fit: .*latncy/ })
    .waitFor();
  await text.fill(stock.replace('"wgmma", "latency": 8, "slots": [["tc_and_mma", 0, 8]', '"wgmma", "latency": 40, "slots": [["tc_and_mma", 0, 40]'));
  assert.match(await page.getByRole('group', { name: 'Changes to the stock model' }).innerText(), /atoms › wgmma › latency\s+8 40/);
  await page.getByRole('button', { name: 'Schedule in it' }).click();
  await until(async () => (await ii(page)) !== before, 'the loop is scheduled in it');
  const changed = await ii(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  const elsewhere = await (await context.browser().newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByText('Scheduled in a model of your own').waitFor();
  assert.equal(await ii(elsewhere), changed);
  await elsewhere.context().close();
});

pageTest('a scheduler model is changed field by field, and what is no number stays out of it', {}, async (page) => {
  await compiled(page);
  await write(page, kernel('matmul'));
  await compiled(page);
  const ii = () => page.locator('.numbers > div').first().locator('.value').innerText();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.locator('.numbers').first().waitFor();
  const before = await ii();
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('button', { name: /A scheduler model of your own/ }).click();
  const changes = page.getByRole('group', { name: 'Changes to the stock model' });
  const latency = page.getByLabel('Latency of wgmma', { exact: true });
  await page.getByText('It is the stock model.').waitFor();
  await latency.click();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('1.5');
  await page.getByRole('alert').filter({ hasText: 'Latency of wgmma: a whole number from 0 to 99,999' }).waitFor();
  assert.equal(await latency.getAttribute('aria-invalid'), 'true');
  await page.getByText('It is the stock model.').waitFor();
  await latency.fill('40');
  await page.getByLabel('Cycles for which wgmma holds tc_and_mma', { exact: true }).fill('40');
  await page.getByLabel('Units of named_barrier', { exact: true }).fill('4');
  await page.getByLabel('Scope of slot tma').selectOption('agent');
  await until(async () => /Changes to the stock model: 4/.test(await changes.innerText()), 'each change is told');
  assert.match(await changes.innerText(), /slots › tma › scope\s+"sm" "agent"[\s\S]*pools › named_barrier › capacity\s+3 4[\s\S]*atoms › wgmma › latency\s+8 40/);
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  assert.match(await page.getByLabel('The model, as JSON').inputValue(), /^ {4}\{"kind":"wgmma","latency":40,/m);
  await page.getByRole('button', { name: 'Schedule in it' }).click();
  await page.getByText('Scheduled in a model of your own').waitFor();
  await until(async () => (await ii()) !== before, 'the loop is scheduled in it');
});

pageTest('what would lower the II is a button, which schedules in such a machine', {}, async (page) => {
  await compiled(page);
  await write(page, kernel('matmul'));
  await page.locator('.bar').getByLabel('Target').selectOption('sm_80');
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const why = (ii) => page.getByRole('heading', { name: `Why ${ii} cycles of the model`, exact: true }).waitFor({ state: 'attached' });
  await why(17);
  const button = page.getByRole('button', { name: 'Schedule with one more tp_smem_rd' });
  // Words alone, and no button, where the kernel itself would change.
  const distance = page.locator('.plain-list li').filter({ hasText: 'iteration of distance' }).first();
  if ((await distance.count()) > 0) assert.equal(await distance.getByRole('button').count(), 0);
  await button.click();
  await why(16);
  await page.getByText('Scheduled in a model of your own').waitFor();
  await page.getByRole('button', { name: 'Back to the stock model' }).click();
  await why(17);
  await button.waitFor();
});

pageTest('a loop whose cycles were measured offers no change of the model, and says what it takes from one', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('button', { name: /^Attention/ }).click();
  await page.locator('.bar').getByLabel('Target').selectOption('sm_100a');
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page
    .locator('.plain-list li')
    .filter({ hasText: /one more unit of/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole('button', { name: /^Schedule with/ }).count(), 0);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('button', { name: /A scheduler model of your own/ }).click();
  await page.getByLabel('Latency of wgmma', { exact: true }).fill('9');
  await page.getByRole('button', { name: 'Schedule in it' }).click();
  await page.getByText('A loop that counts in rows takes pools of the SM, ceilings and published latencies alone from it').waitFor();
});

pageTest('the editor of the model begins with the one that is chosen', {}, async (page) => {
  await compiled(page);
  await write(page, kernel('matmul'));
  await compiled(page);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.locator('.panel details').evaluateAll((all) => {
    for (const one of all) one.open = true;
  });
  await page.getByLabel('Scheduler model').first().selectOption('documented-blackwell');
  await page.getByRole('button', { name: 'Back to the defaults' }).waitFor();
  await page.getByRole('button', { name: /A scheduler model of your own/ }).click();
  await page.getByText('It is the stock model.').waitFor();
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const published = JSON.parse(readFileSync(new URL('../../crates/machine/data/documented-blackwell.json', import.meta.url), 'utf8'));
  assert.deepEqual(JSON.parse(await page.getByLabel('The model, as JSON').inputValue()), published);
});

pageTest('the tour shows what it says, step by step, beside the text that is there', {}, async (page) => {
  await compiled(page);
  await write(page, '// mine\n');
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: /^Tour/ }).click();
  const tour = page.getByRole('complementary', { name: 'Tour' });
  const headline = page.locator('.headline');
  const next = async (title) => {
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByRole('heading', { name: title }).waitFor();
  };
  const shows = (pattern, what) => until(async () => pattern.test(await headline.innerText().catch(() => '')), what);
  await tour.getByRole('heading', { name: /^1 of \d+/ }).waitFor();
  await shows(/bound by loading its tiles/, 'the first kernel is bound by loading');
  await tour.getByRole('button', { name: 'Compile for sm_80' }).click();
  await shows(/^174 cycles/, 'and takes longer elsewhere');
  assert.match(await headline.innerText(), /bound by loading its tiles/, 'where the same binds it, as the step says');
  await next(/tensor cores/);
  await shows(/bound by the tensor cores/, 'products bind');
  await next(/too few buffers/);
  await shows(/bound by waiting for a free stage/, 'one stage waits');
  await tour.getByRole('button', { name: 'Compile with 10 stages' }).click();
  await shows(/^128 cycles/, 'ten do not');
  await next(/recurrence/);
  await page.locator('tr.binding').filter({ hasText: 'Recurrence' }).waitFor();
  await page.locator('.edge.critical').first().waitFor();
  await next(/refuted/);
  await page.locator('.status.bad').filter({ hasText: '1 error' }).waitFor();
  await page
    .locator('.problems li')
    .filter({ hasText: /the barriers of this kernel go wrong.*producer waits for parity \d of empty\[\d\]/s })
    .waitFor();
  await tour.getByRole('button', { name: 'Hand out its PTX' }).click();
  await page.locator('.status.bad').filter({ hasText: 'Barriers refuted' }).waitFor();
  await page.locator('.problems').getByText('1 warning').waitFor();
  await next(/Attention/);
  await until(async () => (await page.locator('table.ops tbody tr').allInnerTexts()).filter((row) => /dot/.test(row)).length >= 2, 'two products');
  await next(/Four stages/);
  await page
    .getByText(/four-stage scheduler/)
    .first()
    .waitFor();
  await page.getByText('The schedule starts an iteration every step of the pipeline (its II)').waitFor();
  await page.locator('.numbers > div').first().filter({ hasText: '1 step of the pipeline' }).waitFor();
  await page.getByText('waits for a free stage: with 5 stages it would take 174 cycles').waitFor();
  await page.getByRole('button', { name: 'Compile with 5 stages' }).click();
  await shows(/^174 cycles/, 'and so it does');
  await next(/Blackwell/);
  await page.locator('.loop table').filter({ hasText: 'issuer' }).first().waitFor();
  await next(/pair/);
  await page.getByText('the two CTAs of a cluster multiply together').first().waitFor();
  await tour.getByRole('button', { name: 'Pairs: off' }).click();
  await until(async () => (await page.getByText('the two CTAs of a cluster multiply together').count()) === 0, 'each by itself');
  await next(/stream-K/);
  await page.locator('.result canvas').first().waitFor();
  const drawn = page.getByRole('tabpanel').getByRole('combobox', { name: 'Scheduler' }).first();
  await until(async () => (await drawn.inputValue()) === 'stream-k', 'the map is of the scheduler that the step speaks of');
  await page.getByText(/compiled with stream-k/).waitFor();
  await tour.getByRole('button', { name: 'Scheduler: data-parallel' }).click();
  await until(async () => (await drawn.inputValue()) === 'data-parallel', 'and of that which it is changed to');
  assert.equal(await tour.getByRole('button', { name: 'Next' }).isEnabled(), false);
  const files = page.getByRole('navigation', { name: 'Files' });
  assert.equal(await files.getByRole('listitem').count(), 2, 'the tour has one file, beside that which was there');
  await tour.getByRole('button', { name: 'Back' }).click();
  await tour.getByRole('heading', { name: /pair/ }).waitFor();
  const target = page.getByLabel('Target');
  await until(async () => (await target.inputValue()) === 'sm_100a', 'the step has its target');
  await tour.getByRole('button', { name: 'End the tour' }).click();
  await tour.waitFor({ state: 'detached' });
  await until(async () => (await target.inputValue()) === 'sm_90a', 'the settings from before the tour are back');
  await files.getByRole('button', { name: '// mine', exact: true }).click();
  await until(async () => /mine/.test(await editor(page).innerText()), 'the text is there');
});
