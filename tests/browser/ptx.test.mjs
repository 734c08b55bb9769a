// The PTX, as a person reads it, and what is taken away from it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fakeCompiler } from './fake.mjs';
import { compiled, pageTest, until, write } from './harness.mjs';

const kernel = new URL('../kernels/gemm_dynamic.mlir', import.meta.url).pathname;
const { ptx, abi, summary, schedule } = JSON.parse(
  execFileSync(process.env.TILEWRIGHT_BIN, ['compile', kernel, '--emit', 'json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 }),
);
const fake = () => fakeCompiler(null, { ptx, abi, summary, registers: [], occupancy: null });
const lines = ptx.text.trimEnd().split('\n');

const open = async (page, tab = 'PTX') => {
  await compiled(page);
  await page.getByRole('tab', { name: tab }).click();
};
const line = (page, words) => page.locator('.listing .cm-line').filter({ hasText: words });
/** Goes to where a line is. */
async function goTo(page, words) {
  const at = lines.findIndex((text) => text.includes(words));
  assert.ok(at >= 0, words);
  await page.locator('.listing').evaluate((host, share) => {
    const box = host.shadowRoot.querySelector('.cm-scroller');
    box.scrollTop = share * box.scrollHeight - box.clientHeight / 2;
  }, at / lines.length);
}
/** Brings a line into sight: the text is drawn where it is looked at. */
async function show(page, words) {
  await goTo(page, words);
  await line(page, words).first().waitFor();
}

pageTest('an instruction is explained under the pointer and at the cursor, and a descriptor is decoded with its swizzle', fake(), async (page) => {
  await open(page);
  await show(page, 'mbarrier.try_wait');
  await line(page, 'mbarrier.try_wait')
    .first()
    .hover({ position: { x: 110, y: 8 } });
  const tip = page.locator('.cm-explanation');
  await tip.filter({ hasText: 'Waits for the end of a phase of an mbarrier' }).waitFor();
  assert.match(await tip.innerText(), /\.parity\s+the phase is named by its parity/);
  await show(page, 'mov.b64 %rd12');
  await line(page, 'mov.b64 %rd12').first().click();
  const explained = page.getByRole('status', { name: 'What this line does' });
  await explained.filter({ hasText: '%rd12 is a descriptor' }).waitFor();
  assert.match(await explained.innerText(), /Stride offset\s+1,024 bytes[\s\S]*Swizzle\s+128b/);
  assert.equal(await explained.locator('.descriptor svg rect').count(), 64, 'eight chunks of eight rows');
  // The same by keyboard alone.
  await page.keyboard.press('ArrowUp');
  await until(async () => !/is a descriptor/.test(await explained.innerText()), 'the line above is explained');
});

pageTest('a product says under the pointer how both of its tiles lie, whichever slot they are in', fake(), async (page) => {
  await open(page);
  await show(page, 'wgmma.mma_async');
  const text = lines.find((one) => one.includes('wgmma.mma_async'));
  const registers = text.match(/%rd\d+/g);
  assert.equal(registers.length, 2);
  assert.ok(!lines.some((one) => one.includes(`mov.b64 ${registers[1]},`)), 'the second is of a slot that is known at run time');
  await line(page, 'wgmma.mma_async')
    .first()
    .hover({ position: { x: 110, y: 8 } });
  const tip = page.locator('.cm-explanation');
  await tip.filter({ hasText: 'wgmma.mma_async' }).waitFor();
  const said = await tip.locator('.descriptor').allInnerTexts();
  assert.deepEqual(
    said.map((words) => /^(%rd\d+) is a descriptor/.exec(words)?.[1]),
    registers,
  );
  assert.match(said[1], /Start\s+known at run time[\s\S]*Swizzle\s+128b/);
  assert.equal(await tip.locator('.descriptor svg').count(), 2, 'each with its swizzle');
  // At the cursor alike.
  await line(page, 'wgmma.mma_async').first().click();
  await until(async () => (await page.getByRole('status', { name: 'What this line does' }).locator('.descriptor svg').count()) === 2, 'at the cursor, too');
});

pageTest('runs of one instruction fold, and unfold', fake(), async (page) => {
  await open(page);
  const drawn = () => page.locator('.listing').evaluate((host) => host.shadowRoot.querySelector('.cm-content').getBoundingClientRect().height);
  const whole = await drawn();
  await page.getByLabel('Fold runs').check();
  await until(async () => (await drawn()) < whole * 0.65, 'most of the text is one run after the other');
  await goTo(page, 'mov.f32');
  await page
    .locator('.cm-foldPlaceholder')
    .filter({ hasText: /\d+ more lines: / })
    .first()
    .waitFor();
  await page.getByLabel('Fold runs').uncheck();
  await until(async () => Math.abs((await drawn()) - whole) < 40, 'all of it is there again');
});

pageTest('the command line is copied, and code that launches the kernel, in two languages', fake(), async (page) => {
  await open(page);
  const pasted = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy command' }).click();
  await until(async () => /^tilewright compile (?!kernel\.)[\w-]+\.(?:py|mlir) --gpu-name sm_90a --emit ptx$/.test(await pasted()), 'the command is copied');
  await page.getByRole('tab', { name: 'Launch' }).click();
  await page.getByText('Code that launches it').click();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await until(async () => /void launch\(CUfunction function/.test(await pasted()), 'C++ is copied');
  assert.equal((await pasted()).match(/= encode\(/g).length, abi.descriptors.length);
  await page.getByRole('button', { name: 'Python, cuda-bindings' }).click();
  await page.getByRole('button', { name: 'Cop' }).last().click();
  await until(async () => /^def launch\(function, stream, grid/m.test(await pasted()), 'Python is copied');
});

pageTest('the margin says which agent runs an instruction, and of which stage it is', {}, async (page) => {
  await compiled(page);
  await write(page, readFileSync(kernel, 'utf8'));
  await compiled(page);
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.locator('.listing .cm-line').first().waitFor();
  /** The words that stand in the margin beside the first line with these words. */
  const owner = async (words) => {
    await show(page, words);
    return page.locator('.listing').evaluate((host, words) => {
      const line = [...host.shadowRoot.querySelectorAll('.cm-line')].find((one) => one.textContent.includes(words));
      const { top, height } = line.getBoundingClientRect();
      const beside = (mark) => Math.abs(mark.getBoundingClientRect().top - top) < height / 2;
      return [...host.shadowRoot.querySelectorAll('.cm-owners .cm-gutterElement')].find(beside)?.querySelector('span')?.title ?? '';
    }, words);
  };
  const [loop] = schedule.loops;
  const stageOf = (op) => loop.solution.ops[loop.graph.ops.findIndex(({ name }) => name === op)].stage;
  assert.equal(await owner('wgmma.mma_async'), `consumer, stage ${stageOf('consumer dot')}`);
  assert.equal(await owner('shared::cluster.global.mbarrier'), `producer, stage ${stageOf('producer load lhs')}`);
  assert.equal(await owner('mbarrier.init'), '');
  // Without agents there is nobody to name.
  await page.getByLabel('Target').selectOption('sm_80');
  await until(async () => (await page.locator('.toolbar .level').first().innerText()) === 'sm_80', 'compiled for sm_80');
  // The margin is drawn anew with the text, a moment after that.
  const named = () => page.locator('.listing').evaluate((host) => [...host.shadowRoot.querySelectorAll('.cm-owners span')].some(({ title }) => /consumer|producer/.test(title)));
  await until(async () => !(await named()), 'no agent is named');
});
