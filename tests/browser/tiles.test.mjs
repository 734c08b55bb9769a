// The tile map: trying schedulers on a product.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before } from 'node:test';
import { compiled, pageTest, until, write } from './harness.mjs';

const pkg = new URL('../../web/pkg-tools/', import.meta.url);
let wasm;
before(async () => {
  wasm = await import(new URL('toolbox.js', pkg));
  await wasm.default({ module_or_path: readFileSync(new URL('toolbox_bg.wasm', pkg)) });
});

/** A kernel without a product, whose page begins with a form of its own. */
const free = { prepare: (page) => begin(page, 'vadd') };
/** Opens the page on a kernel of the gallery, as one who was here before finds it. */
const begin = (page, name) =>
  page.addInitScript(
    (source) => location.protocol.startsWith('http') && localStorage.setItem('tilewright.draft', JSON.stringify({ source, options: {} })),
    readFileSync(new URL(`../kernels/${name}.mlir`, import.meta.url), 'utf8'),
  );

/** The values that the form begins with. */
const FIRST = {
  m: 2048,
  n: 1536,
  k: 4096,
  l: 1,
  tile: [128, 128, 64],
  cluster: [1, 1],
  sms: 132,
  scheduler: 'static-persistent',
  policy: 'contract',
  swizzle: 1,
  raster: 'Heuristic',
  splits: 1,
  element_bytes: 2,
  l2_bytes: 50 << 20,
  epilogue: 2,
  join: 1,
};

async function open(page) {
  await compiled(page);
  await page.getByRole('tab', { name: 'Tiles' }).click();
  await map(page).waitFor();
}
const map = (page) => page.getByRole('application', { name: /Tile map/ });
const field = (page, name) => page.getByRole('spinbutton', { name, exact: true });
const scheduler = (page) => page.getByRole('combobox', { name: 'Scheduler' });
const unfold = (page) => page.getByText('Tile, order, machine and costs').click();
const words = (page) => page.locator('.tile-words');
const draws = (page) => page.evaluate(() => performance.getEntriesByName('tiles-draw', 'measure').length);
const measured = (page) => page.evaluate(() => performance.getEntriesByName('tiles-draw', 'measure').at(-1)?.duration);

pageTest('a tile says who computes it and when, as the scheduler does', free, async (page) => {
  await open(page);
  for (const [choice, changes] of [
    ['static-persistent', {}],
    ['stream-k', { scheduler: 'stream-k' }],
    ['tilelang', { scheduler: 'tilelang' }],
  ]) {
    await scheduler(page).selectOption(choice);
    const facts = wasm.tile_map({ ...FIRST, ...changes });
    await page.getByText(new RegExp(`${facts.waves} waves, ${(facts.idle * 100).toFixed(1).replace('.', '\\.')} % idle`)).waitFor();
    await map(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Tile (1, 2)').waitFor();
    const said = await words(page).innerText();
    const data = facts.pieces_data;
    let found = 0;
    for (let order = 0; order < facts.pieces; order++) {
      const [m, n, , kStart, kCount, worker, wave, start, end] = data.subarray(order * 9, order * 9 + 9);
      if (m !== 1 || n !== 2) continue;
      found++;
      const expected = `worker ${worker}, iteration ${wave}, K tiles ${kStart} to ${kStart + kCount - 1} of ${facts.k_tiles}, number ${order} to start, at ${start} until ${end}`;
      assert.ok(said.includes(expected), `${choice}: ${said} should say ${expected}`);
    }
    assert.ok(found > 0, choice);
  }
});

pageTest('the schedulers are compared', free, async (page) => {
  await open(page);
  const rows = page.getByRole('group', { name: 'Schedulers compared' }).locator('tbody tr');
  await until(async () => (await rows.count()) === 4, 'four schedulers');
  const expected = wasm.compare_schedulers(FIRST);
  for (const [at, { findings }] of expected.entries()) {
    const cells = await rows.nth(at).locator('td').allInnerTexts();
    assert.equal(cells[0], String(findings.waves));
    assert.equal(cells[1], findings.makespan.toLocaleString('en'));
    assert.equal(cells[2], `${(findings.idle * 100).toFixed(1)} %`);
  }
  await unfold(page);
  await field(page, 'cluster N').fill('2');
  await page.getByText(/TileLang's scheduler has neither batches nor clusters along n/).waitFor();
});

pageTest('the map comes first: four fields before it, and the rest folded until one says something else', { ...free, width: 1366, height: 768 }, async (page, context) => {
  await open(page);
  const form = page.getByRole('form', { name: 'The product and its scheduler' });
  const seen = () => form.locator('input:visible, select:visible').count();
  assert.equal(await seen(), 4);
  const { y } = await map(page).boundingBox();
  assert.ok(y < 500, `the map is in sight: it begins at ${y}`);
  await form.getByText('128 × 128 × 64, swizzle 1, 132 SMs').waitFor();
  await unfold(page);
  assert.equal(await seen(), 19);
  // It stays as it was opened while a number is typed that is the usual one again.
  await field(page, 'Swizzle').fill('4');
  await field(page, 'Swizzle').fill('1');
  assert.equal(await seen(), 19);
  await field(page, 'Swizzle').fill('4');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const elsewhere = await context.newPage();
  await elsewhere.goto(await page.getByLabel('The link').inputValue());
  await map(elsewhere).waitFor();
  await until(async () => (await field(elsewhere, 'Swizzle').inputValue()) === '4', 'a number of the link is in sight');
});

pageTest('what cannot be is refused with the rule, and no map of other numbers stays', free, async (page) => {
  await open(page);
  await unfold(page);
  await field(page, 'SMs').fill('0');
  await page
    .getByRole('alert')
    .filter({ hasText: /sm_count is 0: .* at least 1; the nearest legal value is 1/ })
    .waitFor();
  assert.equal(await map(page).count(), 0);
  await field(page, 'SMs').fill('16');
  await map(page).waitFor();
  await field(page, 'M').fill('0');
  await page
    .getByRole('alert')
    .filter({ hasText: /There is no map: m is 0/ })
    .waitFor();
  assert.equal(await map(page).count(), 0);
  // Of no such form at all: in words of the form, and none of the module's.
  for (const [name, text] of [
    ['M', '2.5'],
    ['tile M', '-3'],
    ['Element bytes', '999999999999'],
    ['L2 (MiB)', ''],
  ]) {
    const kept = await field(page, name).inputValue();
    await field(page, name).fill(text);
    await page
      .getByRole('alert')
      .filter({ hasText: `There is no map: ${name} is a whole number from ${name === 'L2 (MiB)' ? 0 : 1} to 2,147,483,647` })
      .waitFor();
    assert.equal(await map(page).count(), 0);
    await field(page, name).fill(name === 'M' ? '100000' : kept);
    await map(page).waitFor();
  }
  await field(page, 'N').fill('128');
  await until(async () => (await map(page).boundingBox())?.width === 240, 'a strip has a width to look at');
  await field(page, 'M').fill('2048');
  await page
    .getByText(/16 CTAs/)
    .first()
    .waitFor();
  await until(async () => (await page.getByRole('alert').count()) === 0, 'the refusal goes away');
});

pageTest('a million tiles are drawn within 100 ms', free, async (page) => {
  await open(page);
  await field(page, 'N').fill('128000');
  await page
    .getByText(/ × 1000 CTA tiles/)
    .first()
    .waitFor();
  // The least of several: what else the machine does makes some of them take longer.
  let least = Number.POSITIVE_INFINITY;
  for (const rows of [1000, 999, 1000, 999, 1000]) {
    if (least < 100 && rows === 999) break;
    const before = await draws(page);
    await field(page, 'M').fill(`${rows * 128}`);
    await page
      .getByText(new RegExp(`${rows} × 1000 CTA tiles`))
      .first()
      .waitFor();
    await until(async () => (await draws(page)) > before, 'it is drawn');
    least = Math.min(least, await measured(page));
  }
  assert.ok(least < 100, `${least} ms`);
  await map(page).hover({ position: { x: 320, y: 64 } });
  await page.getByText(/Tile \((99|100|101), (499|500|501)\)/).waitFor();
  await map(page).press('End');
  await page.getByText('Tile (999, 999)').waitFor();
  await page.getByText('With this many tiles the schedulers are not compared').waitFor();
});

for (const reducedMotion of ['no-preference', 'reduce']) {
  pageTest(`time plays to the end: motion ${reducedMotion}`, { prepare: async (page) => Promise.all([page.emulateMedia({ reducedMotion }), free.prepare(page)]) }, async (page) => {
    await open(page);
    await page.getByRole('group', { name: 'Schedulers compared' }).waitFor();
    const pixels = () => map(page).evaluate((canvas) => canvas.toDataURL());
    const whole = await pixels();
    const time = page.getByRole('slider', { name: /Time/ });
    await time.fill('0');
    await until(async () => (await pixels()) !== whole, 'nothing has begun');
    await page.getByRole('button', { name: 'Play' }).click();
    const seen = new Set();
    await until(async () => {
      seen.add(await time.inputValue());
      return (await time.inputValue()) === '132';
    }, 'the end');
    if (reducedMotion === 'reduce')
      assert.ok(
        [...seen].every((at) => ['0', '66', '132'].includes(at)),
        `from wave to wave: ${[...seen]}`,
      );
    else assert.ok(seen.size > 3, 'smoothly');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await until(async () => (await pixels()) === whole, 'all is drawn again');
  });
}

pageTest('a link carries the product', free, async (page) => {
  await open(page);
  await scheduler(page).selectOption('stream-k');
  await field(page, 'K').fill('8192');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await map(page).waitFor();
  assert.equal(await scheduler(page).inputValue(), 'stream-k');
  assert.equal(await field(page, 'K').inputValue(), '8192');
});

pageTest('the map follows the theme of the system as the page does', free, async (page) => {
  await open(page);
  const picture = () => page.locator('.result canvas').evaluate((canvas) => canvas.toDataURL());
  const light = await picture();
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(async () => (await picture()) !== light, 'the map is dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await until(async () => (await picture()) === light, 'the map is light again');
});

pageTest('on a phone the map fits', { width: 360, height: 740 }, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('tab', { name: 'Tiles' }).click();
  await map(page).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  assert.equal(await page.locator('.result .page').evaluate((box) => box.scrollWidth > box.clientWidth), false);
});

pageTest('the map begins with the kernel that is open, and takes up the order in which its CTAs walk', { prepare: (page) => begin(page, 'tiles_swizzled') }, async (page) => {
  await open(page);
  await unfold(page);
  const values = async () =>
    Object.fromEntries(await Promise.all(['tile M', 'tile N', 'tile K', 'Swizzle', 'Element bytes'].map(async (name) => [name, Number(await field(page, name).inputValue())])));
  assert.deepEqual(await values(), { 'tile M': 64, 'tile N': 64, 'tile K': 32, Swizzle: 8, 'Element bytes': 2 });
  assert.equal(await scheduler(page).inputValue(), 'static-persistent');
  await page.getByText('It begins with the kernel’s own product').waitFor();
  await page.getByText(/64 × 64 × 32 in f16; resident CTAs that walk over them, in panels of 8, along m. M, N, and K are known only when it is launched/).waitFor();
  // The kernel's own arithmetic says which tile is that of worker 130: the 130th, in the first panel, 16 rows down.
  await map(page).focus();
  await page.keyboard.press('Home');
  for (let row = 0; row < 16; row++) await page.keyboard.press('ArrowDown');
  for (let column = 0; column < 2; column++) await page.keyboard.press('ArrowRight');
  await page.getByText('Tile (16, 2)').waitFor();
  assert.match(await words(page).innerText(), /worker 130, iteration 0/);
  await field(page, 'Swizzle').fill('1');
  await page.getByRole('button', { name: "Back to the kernel's product" }).click();
  assert.equal((await values()).Swizzle, 8);
  // Another kernel, another product; and one that has none.
  await write(
    page,
    readFileSync(new URL('../cutile/gemm.py', import.meta.url), 'utf8')
      .replace('tm=64; tn=64; tk=32', 'tm=128; tn=64; tk=64')
      .replaceAll('f16[?,?]', 'f16[1024,1024]'),
  );
  await until(async () => (await values())['tile M'] === 128, 'the tile of the new kernel');
  assert.deepEqual(await values(), { 'tile M': 128, 'tile N': 64, 'tile K': 64, Swizzle: 1, 'Element bytes': 2 });
  assert.deepEqual(await Promise.all(['M', 'N', 'K'].map((name) => field(page, name).inputValue())), ['1024', '1024', '1024']);
  assert.equal(await scheduler(page).inputValue(), 'data-parallel');
  await write(page, readFileSync(new URL('../kernels/vadd.mlir', import.meta.url), 'utf8'));
  await page.getByText('The kernel has no product of tiles, so this is a table to try schedulers on').waitFor();
});

pageTest('what another scheduler would change for the kernel is said, and applied', {}, async (page) => {
  await open(page);
  for (const name of ['M', 'N', 'K']) await field(page, name).fill('2048');
  const change = page.getByRole('status').filter({ hasText: 'The kernel has data-parallel' });
  await change.filter({ hasText: /with [a-z-]+ its tiles would end at [\d,]+ instead of [\d,]+|with no other its tiles would end earlier/ }).waitFor();
  const row = (name) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
  assert.match(await row('data-parallel').innerText(), /has it/);
  await page.getByRole('button', { name: 'Compile with it: static-persistent' }).click();
  await compiled(page);
  await until(async () => /has it/.test(await row('static-persistent').innerText()), 'the kernel has it');
  await until(async () => (await scheduler(page).first().inputValue()) === 'static-persistent', 'the map is of it');
  assert.equal(await field(page, 'N').inputValue(), '2048', 'and of the extents that were filled in');
  await page.getByRole('button', { name: 'Back to the kernel as it is' }).click();
  await until(async () => /has it/.test(await row('data-parallel').innerText()), 'it has none of the compiler');
});

pageTest('a kernel that walks over its tiles by itself is given no scheduler', { prepare: (page) => begin(page, 'tiles_swizzled') }, async (page) => {
  await open(page);
  await page.getByText('It walks over its tiles by itself').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Compile with/ }).count(), 0);
  // Each field says what goes into it.
  await unfold(page);
  for (const name of ['Swizzle', 'K splits', 'SMs'])
    assert.ok(
      (await page
        .getByTitle(/\w+ \w+/)
        .filter({ has: field(page, name) })
        .count()) > 0,
      name,
    );
  await page.getByRole('link', { name: 'Waves' }).hover();
  await page.getByTitle('as many CTAs as the GPU holds at a time').waitFor();
});

pageTest('the map is saved as SVG and PNG, and is a table', free, async (page) => {
  await open(page);
  const facts = wasm.tile_map(FIRST);
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return readFileSync(await file.path());
  };
  const svg = String(await saved('Tile map: save as SVG'));
  const [boxes, numbers] = await page.evaluate((file) => {
    const parsed = new DOMParser().parseFromString(file, 'image/svg+xml');
    return parsed.querySelector('parsererror') ? [0, []] : [parsed.querySelectorAll('rect').length, [...parsed.querySelectorAll('text')].map((one) => Number(one.textContent))];
  }, svg);
  assert.equal(boxes, facts.tiles[0] * facts.tiles[1] + facts.pieces, 'the ground, and each piece');
  const workers = Array.from({ length: facts.pieces }, (_, piece) => facts.pieces_data[piece * 9 + 5]);
  assert.deepEqual(numbers, workers, 'each has the number of its worker');
  const png = await saved('Tile map: save as PNG');
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.length > 3000, 'something is drawn');

  await page.getByText('As a table').click();
  const rows = page.locator('.figure-bar tbody tr');
  await rows.first().waitFor();
  assert.equal(await rows.count(), facts.pieces);
  assert.deepEqual(await rows.nth(5).locator('td').allInnerTexts(), [...facts.pieces_data.subarray(45, 54)].map(String));
  // Of a million tiles, which are pixels, there is no SVG; the table shows its beginning, and the file has all.
  await field(page, 'M').fill('128000');
  await field(page, 'N').fill('12800');
  await page.getByText('The first 1,000 of 100,000 rows; the file has all.').waitFor();
  assert.equal(await rows.count(), 1000);
  assert.equal(await page.getByRole('button', { name: 'Tile map: save as SVG' }).count(), 0);
  assert.equal(
    String(await saved('Save as CSV'))
      .trim()
      .split('\n').length,
    100_001,
  );
});

pageTest('a field of a number holds what is typed, key by key', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Tiles' }).click();
  await map(page).waitFor();
  const m = field(page, 'M');
  await m.click();
  await page.keyboard.press('End');
  for (let left = (await m.inputValue()).length; left > 0; left--) await page.keyboard.press('Backspace');
  assert.equal(await m.inputValue(), '', 'the last digit too can be taken away');
  await page.keyboard.type('4096');
  assert.equal(await m.inputValue(), '4096');
  await map(page).waitFor();
  await m.press('Control+a');
  await page.keyboard.type('1.5');
  assert.equal(await m.inputValue(), '1.5');
  await page.getByRole('alert').filter({ hasText: 'M is a whole number from 1' }).waitFor();
  // Under Options, and in the form of a launch.
  await page.getByRole('button', { name: 'Options' }).click();
  const stages = page.getByLabel('Stages', { exact: true });
  await stages.click();
  await page.keyboard.type('2.5');
  assert.equal(await stages.inputValue(), '2.5');
  await page.getByRole('alert').filter({ hasText: 'Stages: a whole number from 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.locator('.launch summary').click();
  const grid = page.getByLabel(/^Grid x/);
  await grid.click();
  await page.keyboard.type('2.5');
  assert.equal(await grid.inputValue(), '2.5');
});
