// The schedule of a loop, as a person reads it and moves about in it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fakeCompiler } from './fake.mjs';
import { schedule } from './fixtures/schedule.mjs';
import { address, compiled, pageTest, until, write } from './harness.mjs';

const data = schedule();
const [{ solution, graph }] = data.loops;
const fake = (changes = {}) => fakeCompiler({ ...data, ...changes });

async function open(page) {
  await page
    .getByText(/Compiled in/)
    .first()
    .waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await drawn(page);
}
/** Waits until each part of a loop is drawn: one comes after the other. */
async function drawn(page) {
  await page.locator('article.loop, .refusals').first().waitFor();
  await page.locator('article.loop[aria-busy=true]').first().waitFor({ state: 'detached' });
}
const numbers = (page) => page.locator('.numbers > div').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('dt').textContent, one.querySelector('.value').textContent])));
/** The why of a part of the verdict. */
async function whyOf(page, part) {
  await page.getByRole('button', { name: new RegExp(`^${part}: .*Why$`) }).click();
  return page.getByRole('region', { name: 'Why' }).innerText();
}
const row = (page, name) => page.locator('table.ops tbody tr').filter({ hasText: name });

/** The schedule with more dependences than are drawn. */
function large() {
  const [loop, ...others] = data.loops;
  const edges = Array.from({ length: 400 }, (_, at) => graph.edges[at % graph.edges.length]);
  return { ...data, loops: [{ ...loop, graph: { ...graph, edges } }, ...others] };
}

/** The loop of a kernel of the gallery, as the command line prints it. */
function printed(name, ...options) {
  const kernel = new URL(`../kernels/${name}.mlir`, import.meta.url).pathname;
  return JSON.parse(execFileSync(process.env.TILEWRIGHT_BIN, ['compile', kernel, '--emit', 'schedule', ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 16 << 20 }))
    .loops[0];
}

pageTest(
  'the verdict is one number with what binds it, and each of its parts opens its why',
  fakeCompiler(data, {
    registers: [
      { agent: 'producer', needs: 30, has: 40, line: 3 },
      { agent: 'consumer', needs: 240, has: 232, line: 6 },
    ],
  }),
  async (page) => {
    await open(page);
    const headline = page.locator('.headline');
    assert.match(await headline.innerText(), /^512 cycles\s+an iteration, by estimate\s+256 ns at 2.00 GHz\s+bound by the tensor cores$/);
    const size = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
    assert.ok((await size('.headline strong')) > (await size('.numbers .value')), 'no number is larger');
    await page.getByText(`The schedule starts an iteration every ${solution.ii} cycles of the scheduler's model`).waitFor();
    assert.deepEqual(await numbers(page), {
      'Initiation interval (II)': `${solution.ii} cycles`,
      'Stage count': String(solution.stage_count),
      'Buffer depth': '5',
      'Shared memory': '71 %',
      'Tensor cores': '100 %',
      Roofline: '512 cycles',
      Barriers: 'refuted',
      Registers: 'may spill',
    });
    assert.match(await whyOf(page, 'Registers'), /consumer needs 240 of 232, most at line 6/);
    assert.match(await whyOf(page, 'Roofline'), new RegExp(`Bandwidth alone asks for ${solution.roofline_stages.stages} stage`));
    assert.match(await whyOf(page, 'Buffer depth'), /a buffer lives 2300 of 512 cycles[\s\S]*One more would take 32,784 bytes/);
    assert.match(await whyOf(page, 'Barriers'), /one interleaving does not end/);
    await page.getByRole('button', { name: 'Show all of it below' }).press('Enter');
    const heading = page.getByRole('heading', { name: /^Barriers/ });
    await until(() => heading.evaluate((one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight), 'its section is in sight');
    // Under the pointer a part says what its word means.
    const stages = page.getByRole('button', { name: /^Stage count/ });
    await stages.hover();
    await until(async () => /iterations/.test(await stages.getAttribute('title')), 'its word is explained');
    await page.getByRole('button', { name: /^Barriers: refuted/ }).click();
    assert.equal(await page.getByRole('region', { name: 'Why' }).count(), 0, 'it closes');
  },
);

pageTest('II, depths and the bound that binds are told apart by name', fake(), async (page) => {
  await open(page);
  const bounds = page.locator('tr').filter({ has: page.locator('.badge') });
  assert.equal(await bounds.count(), 1);
  assert.match((await bounds.innerText()).toLowerCase(), new RegExp(`^${solution.binding}.*binds\\s+${solution.bounds[solution.binding].mii}`, 's'));
  await page.getByText(solution.explanation.why_not_less).waitFor();
  await page.getByText('164,000 bytes (160.2 KiB) of 232,448 bytes (227 KiB) used, 68,448 bytes (66.8 KiB) free. One more stage would need 32,784 bytes (32 KiB) more: that fits.').waitFor();
  assert.equal(await page.getByText('Measured').count(), 0, 'what comes from data sheets is called an estimate');
  await whyOf(page, 'Roofline');
  const word = await page.getByRole('link', { name: 'What “roofline” means' }).getAttribute('href');
  const glossary = await page.evaluate(async (address) => (await fetch(address)).text(), word);
  assert.ok(glossary.includes(`id="${word.split('#')[1]}"`), 'the word is in the glossary');
});

pageTest(
  'barriers that are refuted are no success: the light is red, and the verdict is in sight',
  fakeCompiler(data, { ok: true, diagnostics: [{ severity: 'error', code: 'protocol.refuted', message: 'the barriers of this kernel go wrong', range: null, labels: [], notes: [], help: null }] }),
  async (page) => {
    await page.locator('.status.bad').filter({ hasText: '1 error' }).waitFor();
    await page.locator('.problems li').filter({ hasText: 'the barriers of this kernel go wrong' }).waitFor();
  },
);

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
  // The drawing, row by row, against the loop graph itself.
  const drawn = new Set();
  for (const label of words) {
    const [, ops, resource, first, last = first] = label.match(/^(.*): (?:slot|\d+\/\d+ units of) (\w+), rows? (\d+)(?: to (\d+))? of \d+$/) ?? [];
    assert.ok(ops, label);
    for (let row = Number(first); row <= Number(last); row++) for (const op of ops.split(' and ')) drawn.add(`${resource} ${row} ${op}`);
  }
  const expected = new Set();
  for (const op of graph.ops)
    for (const [cycle, held] of op.footprint.entries()) for (const { res } of held) expected.add(`${graph.resources[res].name} ${(solution.start[op.id] + cycle) % solution.ii} ${op.id} ${op.name}`);
  assert.deepEqual([...drawn].sort(), [...expected].sort());
  const [held, waits] = await table
    .locator('[aria-description^="In the way of"]')
    .first()
    .evaluate((one) => [one.querySelector('title').textContent, one.getAttribute('aria-description')]);
  assert.ok(held.includes(waits.split('. In the way')[0]), 'it is said under the pointer too');

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

pageTest('iterations overlap by agent, with the buffers between them, and each buffer has one iteration at a time', fake(), async (page) => {
  await open(page);
  const drawing = page.getByRole('group', { name: 'Iterations in time' });
  const bands = () =>
    drawing.locator('.band').evaluateAll((all) => all.map((band) => [band.querySelector('.axis').textContent, [...band.querySelectorAll('title')].map((title) => title.textContent)]));
  const byAgent = Object.fromEntries(await bands());
  const names = Object.keys(byAgent);
  assert.deepEqual([names[0], names.at(-1)], ['producer', 'consumer'], 'buffers lie between who fills and who empties them');
  assert.ok(byAgent.producer.every((words) => /^(acquire|load_)/.test(words)) && byAgent.producer.some((words) => /of iteration 1/.test(words)), byAgent.producer.join());
  assert.ok(byAgent.consumer.some((words) => words.startsWith('mma:wgmma of iteration 0')));
  const buffers = Object.entries(byAgent).filter(([name]) => name.startsWith('buffer '));
  assert.ok(buffers.length > 1);
  for (const [name, holdings] of buffers) {
    const times = holdings.map((words) =>
      words
        .match(/iteration (\d+), cycles (\d+) to (\d+)/)
        .slice(1)
        .map(Number),
    );
    assert.ok(
      times.every(([iteration]) => iteration % 5 === Number(name.slice(7))),
      'iteration i has buffer i mod depth',
    );
    assert.ok(
      times.every(([, from, to], at) => from < to && (at === 0 || times[at - 1][2] <= from)),
      'one after the other',
    );
  }
  await page.getByRole('button', { name: 'By iteration' }).click();
  const byIteration = Object.fromEntries(await bands());
  assert.equal(byIteration['iteration 0'].length, graph.ops.length);
  await drawing.locator('xpath=..').getByText('As a table').click();
  const rows = page.getByRole('group', { name: 'Iterations in time, as a table' }).locator('tbody tr');
  await until(async () => (await rows.count()) === Object.values(byIteration).flat().length, 'the table has all of it');
});

pageTest('the dependence graph has each dependence, and lights the recurrence that bounds the II', fake(), async (page) => {
  await open(page);
  const drawing = page.getByRole('group', { name: 'Dependence graph' });
  await drawing.locator('svg').waitFor();
  assert.equal(await drawing.locator('.edge').count(), graph.edges.length);
  assert.equal(await drawing.locator('.hold').count(), graph.ops.length);
  const { circuit } = solution.bounds.recurrence;
  assert.ok(circuit.length > 0);
  assert.equal(await drawing.locator('.edge.critical').count(), new Set(circuit).size);
  // Boxes do not lie on each other.
  const boxes = await drawing.locator('.hold .frame').evaluateAll((all) => all.map((one) => one.getBBox()).map(({ x, y, width, height }) => [x, y, x + width, y + height]));
  for (const [at, a] of boxes.entries()) for (const b of boxes.slice(at + 1)) assert.ok(a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]);
  await drawing.locator('.hold').first().click();
  await page.locator('table.ops tr[aria-current=true]').waitFor();
});

pageTest('until the tools have come the dependence graph says so, with its table beside it', fake(), async (page) => {
  let come = () => undefined;
  const asked = new Promise((resolve) => {
    void page.route('**/toolbox_bg-*.wasm', async (route) => {
      resolve();
      await new Promise((go) => {
        come = go;
      });
      await route.continue();
    });
  });
  await open(page);
  await asked;
  const drawing = page.getByRole('group', { name: 'Dependence graph' });
  await drawing.getByText('The drawing is on its way.').waitFor();
  await drawing.locator('xpath=..').getByText('As a table').click();
  const rows = page.getByRole('group', { name: 'Dependence graph, as a table' }).locator('tbody tr');
  await until(async () => (await rows.count()) === graph.edges.length, 'the table has each dependence');
  come();
  await drawing.locator('svg').waitFor();
});

pageTest('a graph that is too large is not drawn, and says so', fakeCompiler(large()), async (page) => {
  await open(page);
  await page
    .getByRole('group', { name: 'Dependence graph' })
    .getByText(/too many to draw/)
    .waitFor();
});

pageTest('each smaller II stands on the ladder with its reason', fake(), async (page) => {
  await open(page);
  const rungs = await page.locator('.rung').evaluateAll((all) => all.map((one) => [one.classList[1], one.querySelector('title').textContent]));
  const { ruled_out: ruledOut } = solution.explanation;
  assert.equal(rungs.filter(([outcome]) => outcome === 'impossible').length, ruledOut.length);
  const [taken] = rungs.filter(([outcome]) => outcome === 'taken');
  assert.match(taken[1], new RegExp(`^II ${solution.ii}: taken`));
  for (const { from, to, text } of ruledOut)
    assert.ok(
      rungs.some(([, words]) => words.startsWith(from === to ? `II ${from}:` : `II ${from} to ${to}:`) && words.includes(text)),
      text,
    );
});

pageTest(
  'the words of the ladder stand beside each other, the longest too',
  fake({
    loops: [
      {
        ...data.loops[0],
        solution: {
          ...solution,
          explanation: {
            ...solution.explanation,
            ruled_out: [],
            candidates: [
              { ii: solution.ii - 1, feasible: false, attempts: [] },
              { ii: solution.ii, feasible: true, attempts: [] },
            ],
          },
        },
      },
    ],
  }),
  async (page) => {
    await open(page);
    const rungs = await page.locator('.rung').evaluateAll((all) =>
      all.map((rung) => {
        const [, outcome, reason] = [...rung.querySelectorAll('text')];
        return [outcome.textContent, reason.getBoundingClientRect().left - outcome.getBoundingClientRect().right];
      }),
    );
    assert.ok(rungs.some(([words]) => words === 'no schedule found'));
    for (const [words, room] of rungs) assert.ok(room > 4, `${words}: ${room}`);
  },
);

pageTest('a search through many IIs is a ladder that can be looked at, and on a phone no row of a table is as high as a screen', { width: 360, height: 740 }, async (page) => {
  await compiled(page);
  await page.locator('.bar').getByLabel('Target').selectOption('sm_80');
  await write(page, readFileSync(new URL('../cutile/attention.py', import.meta.url), 'utf8'));
  await compiled(page);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await open(page);
  await page.getByText('Iteration i has slot i mod n of a ring of n').waitFor();
  const words = await page.locator('.rung title').allTextContents();
  assert.ok(words.length > 4 && words.length <= 24, `${words.length} rungs`);
  const starts = words.map((one) => Number(/^II (\d+)/.exec(one)[1]));
  assert.equal(new Set(starts).size, starts.length, 'one for each II');
  assert.equal(words.filter((one) => one.includes(': taken.')).length, 1);
  const high = await page.locator('.wide-table tr').evaluateAll((all) => all.map((row) => [row.textContent, row.getBoundingClientRect().height]).filter(([, height]) => height > 90));
  assert.deepEqual(high, []);
});

pageTest('drawings are saved as SVG with their colours, and as PNG', fake(), async (page) => {
  await open(page);
  await page.getByRole('group', { name: 'Dependence graph' }).locator('svg').waitFor();
  for (const [name, fewest, least] of [
    ['Reservation table', 5, 3000],
    ['Iterations in time', 5, 3000],
    ['Dependence graph', 5, 3000],
    ['Ladder of initiation intervals', 5, 3000],
    ['Memory', 2, 500],
  ]) {
    const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `${name}: save as SVG` }).click()]);
    const text = readFileSync(await svg.path(), 'utf8');
    assert.match(text, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(text, /class=|var\(|<script|light-dark/);
    assert.match(text, /fill="rgb\(/, 'looks are attributes');
    const shapes = await page.evaluate((file) => {
      const parsed = new DOMParser().parseFromString(file, 'image/svg+xml');
      return parsed.querySelector('parsererror') ? 0 : parsed.querySelectorAll('rect, line, path, circle').length;
    }, text);
    assert.ok(shapes > fewest, `${name}: ${shapes} shapes`);
    const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `${name}: save as PNG` }).click()]);
    const bytes = readFileSync(await png.path());
    assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.ok(bytes.length > least, `${name}: something is drawn`);
  }
  assert.match(solution.name, /./);
});

pageTest('a counterexample is stepped through by keyboard', fake(), async (page) => {
  await open(page);
  await page.getByText('deadlock: nobody can move').waitFor();
  const who = [...new Set(await page.locator('.steps tbody th').allInnerTexts())];
  const lanes = await page.locator('.steps thead text').allTextContents();
  assert.deepEqual(
    lanes,
    who.map((name) => `${name}${name[0]}`),
    'each lane has the first letter of its agent, and its name under the pointer',
  );
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

pageTest(
  'a loop without a schedule shows the refusal and no drawings',
  fake({ loops: [{ ...data.loops[0], solution: { ...solution, ii: null, refusal: { kind: 'impossible', message: 'op 4 asks for more than there is' } } }] }),
  async (page) => {
    await open(page);
    await page.getByText('op 4 asks for more than there is').waitFor();
    assert.equal(await page.getByRole('listbox', { name: /Reservation/ }).count(), 0);
  },
);

pageTest(
  'a bound that is not the II is not said to bind, and a row is chosen wherever it is pressed',
  fake({ loops: [{ ...data.loops[0], solution: { ...solution, ii: solution.ii + 1, bounds: { ...solution.bounds, reached: false } } }] }),
  async (page) => {
    await open(page);
    assert.equal(await page.locator('tr .badge').innerText(), 'highest');
    await row(page, 'mma:wgmma').locator('td').last().click();
    assert.equal(await row(page, 'mma:wgmma').getAttribute('aria-current'), 'true');
  },
);

/** Opens the page on a kernel of the gallery with settings, as one who was here before finds it. */
const beginWith = (name, options = {}) => ({
  prepare: (page) =>
    page.addInitScript(
      ([source, options]) => localStorage.setItem('tilewright.draft', JSON.stringify({ source, options })),
      [readFileSync(new URL(`../kernels/${name}.mlir`, import.meta.url), 'utf8'), options],
    ),
});

pageTest('nothing of a schedule is cut on a laptop, its headings stay, and it is printed whole', { ...beginWith('gemm_dynamic'), width: 1366, height: 768 }, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const table = page.getByRole('listbox', { name: /Reservation table/ });
  await table.waitFor();
  const cut = (name) =>
    page
      .locator('.drawing')
      .and(page.getByLabel(name))
      .first()
      .evaluate((box) => box.scrollWidth > box.clientWidth + 1);
  await until(async () => !(await cut(/Reservation table/)) && !(await cut('Iterations in time')), 'the drawings fit');
  const tops = () => table.evaluate((box) => box.querySelector('.table-head').getBoundingClientRect().top - box.getBoundingClientRect().top);
  await table.evaluate((box) => (box.scrollTop = 100));
  assert.equal(await tops(), 0, 'the headings stay');
  assert.equal(await page.locator('.numbers').evaluate((list) => getComputedStyle(list).backgroundColor), 'rgba(0, 0, 0, 0)', 'nothing shows where a row of numbers is not full');
  await page.setViewportSize({ width: 1000, height: 768 });
  await page.getByText('scroll sideways').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.ok(await page.locator('.page').evaluate((box) => document.documentElement.scrollHeight >= box.scrollHeight && box.scrollHeight > 2 * innerHeight), 'all of it is on paper');
  assert.equal(await page.locator('.bar').isVisible(), false);
});

pageTest('too many stages, a loop without a product, and a low level are explained, not left out', beginWith('gemm_dynamic', { num_stages: 12 }), async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const refused = page.locator('.refusals li');
  await refused.filter({ hasText: '12 stages of 32768 bytes do not fit into shared memory' }).waitFor();
  assert.match(await refused.innerText(), /line 43[\s\S]*alignment takes 1024[\s\S]*394,432 bytes \(385\.2 KiB\) of 232,448 bytes \(227 KiB\): 161,984 bytes[\s\S]*7 stages fit/);
  assert.equal(await refused.locator('.ledger .piece').count(), 13, 'twelve stages and what aligns them');
  await write(page, readFileSync(new URL('../kernels/collatz.mlir', import.meta.url), 'utf8'));
  await refused.filter({ hasText: 'without a matrix product' }).waitFor();
  assert.match(await refused.innerText(), /line 17[\s\S]*nothing needs to be changed/);
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Level').selectOption('1');
  await page.getByText('Nothing is scheduled at level O1').waitFor();
});

pageTest('with one stage an iteration takes as long as the stage lives, and outside of Hopper the advice is about stages', beginWith('matmul', { num_stages: 1 }), async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.locator('.numbers').waitFor();
  await page.getByText("The model's cycles and the hardware's").first().click();
  const rows = Object.fromEntries(await page.locator('table.narrow tbody tr').evaluateAll((all) => all.map((one) => [one.cells[0].innerText, Number(one.cells[2].innerText.replace(',', ''))])));
  const lives = rows['an iteration from end to end; the live range of its buffers'];
  assert.ok(lives > 1000 && rows['one iteration, with a buffer depth of 1'] >= lives, JSON.stringify(rows));
  await page.getByText(/waits for a free stage: with 10 stages it would take 128 cycles/).waitFor();
  await page.getByRole('button', { name: 'Compile with 10 stages' }).click();
  await until(async () => (await page.locator('.headline strong').innerText()) === '128 cycles', 'the advice is taken');
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Stages', { exact: false }).first().fill('1');
  await page.keyboard.press('Escape');
  await page.getByText(/waits for a free stage: with 10 stages/).waitFor();
  for (const target of ['sm_80', 'sm_120a']) {
    await page.getByLabel('Target').selectOption(target);
    await page
      .locator('.problems li')
      .filter({ hasText: `a CTA of ${target} has` })
      .filter({ hasText: 'one stage overlaps nothing' })
      .waitFor();
    assert.doesNotMatch(await page.locator('.problems').innerText(), /consumers/);
  }
});

pageTest('on a phone drawings scroll inside themselves', { ...fake(), width: 360, height: 740 }, async (page) => {
  await page
    .getByText(/Compiled in/)
    .first()
    .waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.locator('.table-drawing').waitFor();
  const sideways = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((box) => box.scrollWidth > box.clientWidth);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
  assert.equal(await sideways('.result .page'), false);
  assert.equal(await sideways('.drawing[role=listbox]'), true);
});

pageTest('the schedule of a kernel of the gallery is the one that the command line prints', {}, async (page) => {
  const kernel = new URL('../kernels/matmul.mlir', import.meta.url);
  const printed = JSON.parse(
    execFileSync(process.env.TILEWRIGHT_BIN, ['compile', kernel.pathname, '--emit', 'schedule'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 16 << 20 }),
  );
  const [loop] = printed.loops;
  await compiled(page);
  await write(page, readFileSync(kernel, 'utf8'));
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('article', { name: `The loop at line ${loop.line}` }).waitFor();
  const shown = await numbers(page);
  assert.equal(shown['Initiation interval (II)'], `${loop.solution.ii} cycles`);
  assert.equal(shown['Stage count'], String(loop.solution.stage_count));
  assert.match(
    await page.locator('.headline').innerText(),
    new RegExp(`^${Math.round(loop.estimate.iteration_cycles)} cycles\\s.*${Math.round((loop.estimate.iteration_cycles * 1000) / loop.estimate.clock_mhz)} ns`, 's'),
  );
  assert.equal(shown['Buffer depth'], String(loop.depth.chosen));
  assert.equal(await page.locator('table.ops tbody tr').count(), loop.graph.ops.length);
  const ledger = page.getByRole('group', { name: 'Buffers in shared memory' }).locator('tbody tr');
  await drawn(page);
  assert.equal(await ledger.count(), loop.ledger.buffers.length);
  await page.locator('.verdict').filter({ hasText: loop.protocol.verdict }).waitFor();
  // The ring has ten slots, and a run of its barriers names no other.
  const barriers = new Set((await page.locator('.steps tbody').innerText()).match(/(?:full|empty)\[\d+\]/g));
  assert.equal(loop.depth.chosen, 10);
  for (const barrier of barriers) assert.match(barrier, /\[\d\]/, 'slots 0 to 9');
  assert.ok(barriers.has('empty[0]') && barriers.has('empty[9]'), [...barriers].join(' '));
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight), false, 'only the pane scrolls');
});

pageTest('every resource and every arm that is shown says what it is', beginWith('gemm_dynamic', { scheduler: 'rau' }), async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const loop = printed('gemm_dynamic');
  await page.locator('table.ops').waitFor();
  // Each name that is shown, and its sentence under the pointer.
  const cells = await page
    .locator('table.ops tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].slice(-2).map((cell) => [cell.innerText, [...cell.querySelectorAll('abbr')].map((word) => [word.innerText, word.title])])));
  const said = new Map();
  for (const row of cells) {
    for (const [text, words] of row) {
      assert.equal(text, words.map(([word]) => word).join(', '), 'no word without its meaning');
      for (const [word, means] of words) said.set(word, means);
    }
  }
  assert.deepEqual(new Set(Object.values(loop.solution.ops).map(({ arm }) => arm)), new Set(['eviction']));
  assert.match(said.get('eviction'), /takes that of others/);
  for (const [word, means] of said) assert.ok(means.length > 10, word);
  const columns = await page.locator('.table-head text:has(title)').evaluateAll((all) => all.map((one) => one.querySelector('title').textContent));
  const unused = await page.locator('.result abbr').evaluateAll((all) => all.map((one) => `${one.innerText}: ${one.title}`));
  for (const { name } of loop.graph.resources) assert.match([...columns, ...unused].find((one) => one.startsWith(`${name}: `)) ?? '', /: .{10,}/, name);
  // The same without a pointer.
  await page.getByText('What the names of the columns mean').click();
  const names = await page.locator('.names div').evaluateAll((all) => all.map((one) => [one.querySelector('dt').innerText, one.querySelector('dd').innerText]));
  assert.equal(names.length, columns.length);
  assert.match(Object.fromEntries(names)['named_barrier (pool)'], /at mbarriers too/);
  assert.match(Object.fromEntries(names)['consumer.coarse_issue (pool)'], /can issue in a cycle.*the consumer's/);
  assert.ok(names.every(([, means]) => means.length > 10));
  await page.getByText('Every II: what was tried').click();
  assert.equal(await page.locator('abbr').filter({ hasText: /^rau$/ }).first().getAttribute('title'), 'Iterative scheduling with eviction.');
  await page.getByText('the producer has four warps. One of them loads').waitFor();
});

for (const [name, depth] of [
  ['matmul', 10],
  ['gemm_dynamic', 5],
]) {
  pageTest(`barriers of ${name} have the number of their slot, and those of one kind are not counted as the other`, beginWith(name), async (page) => {
    await compiled(page);
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await drawn(page);
    const rows = await page.locator('.steps tbody tr').evaluateAll((all) => all.map((row) => [row.cells[2].innerText, row.cells[3].innerText]));
    const waits = (who, kind) =>
      rows.flatMap(([by, what]) => (by.startsWith(who) ? [...what.matchAll(new RegExp(`waits for parity \\d of ${kind}\\[(\\d+)\\]`, 'g'))] : [])).map(([, slot]) => Number(slot));
    const [producer, consumer] = [waits('producer', 'empty'), waits('consumer warp 0', 'full')];
    assert.ok(producer.length > depth && consumer.length >= depth - 1, `${producer} and ${consumer}`);
    // A wait that does not pass at once is told again when it does.
    const once = (list) => list.filter((slot, at) => slot !== list[at - 1]);
    for (const list of [producer, consumer].map(once))
      assert.deepEqual(
        list,
        list.map((_, at) => at % depth),
        'from slot 0 on, and round the ring',
      );
    // All barriers there are, in the order of their memory: also those that a short run leaves alone.
    const slots = (kind) => Array.from({ length: depth }, (_, slot) => `${kind}[${slot}]`);
    assert.deepEqual(printed(name).protocol.barriers, [...slots('full'), ...slots('empty')]);
    const shown = new Set((await page.locator('.steps tbody').innerText()).match(/(?:full|empty)\[\d+\]/g));
    assert.deepEqual(
      [...shown].filter((barrier) => ![...slots('full'), ...slots('empty')].includes(barrier)),
      [],
    );
  });
}

const fourStages = () => ({ loops: [printed('matmul', '--gpu-name', 'sm_80', '--scheduler', 'four-stage')] });

pageTest('four stages are drawn with cycles downwards, and their main loop is marked', fake(fourStages()), async (page) => {
  await open(page);
  assert.equal(await page.getByRole('heading', { name: 'Reservation table' }).count(), 0, 'stages hold nothing of a machine');
  const picture = page.getByRole('group', { name: 'Stages in cycles' });
  const boxes = (what) => picture.locator(what).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const of = async (name) => (await boxes(`g:has(> title:text("${name}")) > rect`))[0];
  const [first, next, taken] = [await of('global load of iteration 0: cycle 0'), await of('global load of iteration 1: cycle 1'), await of('compute of iteration 0: cycle 3')];
  assert.ok(next.top > first.top && next.left === first.left, 'the next iteration is a cycle further down');
  assert.ok(taken.left > first.left && taken.top > next.top, 'its product is to the right, three cycles later');
  const [frame] = await boxes('rect.phase.steady');
  assert.ok(frame.top <= taken.top && frame.top > next.top, 'the main loop begins where every stage works');
  assert.deepEqual(await picture.locator('svg > text').allTextContents(), ['global load', 'local store', 'local load', 'compute']);
});

pageTest('a loop that filling bounds is told of a larger tile, and one that its products bound is not', beginWith('matmul'), async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  assert.equal(printed('matmul').estimate.limit, 'fill');
  await page.getByText(/the tensor cores rest for 64 cycles of 128: a larger tile of M or N has more products for each byte/).waitFor();
  assert.match(await page.locator('.headline').innerText(), /bound by loading its tiles/);
  await write(page, readFileSync(new URL('../kernels/gemm_dynamic.mlir', import.meta.url), 'utf8'));
  assert.equal(printed('gemm_dynamic').estimate.limit, 'products');
  await page.getByText('the tensor cores bound the loop').waitFor();
  assert.match(await page.locator('.headline').innerText(), /bound by the tensor cores/);
  assert.equal(await page.getByText('a larger tile').count(), 0);
});

pageTest('a kernel whose barriers deadlock is refuted by the real checker, under a red light and without PTX', {}, async (page) => {
  const kernel = new URL('../kernels/matmul.mlir', import.meta.url).pathname;
  const ir = execFileSync(process.env.TILEWRIGHT_BIN, ['compile', kernel, '--print-after', 'assign-buffers'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).replace(
    /^\/\/ ----.*\n/gm,
    '',
  );
  const release = /^ *cutlass\.pipeline\.consumer_release .*\n/m;
  assert.match(ir, release);
  await compiled(page);
  await write(page, ir);
  await page.locator('.status.good').filter({ hasText: 'Compiled in' }).waitFor();
  // The consumer no longer gives a slot back, so that the producer waits for one for ever.
  await write(page, ir.replace(release, ''));
  await page.locator('.status.bad').filter({ hasText: '1 error' }).waitFor();
  await page
    .locator('.problems li')
    .filter({ hasText: /the barriers of this kernel go wrong.*nobody can move/s })
    .waitFor();
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.getByText('There is no PTX: the kernel has errors').waitFor();
  assert.equal(await page.locator('.status.good').count(), 0);
  // Where its PTX is asked for all the same, the light stays red, and a warning says why.
  await page.getByRole('button', { name: /^Options/ }).click();
  assert.doesNotMatch(await page.locator('.settings .panel').innerText(), /`/, 'words are not set off as in a terminal');
  await page.getByLabel('PTX of refuted barriers').check();
  await page.keyboard.press('Escape');
  await page.locator('.status.bad').filter({ hasText: 'Barriers refuted' }).waitFor();
  await page.locator('.problems').getByText('1 warning').click();
  await page.getByText(/producer waits for parity \d of empty\[\d+\]/).waitFor();
  await page.locator('.listing .cm-line').filter({ hasText: '.version' }).first().waitFor();
  // The text is behind the scheduler, and is no kernel to run against.
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByText('The text was read as the IR after assign-buffers').waitFor();
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByText('The text was read as the IR after assign-buffers').waitFor();
});

pageTest('the time of the model is called by its unit: weights of a product, rows of attention', {}, async (page) => {
  await compiled(page);
  await page.getByRole('heading', { name: 'Why 16 cycles of the model', exact: true }).waitFor();
  await page.getByText('a new one every 16 cycles of the model').waitFor();
  await write(page, readFileSync(new URL('../cutile/attention.py', import.meta.url), 'utf8'));
  const line = page.getByText(/The schedule starts an iteration every \d+ rows of [\d.]+ cycles \(its II: [\d,]+ cycles\)/);
  await line.waitFor();
  const [, rows, each, all] = /every (\d+) rows of ([\d.]+) cycles \(its II: ([\d,]+) cycles\)/.exec(await line.innerText());
  assert.ok(Math.abs(Number(rows) * Number(each) - Number(all.replace(',', ''))) < 6, 'the same, but for rounding');
  await page.getByRole('heading', { name: `Why ${rows} rows`, exact: true }).waitFor();
  await page.getByText(`These are rows of ${each} cycles of the SM clock`).waitFor();
  await page.getByText(`a new one every ${rows} rows.`).waitFor();
  await page.getByText(`Rows are the ${rows}, of ${each} cycles each, of one II`).waitFor();
  const headline = await page.locator('.headline').innerText();
  const [estimate] = /^[\d,]+ cycles/.exec(headline);
  // Pictures too count in rows; and their axes have room for the last number.
  await page.getByText(/for how many rows of the model.*Lit is the recurrence that bounds the II the most: \d+ rows over/).waitFor();
  const axis = page.getByRole('group', { name: 'Iterations in time', exact: true });
  await axis.locator('svg').waitFor();
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = () =>
      axis
        .locator('svg')
        .evaluate((svg) => [...svg.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().right > svg.getBoundingClientRect().right + 0.5).map((text) => text.textContent));
    await until(async () => (await over()).length === 0, `all labels lie within the drawing at ${width}`);
  }
  assert.match(headline, /bound by what its threads compute$/);
  assert.match(await whyOf(page, 'Initiation interval .II.'), /which the sentences call cycles/);
  assert.match(await page.getByRole('region', { name: 'Why' }).innerText(), new RegExp(`That is longer than the ${estimate} of the estimate`));
});

/** The lanes of a drawing of iterations in time: by name, with what stands there. */
const lanesOf = (page) =>
  page
    .getByRole('group', { name: 'Iterations in time', exact: true })
    .locator('.band')
    .evaluateAll((all) => all.map((band) => [band.querySelector('.axis').textContent, [...band.querySelectorAll('title')].map((title) => title.textContent)]));

for (const [target, order, unknown] of [
  ['sm_90a', ['producer', 'k[0]', 'k[1]', 'k[2]', 'v[0]', 'v[1]', 'v[2]', 'consumer'], null],
  // Accumulators of the first product have two slots, and the model works at more of them at a time.
  ['sm_100a', ['producer', 'k[0]', 'k[1]', 'k[2]', 'v[0]', 'v[1]', 'v[2]', 'issuer', 'acc[0]', 'acc[1]', 'consumer'], 's'],
])
  pageTest(`a loop of several products shows its rings between the agents, and over time in memory: attention for ${target}`, { colorScheme: unknown ? 'dark' : 'light' }, async (page) => {
    await compiled(page);
    await page.getByLabel('Target').selectOption(target);
    await write(page, readFileSync(new URL('../cutile/attention.py', import.meta.url), 'utf8'));
    await compiled(page);
    await open(page);
    await page.getByText('Iteration i has slot i mod n of a ring of n').waitFor();
    await page.getByText(/^A run without a fault, \d+ steps/).waitFor();
    await page.getByText('a full and an empty mbarrier', { exact: true }).first().waitFor();
    await until(async () => (await lanesOf(page)).map(([name]) => name).join() === order.join(), order.join());
    const byName = Object.fromEntries(await lanesOf(page));
    const timesOf = (titles, what) =>
      new Map(
        titles.flatMap((words) => {
          const found = new RegExp(`^${what} ?(?:of|:) iteration (\\d+)[,:] rows (\\d+) to (\\d+)$`).exec(words);
          return found ? [[Number(found[1]), found.slice(2).map(Number)]] : [];
        }),
      );
    const reader = byName.issuer ?? byName.consumer;
    for (const [ring, load, product] of [
      ['k', 'tiled_load', 'dot'],
      ['v', 'tiled_load 2', 'dot 2'],
    ]) {
      const [loads, products] = [timesOf(byName.producer, load), timesOf(reader, product)];
      assert.ok(loads.size > 3 && products.size === loads.size);
      for (const slot of [0, 1, 2]) {
        const held = [...timesOf(byName[`${ring}[${slot}]`], `${ring}\\[${slot}\\]`)];
        assert.ok(held.length > 1);
        for (const [at, [iteration, [from, to]]] of held.entries()) {
          assert.equal(iteration % 3, slot);
          assert.ok(from >= loads.get(iteration)[0] && from < products.get(iteration)[0], 'filled by its load, before its product');
          assert.equal(to, products.get(iteration)[1], 'emptied by its product');
          assert.ok(at === 0 || held[at - 1][1][1] <= from, 'one after the other');
        }
      }
    }
    const map = page.getByRole('group', { name: 'Memory over time', exact: true });
    const titles = await map.locator('title').evaluateAll((all) => all.map((one) => one.textContent));
    for (const name of ['k', 'v']) assert.ok(titles.filter((words) => words.startsWith(`${name}, iteration`)).length > 5, titles.join('\n'));
    const buffers = await page.getByRole('group', { name: 'Buffers in shared memory' }).locator('tbody th').allInnerTexts();
    for (const name of ['q', 'k', 'v', 'barriers of q', 'barriers of k', 'barriers of v']) assert.ok(buffers.map((one) => one.trim()).includes(name), `${name} in ${buffers}`);
    assert.equal(titles.filter((words) => /^acc: 128x64 of f32, iteration \d+: 64 columns at (128|192),/.test(words)).length > 5, unknown !== null);
    assert.equal(await page.getByText(`than there are slots of ${unknown},`).count(), unknown ? 2 : 0, 'what the model does not say is not drawn, and told');
    if (unknown)
      assert.ok(
        titles.some((words) => /^s: 128x64 of f32, then over it 128x64 of f16: 64 columns at 64, rows 0 to/.test(words)),
        'its columns are there all the time',
      );
  });

pageTest('memory is a map over time: each slot of the ring by iteration, and tensor memory where there is one', {}, async (page) => {
  await compiled(page);
  await write(page, readFileSync(new URL('../kernels/gemm_dynamic.mlir', import.meta.url), 'utf8'));
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const map = page.getByRole('group', { name: 'Memory over time', exact: true });
  await map.waitFor();
  const { ledger, depth, solution } = printed('gemm_dynamic');
  const ring = ledger.buffers.filter(({ live, slots }) => /^lines? /.test(live) && slots === depth.chosen);
  assert.ok(ring.length >= 2);
  const [first] = ring;
  const held = (await map.locator('title').evaluateAll((all) => all.map((one) => one.textContent))).filter((words) => words.startsWith(`${first.name}, iteration`));
  assert.ok(held.length >= depth.chosen, held.join('; '));
  const parse = (words) =>
    /iteration (\d+): .* at ([\d,]+), cycles (\d+) to (\d+)/
      .exec(words)
      .slice(1)
      .map((n) => Number(n.replaceAll(',', '')));
  // Iterations take the slots in turn, one II after the other, and none that another still has.
  const taken = new Map();
  for (const [iteration, offset, from, to] of held.map(parse)) {
    assert.equal(offset, first.offset + (iteration % first.slots) * first.slot_bytes);
    assert.equal(from - parse(held[0])[2], iteration * solution.ii);
    assert.ok(from >= (taken.get(offset) ?? 0));
    taken.set(offset, to);
  }
  assert.ok(!(await map.locator('svg').getAttribute('aria-label')).includes('Tensor memory'));
  await page.getByLabel('Target').selectOption('sm_100a');
  await until(async () => ((await map.locator('svg').getAttribute('aria-label')) ?? '').includes('Tensor memory: 128 columns of 512'), 'columns of tensor memory');
});

pageTest('an op, a buffer and an instruction light each other: by agent, by value, and by keyboard', {}, async (page) => {
  await compiled(page);
  await write(page, readFileSync(new URL('../kernels/gemm_dynamic.mlir', import.meta.url), 'utf8'));
  await compiled(page);
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.locator('.listing .cm-line').first().waitFor();
  await page.getByRole('button', { name: 'Two views' }).click();
  await page.locator('.second-bar select').selectOption('schedule');
  const linked = () => page.locator('#view .listing').evaluate((host) => [...host.shadowRoot.querySelectorAll('.cm-linked')].map((line) => line.textContent.trim()));
  const lit = () => page.locator('.second table.ops tbody tr.lit').allInnerTexts();
  // The op of the producer lights its own instructions, and nobody else's of the same line.
  const load = row(page, 'producer load lhs').getByRole('button').first();
  await load.focus();
  await page.keyboard.press('Enter');
  await until(async () => (await linked()).some((words) => words.startsWith('cp.async.bulk.tensor')), 'its copy is lit');
  assert.ok(!(await linked()).some((words) => words.startsWith('setmaxnreg.inc')));
  // And back: an instruction of the consumer lights ops of the consumer alone.
  await page.locator('#view .listing').evaluate((host) => {
    const box = host.shadowRoot.querySelector('.cm-scroller');
    box.scrollTop = 0;
  });
  await page.locator('#view .listing .cm-content').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('wgmma.mma_async');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await until(async () => (await lit()).length > 0 && (await lit()).every((words) => /consumer/.test(words)), 'ops of the consumer');
  // A buffer is the value that goes through it.
  const { ledger } = printed('gemm_dynamic');
  const name = ledger.buffers.find((buffer) => buffer.name.startsWith('%')).name;
  await page
    .locator('.second')
    .getByRole('button', { name: `${name}: show it wherever it stands` })
    .focus();
  await page.keyboard.press('Enter');
  await until(async () => (await page.locator('.second .piece.lit').count()) > ledger.buffers[0].slots, 'its slots are lit');
  await page.locator('.second-bar select').selectOption('passes');
  await until(
    () => page.locator('.second .listing').evaluate((host, name) => [...(host.shadowRoot?.querySelectorAll('.cm-value') ?? [])].some((mark) => mark.textContent === name), name),
    'its name is marked in the passes',
    20_000,
  );
  await page.keyboard.press('Escape');
  await until(async () => (await page.locator('#view .listing').evaluate((host) => host.shadowRoot.querySelectorAll('.cm-linked').length)) === 0, 'Escape lets go');
});

pageTest('IR of a boundary behind the scheduler has its barriers checked, and the way into a deadlock is played', {}, async (page) => {
  await compiled(page);
  const stuck = readFileSync(new URL('../documents/stuck.mlir', import.meta.url), 'utf8');
  await write(page, stuck);
  await page.locator('.status.bad').filter({ hasText: '1 error' }).waitFor();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByText('Its barriers are checked all the same.').waitFor();
  await page.getByRole('heading', { name: /^Barriers refuted/ }).waitFor();
  const steps = page.locator('.steps');
  await steps.getByText(/^Counterexample, \d+ steps/).waitFor();
  const count = Number(/of (\d+)/.exec(await steps.getByRole('status').innerText())[1]);
  assert.ok(count > 1);
  await steps.getByRole('button', { name: 'Step' }).press('Enter');
  await until(async () => (await steps.getByRole('status').innerText()) === `step 2 of ${count}`, 'a step further');
  await steps.getByRole('group', { name: /arrow keys step/ }).press('End');
  await steps.getByText(/producer waits for parity \d of empty\[\d\]/).waitFor();
  // With the line that gives the buffer back nothing is wrong, and a run is played.
  // Nothing is launched that was refused.
  await page.getByRole('tab', { name: 'Launch' }).click();
  await page.getByText('There is no calling contract: no PTX was made for this kernel.').waitFor();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const next = stuck.split('\n').findLast((line) => /cutlass\.pipeline\.state\.increment %0, %6/.test(line));
  assert.ok(next, 'the consumer goes on to its next buffer');
  await write(page, stuck.replace(next, `      cutlass.pipeline.consumer_release %0, %6\n${next}`));
  await page.getByRole('heading', { name: /^Barriers proved/ }).waitFor();
  await steps.getByText(/^A run without a fault, \d+ steps/).waitFor();
});

/** A link to attention with heads of 64 on `sm_100a`, by the command line, with these flags. */
const attention = (...flags) => {
  const kernel = readFileSync(new URL('../loops/attention.py', import.meta.url), 'utf8').replace(/\bd=128\b/, 'd=64');
  return execFileSync(process.env.TILEWRIGHT_BIN, ['link', '-', '--base', address(), '--gpu-name', 'sm_100a', '--ftz', '--contract', ...flags], { encoding: 'utf8', input: kernel }).trim();
};

for (const [flags, said] of [
  [[], /Powers of two: [1-9]\d* of 16 by a polynomial: special functions bind the loop/],
  [['--powers', 'special-functions'], /Powers of two: 0 of 16 by a polynomial: asked for/],
]) {
  pageTest(`a loop says who computes its powers of two ${flags.join(' ')}`.trim(), {}, async (page) => {
    await page.goto(attention(...flags));
    await page.reload();
    await compiled(page);
    await page.getByRole('tab', { name: 'Schedule' }).click();
    const cycles = page.locator('.side-by-side').first();
    await cycles.locator('summary').click();
    await cycles.getByText(said).waitFor();
  });
}
