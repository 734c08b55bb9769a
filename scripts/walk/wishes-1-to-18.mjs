// The wishes, first half: what the page was asked to have.

import { kernel } from './visitor.mjs';

/** Opens the schedule of a product at one of its drawings. */
const drawing =
  (words, name = 'gemm_dynamic', see = null) =>
  async (v) => {
    await v.open({ name, tab: 'schedule' });
    await v.page.waitForTimeout(300);
    await v.top(`h3:has-text("${words}")`);
    if (see) await v.sees(see);
  };

export const WISHES = [
  {
    title: 'Verdict line',
    now: 'time of an iteration with what binds it, the II beside it, stages, buffers and bytes, share of the tensor cores, roofline in cycles, barriers, spills; each opens its why; in the margin of nothing else',
    pictureOf: 'fault-03',
    walk: async (v) => v.open({ name: 'gemm_dynamic', tab: 'schedule' }),
    keys: [
      'Tab and Enter on each part',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        for (const part of [/^ *Roofline/, /^ *Registers/]) {
          await v.tabTo(part);
          await v.keys('Enter');
          await v.sees('[aria-label=Why]');
        }
      },
    ],
    wrong: 'a kernel without a loop, too many stages, a low level: faults 8 and 9',
    tests: ['schedule: the verdict is one number with what binds it, and each of its parts opens its why'],
  },
  {
    title: 'Linking',
    now: 'ops, values, buffers, bars and instructions light each other; any two views side by side; what is chosen travels in a link',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
      if (v.old || v.narrow) return;
      await v.page.getByRole('button', { name: 'Two views' }).click();
      await v.page.locator('table.ops tbody tr').filter({ hasText: 'producer load lhs' }).first().getByRole('button').first().click();
      await v.page.waitForTimeout(600);
    },
    part: null,
    keys: [
      'Tab to an op, Enter; Escape lets go',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.locator('table.ops tbody tr').first().getByRole('button').first().focus();
        await v.keys('Enter');
        await v.sees('table.ops tr[aria-current=true]');
        await v.keys('Escape');
        await v.page.locator('table.ops tr[aria-current=true]').waitFor({ state: 'detached' });
      },
    ],
    wrong: [
      'the kernel is changed under a choice: nothing that is no more stays lit',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.locator('table.ops tbody tr').first().getByRole('button').first().click();
        await v.write(kernel('vadd'));
        await v.page.waitForTimeout(600);
      },
    ],
    tests: [
      'schedule: an op, a buffer and an instruction light each other: by agent, by value, and by keyboard',
      'passes: two views stand beside each other, and both follow the source',
      'passes: a link carries the op that is chosen, of two that come of one line',
    ],
  },
  {
    title: 'Passes: list, marks, times, filter, hiding, keys',
    now: 'as it was, with a bar for the time of each pass and a sentence on what it does',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'passes' });
      await v.page.waitForTimeout(400);
    },
    keys: [
      'j, k, Home, End, d in the list',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'passes' });
        await v.page.getByRole('listbox', { name: 'Passes, in order' }).focus();
        await v.keys('Home', 'j', 'k', 'End', 'd');
        await v.sees('[role=option][aria-selected=true]');
      },
    ],
    wrong: 'a pass that there is not: fault 22',
    tests: ['page: passes are chosen, found and compared by keyboard'],
  },
  {
    title: 'Diff',
    now: 'since any pass, in one text or side by side, moved lines as moved',
    pictureOf: 'fault-22',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'passes' });
      await v.page.getByLabel('Changes').check();
      await v.sees('label:has-text("since")');
    },
    keys: 'fault 22',
    wrong: 'fault 22',
    tests: ['passes: a pass says what it does, and is compared with any other, in one text or side by side', 'passes: lines that only stand elsewhere are shown as moved, those that are new are not'],
  },
  {
    title: 'Reservation table',
    now: 'who holds a seat and whom it keeps out, in words under the pointer and for a screen reader; as wide as the pane',
    pictureOf: 'fault-17',
    walk: async (v) => {
      await drawing('Reservation table')(v);
      await v.sees('.table-drawing [role=option]');
    },
    keys: 'fault 17',
    wrong: 'there is nothing to write',
    tests: ['schedule: the reservation table holds what the footprints ask for, and is read by keyboard'],
  },
  {
    title: 'Timeline',
    now: 'prologue, steady state and epilogue; by agent with the rings of buffers between, of loops of several products too, or by iteration; four stages in a form of their own',
    walk: drawing('Iterations in time'),
    keys: [
      'Tab to "By iteration", Enter',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.tabTo(/^ *By iteration/);
        await v.keys('Enter');
        await v.sees(/^iteration 0$/);
      },
    ],
    wrong: 'there is nothing to write',
    tests: [
      'schedule: iterations overlap by agent, with the buffers between them, and each buffer has one iteration at a time',
      'schedule: a loop of several products shows its rings between the agents, and over time in memory: attention for ',
      'schedule: four stages are drawn with cycles downwards, and their main loop is marked',
    ],
  },
  {
    title: 'Dependence graph with the critical circuit',
    now: 'each op and dependence, laid out, the circuit that bounds the II lit; a table behind it',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
      await v.top(v.old ? 'h3:has-text("Why ")' : 'h3:has-text("Dependences")');
      if (!v.old) await v.sees('.edge.critical');
    },
    keys: [
      'Tab to "As a table" below it, Enter',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.getByRole('group', { name: 'Dependence graph', exact: true }).locator('xpath=..').locator('summary').focus();
        await v.keys('Enter');
        await v.sees('[aria-label="Dependence graph, as a table"] td');
      },
    ],
    wrong: 'a graph that is too large says so in place of a drawing: by the test',
    tests: ['schedule: the dependence graph has each dependence, and lights the recurrence that bounds the II', 'schedule: a graph that is too large is not drawn, and says so'],
  },
  {
    title: 'Ladder of IIs',
    now: 'a rung for each II with what became of it; of hundreds, one for those of one outcome',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
      if (v.old) {
        await v.page.getByText('Every II').first().click();
        await v.top(/Every II/);
      } else {
        await v.sees('.rung');
        await v.page
          .locator('.rung')
          .first()
          .evaluate((one) => one.closest('section').scrollIntoView({ block: 'start' }));
      }
    },
    keys: [
      'Tab to "Every II", Enter: the table',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.getByText('Every II').first().focus();
        await v.keys('Enter');
        await v.sees('details[open] > summary:has-text("Every II")');
      },
    ],
    wrong: 'there is nothing to write',
    tests: [
      'schedule: each smaller II stands on the ladder with its reason',
      'schedule: a search through many IIs is a ladder that can be looked at, and on a phone no row of a table is as high as a screen',
    ],
  },
  {
    title: 'Memory over time',
    now: 'each slot of each ring by iteration, and tensor memory where there is one',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', options: { gpu_name: v.old ? 'sm_90a' : 'sm_100a' }, tab: 'schedule' });
      await v.top(v.old ? 'h3:has-text("Shared memory")' : 'h3:has-text("Memory over time")');
    },
    keys: [
      'Tab to "As a table" below it, Enter',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.getByRole('group', { name: 'Memory over time', exact: true }).locator('xpath=..').locator('summary').focus();
        await v.keys('Enter');
        await v.sees('[aria-label="Memory over time, as a table"] td');
      },
    ],
    wrong: 'there is nothing to write',
    tests: [
      'schedule: memory is a map over time: each slot of the ring by iteration, and tensor memory where there is one',
      'schedule: a loop of several products shows its rings between the agents, and over time in memory: attention for ',
    ],
  },
  {
    title: 'What would lower the II, as buttons',
    now: 'where a change of the model lowers it, a button schedules in such a machine; otherwise what was tried is said',
    walk: async (v) => {
      await v.open({ name: 'attention', tab: 'schedule' });
      await v.top('h3:has-text("Why ")');
    },
    before: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
      await v.top('h3:has-text("Why ")');
    },
    keys: 'buttons are reached by Tab, as any; fault 4 takes one',
    wrong: 'there is nothing to write',
    tests: ['commands: what would lower the II is a button, which schedules in such a machine'],
  },
  {
    title: 'SVG and PNG, print',
    now: 'below each drawing; on paper the result alone, whole',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.page.emulateMedia({ media: 'print' });
      await v.page.waitForTimeout(300);
      if (!v.old && (await v.page.locator('.source').isVisible())) throw new Error('the source is printed');
    },
    part: null,
    not: { phone: 'paper has a width of its own' },
    keys: [
      'Tab to "SVG", Enter: a file',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('button', { name: 'Reservation table: save as SVG' }).focus();
        const saved = v.page.waitForEvent('download');
        await v.keys('Enter');
        await saved;
      },
    ],
    wrong: 'there is nothing to write',
    tests: ['schedule: drawings are saved as SVG with their colours, and as PNG', 'page: paper has the result alone, whole'],
  },
  {
    title: 'Barriers: lanes, steps, counterexample',
    now: 'lanes have the names of their agents, barriers those of their slots; what goes wrong is played step by step',
    walk: async (v) => {
      await v.open({ name: 'documents/stuck.mlir', tab: 'schedule' });
      await v.top('h3:has-text("Barriers")');
      await v.sees(/Counterexample/);
    },
    before: async (v) => {
      await v.open({ name: 'tiles_waves', options: { num_stages: 1 }, tab: 'schedule' });
      await v.top('h3:has-text("Barriers")');
    },
    keys: [
      'arrows, Page down, Home, End in the steps',
      async (v) => {
        await v.open({ name: 'documents/stuck.mlir', tab: 'schedule' });
        await v.page.getByRole('group', { name: /arrow keys step/ }).focus();
        await v.keys('ArrowRight', 'PageDown', 'End', 'Home', 'End');
        await v.sees(/waits for parity/);
      },
    ],
    wrong: 'the kernel is wrong itself',
    tests: ['schedule: a counterexample is stepped through by keyboard', 'schedule: IR of a boundary behind the scheduler has its barriers checked, and the way into a deadlock is played'],
  },
  {
    title: 'Run: progress, cancel, seeds, check, timeline',
    now: 'one problem size, the rest follows; barriers by name, traffic and conflicts by line, the way to a race or a deadlock told',
    pictureOf: 'fault-06',
    walk: async (v) => {
      await v.open({ name: 'vadd', tab: 'run' });
      await v.page.waitForTimeout(600);
      await v.page.getByRole('button', { name: 'Run', exact: true }).click();
      await v.page.locator('.run-verdict').waitFor();
    },
    keys: 'fault 6',
    wrong: [
      'a kernel whose tile blocks all store to one place: the race is told',
      async (v) => {
        await v.open({ source: kernel('vadd').replace('store_view_tko weak %sum, %pz[%block]', 'store_view_tko weak %sum, %pz[%block_y]'), tab: 'run' });
        await v.page.waitForTimeout(600);
        await v.page.getByRole('button', { name: 'Run', exact: true }).click();
        await v.sees(/The way to the race/);
      },
    ],
    tests: [
      'run: a kernel is run, and the result read',
      'run: the way to a race of a kernel is told: who wrote, and who wrote again',
      'run: a product in Python asks for one problem size, and the others follow',
    ],
  },
  {
    title: 'PTX: colours, links, copy',
    now: 'as it was, and by agent and stage',
    pictureOf: 'fault-16',
    walk: async (v) => v.open({ name: 'matmul', tab: 'ptx' }),
    keys: 'fault 16',
    wrong: 'fault 16',
    tests: ['ptx: the margin says which agent runs an instruction, and of which stage it is', 'page: a line lights up wherever it went, from either side'],
  },
  {
    title: 'PTX: meanings, descriptors, download, launch, command',
    now: 'all of them',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: v.old ? 'abi' : 'abi' });
      if (v.old) return;
      await v.page.getByText('Code that launches it').click();
      await v.top(/Code that launches it/);
    },
    keys: 'faults 16 and 20',
    wrong: 'faults 16 and 20',
    tests: [
      'ptx: an instruction is explained under the pointer and at the cursor, and a descriptor is decoded with its swizzle',
      'ptx: the command line is copied, and code that launches the kernel, in two languages',
    ],
  },
  {
    title: 'Compare',
    now: 'two targets, two sets of options or two links by their figures and their PTX; one kernel over all targets',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'compare' });
      await v.page.locator('.compare tbody tr').nth(8).waitFor();
    },
    before: async (v) => v.open({ name: 'matmul', tab: 'ptx' }),
    keys: [
      'Alt+8, Tab to the fields, which have names of their own',
      async (v) => {
        await v.open({ name: 'matmul' });
        await v.keys('Alt+8');
        await v.page.locator('.compare tbody tr').nth(8).waitFor();
        await v.tabTo(/Kernel, left/);
        await v.tabTo(/Kernel, right/);
      },
    ],
    wrong: [
      'a link that is none, and a kernel with an error',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'compare' });
        const field = v.page.getByRole('group', { name: 'Left' }).getByRole('textbox');
        await field.fill('hello');
        await field.press('Enter');
        await v.sees(/The link could not be opened/);
        await v.write(kernel('matmul').replace('mmaf', 'mmmaf'));
        await v.page.waitForTimeout(1000);
      },
    ],
    tests: ['commands: two targets are compared, and one kernel over all of them, without touching the result'],
  },
  {
    title: 'Tile map',
    now: 'begins with the kernel that is open',
    pictureOf: 'fault-19',
    walk: async (v) => {
      await v.open({ name: 'tiles_persistent', tab: 'tiles' });
      await v.page.locator('.result canvas').waitFor();
    },
    keys: 'fault 19',
    wrong: 'fault 19',
    tests: ['tiles: the map begins with the kernel that is open, and takes up the order in which its CTAs walk', 'tiles: what another scheduler would change for the kernel is said, and applied'],
  },
  {
    title: 'Machine editor',
    now: 'slots, pools, latencies by field or as JSON, checked, with what differs from the stock model; in links and as a file',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.command('scheduler model');
      await v.page.locator('dialog.machine').waitFor();
      await v.page.waitForTimeout(500);
    },
    before: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.page.getByRole('button', { name: 'Options' }).click();
    },
    part: null,
    keys: [
      'Ctrl+K, "scheduler model", Enter; Escape closes',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.command('scheduler model');
        await v.page.locator('dialog.machine').waitFor();
        await v.keys('Escape');
        await v.page.locator('dialog.machine').waitFor({ state: 'detached' });
      },
    ],
    wrong: [
      'JSON that is none: its fault is told, nothing is taken',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.command('scheduler model');
        await v.page.getByRole('button', { name: 'JSON' }).click();
        await v.page.getByLabel('The model, as JSON').fill('{ "slots": 3');
        await v.page.getByRole('button', { name: 'Schedule in it' }).click();
        await v.sees('dialog [role=alert]');
      },
    ],
    tests: [
      'commands: a scheduler model of one’s own is checked, schedules loops, and travels in a link',
      'commands: a scheduler model is changed field by field, and what is no number stays out of it',
    ],
  },
];
