// The faults, first half: in the order of their weight as they were found.

import { kernel } from './visitor.mjs';

/** The Launch and Run of the page as it was have a field for each number. */
async function largeRun(v) {
  await v.open({ name: 'matmul', tab: 'run' });
  if (v.old) for (const name of ['%m', '%n', '%k']) await v.page.getByLabel(name).fill('2048');
  else await v.page.getByLabel('Problem size').fill('2048');
  await v.page.waitForTimeout(700);
}

const runs = (v) => v.page.getByRole('button', { name: 'Run', exact: true });

export const FAULTS = [
  {
    was: 'a kernel whose barriers deadlock stood under a green light, with PTX and no word of it at the top',
    now: 'the same kernel and setting compile to barriers that are proved, as the verdict says; one that deadlocks is an error under a red light, without PTX',
    walk: async (v) => {
      await v.open({ name: 'tiles_waves', options: { num_stages: 1 }, tab: 'schedule' });
      if (v.old) await v.top('h3:has-text("Barriers")');
      else await v.sees(/^proved$/);
    },
    part: null,
    keys: [
      'Alt+3, Tab to the part "Barriers" of the verdict, Enter: its why opens',
      async (v) => {
        await v.open({ name: 'tiles_waves', options: { num_stages: 1 } });
        await v.keys('Alt+3');
        await v.drawn();
        await v.tabTo(/^ *Barriers/);
        await v.keys('Enter');
        await v.sees('[aria-label=Why]');
      },
    ],
    wrong: [
      'a kernel whose consumer never gives a buffer back',
      async (v) => {
        await v.open({ name: 'documents/stuck.mlir', tab: 'schedule' });
        await v.sees('.status.bad');
        await v.sees(/nobody can move/);
      },
    ],
    tests: ['schedule: a kernel whose barriers deadlock is refuted by the real checker, under a red light and without PTX'],
  },
  {
    was: 'Cancel began the run anew',
    now: 'Cancel ends the run, by mouse and by Enter, and nothing starts',
    walk: async (v) => {
      await largeRun(v);
      await runs(v).click();
      await v.page.waitForTimeout(800);
      await v.page.getByRole('button', { name: 'Cancel' }).click();
      await v.page.waitForTimeout(v.old ? 300 : 1500);
      if (!v.old) await v.sees('button.primary:has-text("Run"):enabled');
    },
    keys: [
      'Enter on Run, Enter on Cancel',
      async (v) => {
        await largeRun(v);
        await runs(v).focus();
        await v.keys('Enter');
        await v.page.waitForTimeout(800);
        await v.tabTo(/Cancel/);
        await v.keys('Enter');
        await v.sees('button.primary:has-text("Run"):enabled');
        if (await v.page.locator('.run-verdict').count()) throw new Error('it ran on');
      },
    ],
    wrong: [
      'a size that is no number: said below the field, and Run starts nothing',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'run' });
        await v.page.getByLabel('Problem size').fill('many');
        await v.page.waitForTimeout(500);
        await v.sees(/Whole numbers with/);
        await runs(v).click();
        await v.page.waitForTimeout(500);
        if (await v.page.locator('.run-verdict').count()) throw new Error('it runs with other sizes');
      },
    ],
    tests: ['run: a long run tells how far it is and can be cancelled, and the next one runs'],
  },
  {
    was: 'the largest number was the II of the model, a unit that no GPU has, with "recurrence" as what binds',
    now: 'the largest number is the time of an iteration by the estimate, with nanoseconds and what binds; the II stands beside it in one line, and the advice is a larger tile',
    walk: async (v) => v.open({ name: 'matmul', tab: 'schedule' }),
    keys: [
      'Tab to "Initiation interval", Enter: why the two differ',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.tabTo(/^ *Initiation interval/);
        await v.keys('Enter');
        await v.sees('[aria-label=Why]');
      },
    ],
    wrong: [
      'a target that no estimate was measured on (sm_80): the number is called an estimate there too',
      async (v) => {
        await v.open({ name: 'matmul', options: { gpu_name: 'sm_80' }, tab: 'schedule' });
        await v.sees(/by estimate/);
      },
    ],
    tests: [
      'schedule: the verdict is one number with what binds it, and each of its parts opens its why',
      'schedule: a loop that filling bounds is told of a larger tile, and one that its products bound is not',
    ],
  },
  {
    was: 'numbers from data sheets were called measured, and did not change with the number of buffers',
    now: 'they are called an estimate, and with one buffer an iteration takes as long as its stage lives; a button compiles with the stages that would mend it',
    walk: async (v) => {
      await v.open({ name: 'matmul', options: { num_stages: 1 }, tab: 'schedule' });
      if (v.old) await v.top('h3:has-text("Iterations in time")').then(() => v.top('article'));
      else await v.sees(/waits for a free stage/);
    },
    keys: [
      'Tab to "Compile with 10 stages", Enter',
      async (v) => {
        await v.open({ name: 'matmul', options: { num_stages: 1 }, tab: 'schedule' });
        await v.tabTo(/Compile with 10 stages/);
        await v.keys('Enter');
        await v.sees(/^128 cycles$/);
      },
    ],
    wrong: [
      '0 stages are refused in words below the field, and the value before stays in force',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('button', { name: 'Options' }).click();
        await v.page.getByLabel('Stages', { exact: true }).fill('0');
        await v.sees(/Stages: a whole number from 1/);
        await v.page.waitForTimeout(400);
        await v.sees(/^128 cycles$/);
      },
    ],
    tests: ['schedule: with one stage an iteration takes as long as the stage lives, and outside of Hopper the advice is about stages'],
  },
  {
    was: 'barriers in the trace had the number of another slot, and unused ones of one kind counted as the other',
    now: 'slot for slot from 0 on, and round the ring; each barrier by name',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.top('h3:has-text("Barriers")');
      if (!v.old) await v.sees(/empty\[0\]/);
    },
    keys: [
      'Tab to the run of barriers, End and arrows',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('group', { name: /arrow keys step/ }).focus();
        await v.keys('End', 'ArrowLeft');
        await v.sees(/^step \d+ of \d+$/);
      },
    ],
    wrong: 'there is nothing to write; a kernel that goes wrong is in the first row',
    tests: ['schedule: barriers of'],
  },
  {
    was: 'the sizes that a run was suggested with never went round the ring of buffers, so that "bit for bit" proved little',
    now: 'the suggested K uses each slot three times, and the page says so; barriers show three phases each',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'run' });
      await v.page.waitForTimeout(600);
      await runs(v).click();
      await v.page.locator('.run-verdict').waitFor();
      await v.top('.timeline');
    },
    keys: [
      'Alt+5, Tab to Run, Enter',
      async (v) => {
        await v.open({ name: 'matmul' });
        await v.keys('Alt+5');
        await v.page.waitForTimeout(800);
        await v.tabTo(/^ *Run submit$/);
        await v.keys('Enter');
        await v.sees(/bit for bit/);
      },
    ],
    wrong: [
      'a K of one iteration runs, and is not claimed to go round',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'run' });
        await v.page.getByLabel('Problem size').fill('64 32 64');
        await v.page.waitForTimeout(500);
        if (await v.page.getByText('is used three times').count()) throw new Error('it is claimed to go round the ring');
        await runs(v).click();
        await v.page.locator('.run-verdict').waitFor();
      },
    ],
    tests: ['run: a kernel is run, and the result read'],
  },
  {
    was: 'the first screen showed a vector add without a loop, and no word of what the page is for',
    now: 'a matrix product in Python, its verdict, and a sentence that says what the page does and that nothing is uploaded; Help has a tour',
    walk: async (v) => v.open(),
    part: null,
    keys: [
      'Ctrl+K, "tour", Enter; Tab and Enter go through its steps',
      async (v) => {
        await v.open();
        await v.command('take the tour');
        await v.sees('aside h2');
        await v.tabTo(/^ *Next/);
        await v.keys('Enter');
        await v.compiled();
      },
    ],
    wrong: [
      'an address that ends in a word that is no link is told to be none',
      async (v) => {
        await v.page.goto(`${v.base}#something`);
        await v.compiled();
        await v.sees('.notice');
      },
    ],
    tests: ['page: the first visit shows a kernel, compiled', 'commands: the tour shows what it says, step by step, beside the text that is there'],
  },
  {
    was: 'kernels whose loop was left alone were told "no loop was pipelined", and no reason',
    now: 'each loop that was left alone is listed with its line, the reason and what to do',
    walk: async (v) => {
      await v.open({ name: 'row_sum', tab: 'schedule' });
      if (!v.old) await v.sees('.refusals li');
    },
    keys: [
      'Alt+3, Tab to the line, Enter: the editor has it',
      async (v) => {
        await v.open({ name: 'row_sum' });
        await v.keys('Alt+3');
        await v.sees('.refusals li');
        await v.tabTo(/line 17|^17$/);
        await v.keys('Enter');
        await v.sees('.source .cm-linked');
      },
    ],
    wrong: [
      'level O1, and a text with an error: each has its own sentence',
      async (v) => {
        await v.open({ name: 'row_sum', options: { opt_level: 1 }, tab: 'schedule' });
        await v.sees(/Nothing is scheduled at level O1/);
        await v.open({ source: kernel('row_sum').replace('addf', 'adf'), tab: 'schedule' });
        await v.sees(/errors?/);
      },
    ],
    tests: ['schedule: too many stages, a loop without a product, and a low level are explained, not left out', 'python: a loop that is left alone is told by its own line, and by that of the reason'],
  },
  {
    was: 'with too many stages everything vanished',
    now: 'the bytes that were asked for are drawn against those that there are, and how many stages fit',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', options: { num_stages: 12 }, tab: 'schedule' });
      if (!v.old) await v.sees(/7 stages fit/);
    },
    keys: [
      'the field of stages by Tab, 12 written: the view follows',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.getByRole('button', { name: 'Options' }).focus();
        await v.keys('Enter');
        await v.tabTo(/^ *Stages/);
        await v.keys('=12');
        await v.sees(/7 stages fit/);
      },
    ],
    wrong: 'it is a wrong input itself',
    tests: ['schedule: too many stages, a loop without a product, and a low level are explained, not left out'],
  },
  {
    was: 'a rest of 120 ms stood between each key and its verdict',
    now: 'no timer stands there, but after a compilation that took longer than that',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
      if (v.narrow) return;
      await v.page
        .getByRole('textbox', { name: /^Kernel( in Tile IR)?$/ })
        .first()
        .click();
      await v.keys('Control+End', '=// typed');
      await v.page.waitForTimeout(v.old ? 60 : 400);
    },
    noPicture: 'a time is not seen: the test holds all timers',
    keys: 'it is of keys; the walk writes by them',
    wrong: [
      'letters that make no sense: the verdict of the last text that could be read stays, and says so',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page
          .getByRole('textbox', { name: /^Kernel( in Tile IR)?$/ })
          .first()
          .click();
        await v.keys('Control+End', '=zzz(');
        await v.sees(/This is the result of the last text that could be/);
      },
    ],
    tests: ['page: no timer stands between a key and its verdict, but after a compilation that was slow'],
  },
  {
    was: 'the address went on naming the kernel of a link when another had been opened',
    now: 'whatever changes the text or its settings takes the link out of the address',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.page.getByRole('button', { name: 'Gallery' }).click();
      await v.page.getByRole('button', { name: /^Vector add/ }).click();
      await v.page.waitForTimeout(1000);
      if (!v.old && (await v.page.evaluate(() => location.hash))) throw new Error('the address has the link still');
      // The address is no part of a screen.
      await v.page.evaluate(() => {
        const bar = document.body.appendChild(document.createElement('p'));
        bar.textContent = `The address: ${location.href.slice(0, 60)}`;
        for (const [name, value] of Object.entries({ position: 'fixed', top: '0', left: '0', margin: '0', padding: '6px 12px', background: 'Canvas', font: '14px monospace', 'z-index': '99' }))
          bar.style.setProperty(name, value);
      });
    },
    part: null,
    keys: [
      'Ctrl+K, "open vector add", Enter',
      async (v) => {
        await v.open({ name: 'matmul' });
        await v.command('open vector add');
        await v.compiled();
        await v.page.waitForFunction(() => location.hash === '');
      },
    ],
    wrong: [
      'a kernel that cannot be got leaves text and address as they are, and says so',
      async (v) => {
        await v.open({ name: 'matmul' });
        await v.page.route('**/assets/vadd-*.mlir', (route) => route.abort());
        await v.command('open vector add');
        await v.sees(/could not be got/);
      },
    ],
    complains: true,
    tests: ['links: another kernel takes the link out of the address too'],
  },
  {
    was: 'on a phone Options ran off the right edge, and a link to a schedule opened on the source',
    now: 'the panel fits the phone, and a link opens on the view that it names',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: v.old ? undefined : 'schedule' });
      await v.page.getByRole('button', { name: 'Options' }).click();
      await v.page.waitForTimeout(200);
    },
    size: 'phone',
    part: null,
    keys: [
      'Enter on Options, Tab from control to control, Escape',
      async (v) => {
        await v.open({ name: 'matmul' });
        await v.page.getByRole('button', { name: 'Options' }).focus();
        await v.keys('Enter', 'ArrowDown');
        await v.tabTo(/Loop scheduler/);
        await v.keys('Escape');
        await v.page.locator('.settings .panel').waitFor({ state: 'detached' });
      },
    ],
    wrong: [
      'letters in a field of numbers change nothing',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('button', { name: 'Options' }).click();
        await v.page.getByLabel('Stages', { exact: true }).pressSequentially('ten');
        await v.page.waitForTimeout(300);
        await v.sees(/^128 cycles$/);
      },
    ],
    tests: ['links: on a phone a link to a view shows that view', 'screenshots: every view is whole'],
  },
];
