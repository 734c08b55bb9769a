// Documents that the page takes besides kernels: loop graphs, barrier programs, traces, PTX.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled, editor, pageTest, textOf } from './harness.mjs';

const four = readFileSync(new URL('../documents/four.json', import.meta.url));
const document = (page) => page.getByRole('dialog').filter({ has: page.locator('#document-title') });

/** A producer and a consumer of one slot; the consumer waits for the phase of this parity. */
const program = (parity) =>
  JSON.stringify({
    barriers: [{ name: 'full', count: 1 }],
    slots: [{ name: 'a' }],
    agents: [
      {
        name: 'producer',
        steps: [
          { step: 'write', slot: 0, item: 0 },
          { step: 'arrive', barrier: 0, count: 1 },
        ],
      },
      {
        name: 'consumer',
        steps: [
          { step: 'wait', barrier: 0, parity },
          { step: 'read', slot: 0, item: 0 },
        ],
      },
    ],
  });

/** Opens a file by the gallery's field. */
async function open(page, name, buffer) {
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(buffer) });
}

pageTest('a loop graph is scheduled over the page, and the kernel stays', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await open(page, 'four.json', four);
  // Without a model its ops, which state their kinds alone, hold nothing.
  await document(page).getByText('II 1, proven smallest').waitFor();
  await document(page).getByLabel('Scheduler model').selectOption('documented-blackwell');
  await document(page).getByText('II 15, proven smallest').waitFor();
  await document(page).getByRole('heading', { name: 'Why 15 cycles' }).waitFor();
  await document(page).getByLabel('Scheduler', { exact: true }).selectOption('serial');
  await document(page)
    .getByText(/II \d+, not proven smallest|II \d+, proven smallest, one stage/)
    .waitFor();
  await page.keyboard.press('Escape');
  await document(page).waitFor({ state: 'detached' });
  assert.equal(await textOf(page), before);
});

pageTest('a loop graph that holds nothing has no table of it, and no bound of nothing binds', {}, async (page) => {
  await compiled(page);
  await open(page, 'nothing.json', JSON.stringify({ name: 'nothing', ops: [{ name: 'one', latency: 1 }], edges: [] }));
  await document(page).getByRole('heading', { name: 'Why 1 cycle', exact: true }).waitFor();
  assert.equal(await document(page).getByText('binds').count(), 0);
  assert.equal(await document(page).getByRole('heading', { name: 'Reservation table' }).count(), 0);
});

pageTest('a barrier program is proved or refuted, step by step', {}, async (page) => {
  await compiled(page);
  await open(page, 'right.json', program(0));
  await document(page).getByText('Proved: no order of its steps has a fault.').waitFor();
  await page.keyboard.press('Escape');
  await open(page, 'wrong.json', program(1));
  await document(page).getByText('Not proved.').waitFor();
  assert.match(await document(page).locator('pre').innerText(), /consumer/);
});

pageTest('a broken loop graph is refused in words', {}, async (page) => {
  await compiled(page);
  await open(page, 'broken.json', '{"ops": 5, "edges": []}');
  await document(page).getByRole('alert').waitFor();
});

pageTest('a loop graph that is pasted is shown, not taken into the kernel', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await editor(page).click();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    globalThis.document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, four.toString());
  await document(page).getByRole('heading', { name: 'Loop graph' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await textOf(page), before);
});

/** Doubles what `a` holds into `b`, for the first `n` elements; threads write words of shared memory that lie `step` bytes apart. */
const ptx = (step) => `// From elsewhere.
.version 8.0
.target sm_90a
.address_size 64
.visible .entry twice(.param .u64 a, .param .u64 b, .param .u32 n)
.reqntid 128, 1, 1
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<4>;
  .shared .align 16 .b8 tile[16384];
  ld.param.u64 %rd0, [a]; ld.param.u64 %rd1, [b]; ld.param.u32 %r0, [n];
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p0, %r1, %r0;
  @%p0 bra done;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd0, %rd2; add.u64 %rd4, %rd1, %rd2;
  ld.global.f32 %f0, [%rd3];
  add.f32 %f1, %f0, %f0;
  mov.u32 %r2, tile;
  mad.lo.u32 %r3, %r1, ${step}, %r2;
  st.shared.f32 [%r3], %f1;
  st.global.f32 [%rd4], %f1;
done:
  ret;
}
`;

/** A warp that passes one mbarrier; with `arrives` it passes the other too, without it waits there for ever. */
const barriers = (arrives) => `.version 8.0
.target sm_90a
.address_size 64
.visible .entry waits()
.reqntid 32, 1, 1
{
  .reg .pred %p<3>; .reg .b32 %r<4>; .reg .b64 %rd<3>;
  .shared .align 8 .b8 bars[16];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, bars;
  add.u32 %r2, %r1, 8;
  setp.ne.u32 %p0, %r0, 0;
  @%p0 bra ready;
  mbarrier.init.shared.b64 [%r1], 32;
  mbarrier.init.shared.b64 [%r2], 32;
ready:
  bar.sync 0;
  mbarrier.arrive.shared.b64 %rd0, [%r1];
first:
  mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
  @!%p1 bra first;
  ${arrives ? 'mbarrier.arrive.shared.b64 %rd1, [%r2];' : ''}
second:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
  @!%p2 bra second;
  ret;
}
`;

pageTest('the way into a deadlock is played step by step, and leads to who waits', {}, async (page) => {
  await compiled(page);
  const dialog = document(page);
  const run = async (text) => {
    await open(page, 'waits.ptx', text);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.locator('.run-verdict').waitFor();
  };
  await run(barriers(true));
  await dialog.getByText('It ran to its end, and nothing was found wrong.').waitFor();
  assert.equal(await dialog.getByRole('heading', { name: 'The way into the deadlock' }).count(), 0);
  await page.keyboard.press('Escape');
  await run(barriers(false));
  await dialog.getByRole('heading', { name: 'The way into the deadlock' }).waitFor();
  assert.match(await dialog.getByRole('table', { name: /Memory traffic/ }).innerText(), /^Memory traffic up to where it stopped; \d+ warp instructions/, 'no CTA came to its end');
  const steps = dialog.locator('.steps');
  assert.equal(await steps.locator('tbody tr').count(), 2, 'the barrier of all threads, and the first mbarrier');
  assert.match(await steps.locator('tbody tr').last().innerText(), /mbarrier 0x[0-9a-f]+\s+phase 0 is complete at step/);
  assert.equal(await steps.locator('.plain-list').count(), 0, 'the end has not come');
  await steps.getByRole('button', { name: 'Step' }).click();
  await steps.getByText('step 2 of 2').waitFor();
  assert.match(await steps.locator('.plain-list').innerText(), /warp 0 of CTA 0 waits for the mbarrier at 0x[0-9a-f]+ with parity 0: it is in phase 0.*32.*pending.*PTX line 24/);
});

/** One warp writes a word and tells an mbarrier, and another reads it: after it has waited there, or, unless it `waits`, at once. */
const handOver = (waits) => `.version 8.0
.target sm_90a
.address_size 64
.visible .entry hands(.param .u64 out)
.reqntid 64, 1, 1
{
  .reg .pred %p<4>; .reg .b32 %r<6>; .reg .b64 %rd<4>;
  .shared .align 8 .b8 full[8];
  .shared .align 4 .b8 word[4];
  ld.param.u64 %rd0, [out];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, full;
  mov.u32 %r2, word;
  setp.ne.u32 %p0, %r0, 0;
  @%p0 bra ready;
  mbarrier.init.shared.b64 [%r1], 1;
ready:
  bar.sync 0;
  setp.lt.u32 %p1, %r0, 32;
  @%p1 bra reader;
  setp.ne.u32 %p3, %r0, 32;
  @%p3 bra done;
  st.shared.u32 [%r2], 7;
  mbarrier.arrive.shared.b64 %rd1, [%r1];
  bra done;
reader:
  ${waits ? '' : 'bra read;'}
again:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r1], 0;
  @!%p2 bra again;
read:
  ld.shared.u32 %r3, [%r2];
  st.global.u32 [%rd0], %r3;
done:
  ret;
}
`;

pageTest('the way to a race is played step by step: both accesses, and what the barriers between them did', {}, async (page) => {
  await compiled(page);
  const dialog = document(page);
  const run = async (text) => {
    await open(page, 'hands.ptx', text);
    await dialog.getByLabel('Seed').fill('0');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.locator('.run-verdict').waitFor();
  };
  const heading = dialog.getByRole('heading', { name: /The way to the race/ });
  await run(handOver(true));
  await dialog.getByText('It ran to its end, and nothing was found wrong.').waitFor();
  assert.equal(await heading.count(), 0);
  await page.keyboard.press('Escape');
  await run(handOver(false));
  await heading.waitFor();
  assert.match(await heading.innerText(), /The way to the race\s+PTX line 32/);
  const steps = dialog.locator('.steps');
  const rows = await steps.locator('tbody tr').allInnerTexts();
  const [barrier, write, arrival, phase, read] = rows.slice(-5);
  assert.match(barrier, /barrier 0\s+completes a phase|warp 1 of CTA 0\s+arrives at barrier 0/, rows.join('; '));
  assert.match(write, /warp 1 of CTA 0\s+writes the memory that they race for, at step \d+ \(PTX line 23\)/);
  assert.match(arrival, /warp 1 of CTA 0\s+arrives at mbarrier 0x[0-9a-f]+, at step \d+ \(PTX line 24\)/);
  assert.match(phase, /mbarrier 0x[0-9a-f]+\s+completes a phase[\s\S]*phase 1, 1 pending/);
  assert.match(read, /warp 0 of CTA 0\s+reads the memory that they race for, at step \d+ \(PTX line 32\)/);
  await steps.getByRole('button', { name: 'Step' }).click();
  await steps.getByText(`step 2 of ${rows.length}`).waitFor();
});

pageTest('PTX that is opened runs in the emulator, and what is wrong with a launch leads to its line', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await open(page, 'twice.ptx', ptx(128));
  const dialog = document(page);
  await dialog.getByRole('heading', { name: /PTX sm_90a/ }).waitFor();
  assert.equal(await dialog.getByLabel('Block x').inputValue(), '128');
  await dialog.getByLabel('Value of n').fill('100');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByText('It ran to its end, and nothing was found wrong.').waitFor();
  const rows = await dialog.getByRole('region', { name: 'Arrays after the run' }).locator('tbody tr').allInnerTexts();
  assert.match(rows[0], /^a\s+65,536 × f32\s+0\s/);
  assert.match(rows[1], /^b\s+65,536 × f32\s+(9\d|100)\s+from 0: /);
  // A word for each row of the banks: 31 conflicts of each full warp.
  assert.match(await dialog.getByRole('region', { name: 'Shared memory, by line' }).innerText(), /PTX line 20\s+shared store\s+4\s+100\s+96/);
  await dialog.getByLabel('Elements of b').fill('64');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByText('Something was found wrong while running.').waitFor();
  await dialog.locator('.faults').getByRole('button', { name: 'PTX line 21' }).first().click();
  await dialog.getByRole('textbox', { name: 'The PTX' }).waitFor();
  await dialog.getByLabel('Kind of b').selectOption('null pointer');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog
    .getByText(/out-of-bounds/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await textOf(page), before);
});

pageTest('the command line takes the launch file of the page, and the page takes it back', {}, async (page) => {
  await compiled(page);
  await open(page, 'twice.ptx', ptx(4));
  const dialog = document(page);
  await dialog.getByLabel('Value of n').fill('77');
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save launch file' }).click()]);
  const folder = mkdtempSync(join(tmpdir(), 'launch-'));
  const [kernel, launch, out] = ['twice.ptx', 'launch.json', 'out.npz'].map((name) => join(folder, name));
  writeFileSync(kernel, ptx(4));
  await saved.saveAs(launch);
  assert.match(execFileSync(process.env.TILEWRIGHT_BIN, ['run', kernel, '--launch', launch, '--out', out], { encoding: 'utf8' }), /./);
  await dialog.getByLabel('Value of n').fill('5');
  await dialog.getByLabel('Open a launch file').setInputFiles(launch);
  await dialog.locator('input[aria-label="Value of n"]').evaluate((input) => input.value === '77' || Promise.reject(new Error(input.value)));
  await dialog.getByLabel('Open a launch file').setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('{"params": 5}') });
  await dialog.getByRole('alert').filter({ hasText: 'no.json is no launch file' }).waitFor();
});

pageTest('PTX that is no PTX, or cannot be launched, is refused in words', {}, async (page) => {
  await compiled(page);
  await open(page, 'broken.ptx', ptx(4).replace('mov.u32 %r1', 'move.u32 %r1'));
  await document(page).getByRole('alert').filter({ hasText: 'move' }).waitFor();
  await page.keyboard.press('Escape');
  await open(page, 'empty.ptx', '.version 8.0\n.target sm_90a\n.address_size 64\n');
  await document(page).getByRole('alert').filter({ hasText: 'no entry' }).waitFor();
});

pageTest('a schedule trace is drawn, with all of it as a table', {}, async (page) => {
  await compiled(page);
  const file = join(mkdtempSync(join(tmpdir(), 'trace-')), 'trace.json');
  execFileSync(process.env.TILEWRIGHT_BIN, ['compile', new URL('../kernels/matmul.mlir', import.meta.url).pathname, '--schedule-trace-file', file], { encoding: 'utf8' });
  const trace = readFileSync(file);
  await open(page, 'trace.json', trace);
  const dialog = document(page);
  await dialog.getByRole('heading', { name: 'Schedule trace' }).waitFor();
  await dialog.getByText('As a table').click();
  const placed = JSON.parse(trace).filter(({ ph }) => ph === 'X' || ph === 'i');
  await dialog.locator('tbody tr').first().waitFor();
  assert.equal(await dialog.locator('tbody tr').count(), placed.length);
  assert.match((await dialog.locator('tbody tr').allInnerTexts()).join('\n'), /stage 1\s+7 \(consumer dot\)\s+placement\s+21\s+37/);
  assert.equal(await dialog.locator('svg[role=img] rect').count(), placed.length);
  await page.keyboard.press('Escape');
  await open(page, 'names.json', '[{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "loop"}}]');
  await document(page).getByRole('alert').filter({ hasText: 'Nothing happens' }).waitFor();
});
