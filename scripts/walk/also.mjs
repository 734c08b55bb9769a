// The smaller faults, a sentence each.

import { kernel } from './visitor.mjs';

const errors = (count) => `entry @k() {\n  %a = constant <i32: 1> : tile<i32>\n${Array.from({ length: count }, (_, at) => `  %v${at} = addf %a, %a : tile<i32>`).join('\n')}\n  return\n}\n`;

export const ALSO = [
  {
    was: 'a request for an address that cannot be read ended the local server',
    now: 'it is answered as not found, and the server lives',
    walk: async (v) => {
      await v.page.goto(`${v.base}%`);
      await v.sees(/Not found/);
      await v.page.goto(v.base);
      await v.compiled();
    },
    before: null,
    noPicture: 'a server that has ended shows nothing',
    keys: 'an address is written by keyboard',
    wrong: 'it is a wrong input itself',
    complains: true,
    tests: ['links: an address that cannot be read is not found, and the server lives'],
  },
  {
    was: 'while a compilation ran, a dot faded, and nothing else said so',
    now: 'after 400 ms the words are "Compiling…", and a screen reader hears them',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: v.narrow ? undefined : 'schedule' });
      await v.page.evaluate(() => {
        const late = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...all) {
          setTimeout(() => late.apply(this, all), 2500);
        };
      });
      await v.page
        .getByRole('textbox', { name: /^Kernel( in Tile IR)?$/ })
        .first()
        .click();
      await v.keys('Control+End', '=// more');
      await v.page.waitForTimeout(1200);
      if (!v.old) await v.sees(/^Compiling…$/);
    },
    part: '.bar',
    keys: 'it is of typing',
    wrong: 'a text that takes for ever is stopped after 15 s, and says so',
    tests: ['worker: a compile that hangs is stopped in the end'],
  },
  {
    was: 'hundreds of errors were all listed, and all of the text underlined',
    now: 'a hundred are listed, the rest is counted, with a word that the first ones are the likely cause',
    walk: async (v) => {
      await v.page.goto(v.base);
      await v.compiled();
      await v.write(errors(450));
      await v.page.waitForTimeout(800);
      await v.page.locator('.problems').evaluate((box) => {
        const list = box.querySelector('ol');
        for (const one of [box, list]) one.scrollTop = one.scrollHeight;
      });
      if (!v.old) await v.sees(/more: the first ones/);
    },
    part: '.source',
    keys: [
      'Tab to a message, Enter: the editor is at its place',
      async (v) => {
        await v.open({ source: errors(3) });
        await v.page.locator('.problems li button').first().focus();
        await v.keys('Enter', '=x');
        await v.compiled();
      },
    ],
    wrong: 'it is a wrong input itself',
    tests: ['page: no text is no mistake, and a thousand mistakes are not a thousand rows'],
  },
  {
    was: 'on Blackwell the text blamed the target for products that were not compiled for it',
    now: 'products run on tensor memory there, and the verdict is of that target',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', options: { gpu_name: 'sm_100a' }, tab: 'schedule' });
      if (!v.old) await v.sees(/Tensor cores/);
    },
    keys: [
      'Ctrl+K, "sm_100a", Enter',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.command('compile for sm_100a');
        await v.page.waitForFunction(() => document.querySelector('header select')?.value === 'sm_100a');
        await v.drawn();
      },
    ],
    wrong: [
      'a link for a target that there is not: an error that lists those that there are',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', options: { gpu_name: 'sm_12345' } });
        await v.sees(/there is no target/);
      },
    ],
    tests: ['schedule: memory is a map over time: each slot of the ring by iteration, and tensor memory where there is one'],
  },
  {
    was: 'three numbers of stages and buffers stood beside each other, and seemed to say different things',
    now: 'the stages in flight and the buffers, each with a unit and a why; the third number is in the why alone',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', options: { num_stages: 1 }, tab: 'schedule' });
      if (!v.old) {
        await v.page.getByRole('button', { name: /^Stage count/ }).click();
        await v.sees('[aria-label=Why]');
      }
    },
    keys: [
      'Tab to "Stage count", Enter',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', options: { num_stages: 1 }, tab: 'schedule' });
        await v.tabTo(/^ *Stage count/);
        await v.keys('Enter');
        await v.sees('[aria-label=Why]');
      },
    ],
    wrong: 'there is nothing to write',
    tests: ['schedule: II, depths and the bound that binds are told apart by name', 'schedule: the verdict is one number with what binds it, and each of its parts opens its why'],
  },
  {
    was: 'with one stage a bound of 30 was said to bind an II of 38',
    now: 'a bound that the II is above is called the highest, not the one that binds',
    walk: async (v) => {
      await v.open({ name: 'tiles_waves', options: { num_stages: 1 }, tab: 'schedule' });
      await v.top('h3:has-text("Why ")');
      if (!v.old) await v.sees(/^highest$/);
    },
    keys: 'it is text',
    wrong: 'there is nothing to write',
    tests: ['schedule: a bound that is not the II is not said to bind, and a row is chosen wherever it is pressed'],
  },
  {
    was: 'the field of the seed looked as if it had the focus, suggested values as if they were disabled',
    now: 'suggestions look like values, only what was changed stands out, in bold',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'run' });
      await v.page.waitForTimeout(600);
      if (v.old) return;
      await v.page.locator('.launch summary').click();
      await v.page.getByLabel('Grid x').fill('3');
      await v.sees('.launch-field.given');
    },
    keys: [
      'Tab to the summary, Enter, Tab to a field',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'run' });
        await v.page.locator('.launch summary').focus();
        await v.keys('Enter', 'Tab', '=2');
        await v.sees('.launch-field.given');
      },
    ],
    wrong: [
      'a grid of -1: refused with the rule, Run is off',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'run' });
        await v.page.locator('.launch summary').click();
        await v.page.getByLabel('Grid x').fill('-1');
        await v.sees(/a grid has 1 to 65536 tile blocks along an axis/);
      },
    ],
    tests: ['run: a kernel is run, and the result read', 'run: what follows from a size changes with it'],
  },
  {
    was: 'barriers of a run had addresses for names',
    now: 'they have the names and the agents of the schedule, in its colours',
    pictureOf: 'fault-06',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'run' });
      await v.page.waitForTimeout(600);
      await v.page.getByRole('button', { name: 'Run', exact: true }).click();
      await v.page.locator('.run-verdict').waitFor();
      await v.sees(/^full\[0\]$/);
    },
    keys: 'it is text; the run is begun by keyboard in fault 6',
    wrong: 'there is nothing to write',
    tests: ['run: a kernel is run, and the result read'],
  },
  {
    was: 'an empty editor was an error, in red',
    now: 'it is "No kernel yet", without colour, and a sentence on how to begin',
    walk: async (v) => {
      await v.page.goto(v.base);
      await v.compiled();
      await v.write('');
      if (!v.old) await v.sees(/There is no kernel yet/);
    },
    part: null,
    keys: [
      'Ctrl+A, Delete, and back with Ctrl+Z',
      async (v) => {
        await v.open();
        await v.page.getByRole('textbox', { name: 'Kernel', exact: true }).focus();
        await v.keys('Control+a', 'Delete');
        await v.sees(/No kernel yet/);
        await v.keys('Control+z');
        await v.sees('.status.good');
      },
    ],
    wrong: [
      'spaces and a comment alone',
      async (v) => {
        await v.open({ source: kernel('vadd') });
        await v.write('   \n\n');
        await v.sees(/No kernel yet/);
        await v.write('// only a comment\n');
      },
    ],
    tests: ['page: no text is no mistake, and a thousand mistakes are not a thousand rows', 'page: an empty editor has no errors anywhere'],
  },
];
