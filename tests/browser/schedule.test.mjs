// The schedule of a loop, as a person reads it and moves about in it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fakeCompiler } from './fake.mjs';
import { schedule } from './fixtures/schedule.mjs';
import { compiled, pageTest, until, write } from './harness.mjs';

const data = schedule();
const [{ solution, graph }] = data.loops;
const fake = (changes = {}) => fakeCompiler({ ...data, ...changes });

async function open(page) {
  await page.getByText(/Compiled in/).first().waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Schedule' }).click();
}
const numbers = (page) => page.locator('.numbers > div').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('dt').textContent, one.querySelector('dd').textContent])));
const row = (page, name) => page.locator('table.ops tbody tr').filter({ hasText: name });

pageTest('II, depths and the bound that binds are told apart by name', fake(), async (page) => {
  await open(page);
  assert.deepEqual(await numbers(page), {
    'Initiation interval (II)': `${solution.ii} cycles`,
    'Stage count': String(solution.stage_count),
    'Stages by start': String(solution.stages_by_start),
    'Roofline stages': String(solution.roofline_stages.stages),
    'Buffer depth': '5',
  });
  const bounds = page.locator('tr').filter({ has: page.locator('.badge') });
  assert.equal(await bounds.count(), 1);
  assert.match((await bounds.innerText()).toLowerCase(), new RegExp(`^${solution.binding}.*binds\\s+${solution.bounds[solution.binding].mii}`, 's'));
  await page.getByText(solution.explanation.why_not_less).waitFor();
  await page.getByText('160.2 KiB of 227 KiB used, 66.8 KiB free. One more stage (6) would need 32.0 KiB more: that fits.').waitFor();
});

pageTest('every op is in the table where the scheduler put it', fake(), async (page) => {
  await open(page);
  for (const op of graph.ops) {
    const cells = await row(page, op.name).locator('td').allInnerTexts();
    const [start, seat] = [solution.start[op.id], solution.ops[op.id]];
    assert.deepEqual(cells.slice(2, 6), [start, seat.stage, seat.order, start % solution.ii].map(String), op.name);
  }
});

pageTest('the reservation table holds what the footprints ask for, and is read by keyboard', fake(), async (page) => {
  await open(page);
  const table = page.getByRole('listbox', { name: /Reservation table/ });
  const words = await table.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  // What is drawn, row by row, against the loop graph itself.
  const drawn = new Set();
  for (const label of words) {
    const [, ops, resource, first, last = first] = label.match(/^(.*): (?:slot|\d+\/\d+ units of) (\w+), rows? (\d+)(?: to (\d+))? of \d+$/) ?? [];
    assert.ok(ops, label);
    for (let row = Number(first); row <= Number(last); row++) for (const op of ops.split(' and ')) drawn.add(`${resource} ${row} ${op}`);
  }
  const expected = new Set();
  for (const op of graph.ops) op.footprint.forEach((held, cycle) => held.forEach(({ res }) => expected.add(`${graph.resources[res].name} ${(solution.start[op.id] + cycle) % solution.ii} ${op.id} ${op.name}`)));
  assert.deepEqual([...drawn].sort(), [...expected].sort());

  await table.focus();
  await page.keyboard.press('End');
  const last = await table.getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`[id="${last}"]`).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const chosen = await page.locator(`[id="${await table.getAttribute('aria-activedescendant')}"]`).getAttribute('aria-label');
  assert.match(chosen, /slot tc_and_mma/);
  assert.equal(await row(page, 'mma:wgmma').getAttribute('aria-current'), 'true', 'the op is chosen in the table of ops too');
});

pageTest('ops and lines of the source light each other up', fake(), async (page) => {
  await open(page);
  await row(page, 'load_a').hover();
  await page.locator('.source .cm-linked').waitFor();
  assert.equal(await page.locator('.source .cm-line').nth(3).getAttribute('class'), 'cm-line cm-linked', 'line 4');
  await page.locator('.source .cm-line').nth(6).hover();
  await until(async () => (await page.locator('table.ops tr.lit').allInnerTexts()).join().includes('release'), 'the op of line 7 lights up');
  await row(page, 'load_b').getByRole('button', { name: 'Go to line 5 of the source' }).click();
  assert.equal(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')), 'Kernel');
});

pageTest('a counterexample is stepped through by keyboard', fake(), async (page) => {
  await open(page);
  await page.getByText('deadlock: nobody can move').waitFor();
  await page.getByText('step 1 of 3').waitFor();
  await page.getByRole('group', { name: /Counterexample/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('step 2 of 3').waitFor();
  assert.match(await page.locator('.barriers').innerText(), /full\[0\][\s\S]*32,768 bytes outstanding/);
  await page.keyboard.press('End');
  await page.getByText('consumer waits for parity 0 of full[0]').waitFor();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByText('step 3 of 3').waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

pageTest('a loop that was refused says why, as text', fake({ loops: [] }), async (page) => {
  await open(page);
  await page.getByRole('heading', { name: 'No loop was pipelined' }).waitFor();
  await page.getByText('its trip count is 1 <b>always</b>').waitFor();
  assert.equal(await page.locator('.refusals b').count(), 0);
  await page.getByText('nothing needs to be done').waitFor();
});

pageTest('a loop without a schedule shows the refusal and no drawings', fake({ loops: [{ ...data.loops[0], solution: { ...solution, ii: null, refusal: { kind: 'impossible', message: 'op 4 asks for more than there is' } } }] }), async (page) => {
  await open(page);
  await page.getByText('op 4 asks for more than there is').waitFor();
  assert.equal(await page.getByRole('listbox', { name: /Reservation/ }).count(), 0);
});

pageTest('on a phone drawings scroll inside themselves', { ...fake(), width: 360, height: 740 }, async (page) => {
  await page.getByText(/Compiled in/).first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.locator('.table-drawing').waitFor();
  const sideways = (selector) => page.locator(selector).first().evaluate((box) => box.scrollWidth > box.clientWidth);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  assert.equal(await sideways('.result .page'), false);
  assert.equal(await sideways('.drawing[role=listbox]'), true);
});

pageTest('the schedule of a kernel of the gallery is the one that the command line prints', {}, async (page) => {
  const kernel = new URL('../kernels/matmul.mlir', import.meta.url);
  const printed = JSON.parse(execFileSync(process.env.TILEWRIGHT_BIN, ['compile', kernel.pathname, '--emit', 'schedule'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 16 << 20 }));
  const [loop] = printed.loops;
  await compiled(page);
  await write(page, readFileSync(kernel, 'utf8'));
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('article', { name: `The loop at line ${loop.line}` }).waitFor();
  const shown = await numbers(page);
  assert.equal(shown['Initiation interval (II)'], `${loop.solution.ii} cycles`);
  assert.equal(shown['Stage count'], String(loop.solution.stage_count));
  assert.equal(shown['Roofline stages'], String(loop.solution.roofline_stages.stages));
  assert.equal(shown['Buffer depth'], String(loop.depth.chosen));
  assert.equal(await page.locator('table.ops tbody tr').count(), loop.graph.ops.length);
  const ledger = page.getByRole('group', { name: 'Buffers in shared memory' }).locator('tbody tr');
  assert.equal(await ledger.count(), loop.ledger.buffers.length);
  await page.locator('.verdict').filter({ hasText: loop.protocol.verdict }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight), false, 'only the pane scrolls');
});
