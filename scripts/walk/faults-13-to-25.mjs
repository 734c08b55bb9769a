// The faults, second half.

import { readFileSync } from 'node:fs';
import { at } from '../lib/places.mjs';
import { drop, kernel } from './visitor.mjs';

const deep = `entry @k(%a: ${'tile<'.repeat(20_000)}) {\n}\n`;
const python = kernel('gemm');
const triton = 'import triton\nimport triton.language as tl\n\n@triton.jit\ndef add(x, y, n: tl.constexpr):\n    tl.store(y, tl.load(x))\n';
const bytecode = readFileSync(at('tests/bytecode/blend-13.4.tilebc'));

/** The list of passes with the changes of one. */
async function changes(v, side) {
  await v.open({ name: 'gemm_dynamic', tab: 'passes' });
  await v.page.getByLabel('Find a pass').fill('materialize-schedule');
  await v.page.locator('.pass-list [role=option]').first().click();
  await v.page.locator('label.check:has-text("Changes"), label:has-text("Diff")').first().click();
  if (side) await v.page.getByLabel('Side by side').check();
  await v.page.waitForTimeout(500);
}

export const MORE_FAULTS = [
  {
    was: 'types nested 20,000 deep, in a link of 352 characters, crashed the module, and the end of the message was cut',
    now: 'such a text is refused in words, with its place; a crash that comes all the same has "Try again" and "Report"',
    walk: async (v) => {
      await v.page.goto(v.base);
      await v.compiled();
      await v.write(deep);
      await v.page.waitForTimeout(1500);
      if (!v.old) await v.sees(/nest at most \d+ deep/);
    },
    part: null,
    keys: [
      'pasted; Tab to the message, Enter: the editor is at its place',
      async (v) => {
        await v.open();
        await v.page.getByRole('textbox', { name: 'Kernel', exact: true }).focus();
        await v.keys('Control+a', `=${deep}`);
        await v.sees(/nest at most \d+ deep/);
        await v.tabTo(/nest at most/);
        await v.keys('Enter', '=x');
        await v.page.waitForFunction(() => document.activeElement?.shadowRoot !== null);
      },
    ],
    wrong: 'it is a wrong input itself',
    tests: ['links: types nested 20 000 deep are refused in words', 'worker: a crash is owned up to, and the next edit is compiled'],
  },
  {
    was: 'one stage was refused outside of Hopper with advice about a setting that nobody had made, and advice named flags of a command line',
    now: 'one stage is refused there with advice about stages, and advice is of the form that stands beside it',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', options: { num_stages: 1, gpu_name: 'sm_80' }, tab: 'schedule' });
      if (v.narrow) await v.page.getByRole('button', { name: 'Source', exact: true }).click();
      await v.sees('.problems li');
    },
    part: '.problems',
    keys: [
      'Tab to the message, Enter: the loop is shown',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', options: { num_stages: 1, gpu_name: 'sm_80' } });
        await v.tabTo(/stages?/);
        await v.keys('Enter');
        await v.sees('.source .cm-focused, .problems li');
      },
    ],
    wrong: [
      'two kernels in one text and none chosen: the message names the field',
      async (v) => {
        await v.open({ source: `${kernel('vadd')}\n${kernel('saxpy_masked')}` });
        await v.sees('.problems li');
      },
    ],
    tests: [
      'schedule: with one stage an iteration takes as long as the stage lives, and outside of Hopper the advice is about stages',
      'python: advice is of the form, which stands beside it, and not of a command line',
    ],
  },
  {
    was: 'Python, Triton, PTX and CUDA were read as Tile IR, line by line; bytecode that was dropped became red boxes',
    now: 'cuTile Python is compiled, bytecode is opened as its text, PTX runs in the emulator; other languages are named, and what to do',
    walk: async (v) => {
      await v.open();
      if (v.old) {
        await v.write(python);
        return;
      }
      await v.write(python.replace('def gemm', 'def mine'));
      await v.sees('.status.good');
    },
    part: null,
    keys: [
      'Ctrl+V of Python into the editor',
      async (v) => {
        await v.open();
        await v.page
          .getByRole('textbox', { name: /^Kernel( in Tile IR)?$/ })
          .first()
          .focus();
        await v.keys('Control+a', `=${python.replace('def gemm', 'def other')}`);
        await v.page.waitForTimeout(1200);
        await v.sees('.status.good');
      },
    ],
    wrong: [
      'Triton, and a picture that is dropped',
      async (v) => {
        await v.open();
        await v.write(triton);
        await v.sees(/Triton/);
        await drop(v.page, 'picture.png', readFileSync(at('web/screenshot.png')).subarray(0, 4096));
        await v.sees(/picture.png was not opened/);
        await drop(v.page, 'blend.tilebc', bytecode);
        await v.page.waitForTimeout(1500);
      },
    ],
    tests: [
      'python: a text in another language is named',
      'page: a file can be dropped: Python, Tile IR and bytecode, and one that is none of these takes nothing away',
      'documents: PTX that is opened runs in the emulator, and what is wrong with a launch leads to its line',
    ],
  },
  {
    was: 'PTX was bare text: no meanings, no descriptors, no download, its facts cut',
    now: 'a line says what it does, descriptors are decoded with their swizzle drawn, runs fold, the margin names agent and stage; download, command line and code to launch',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'ptx' });
      const box = v.page.locator('.listing');
      await box.evaluate((host) => (host.shadowRoot.querySelector('.cm-scroller').scrollTop = 900));
      await v.page.waitForTimeout(300);
      await v.page
        .locator('.listing .cm-line')
        .filter({ hasText: /wgmma|cp\.async|mbarrier/ })
        .first()
        .click();
    },
    keys: [
      'into the text by Tab, arrows: each line is explained below',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'ptx' });
        await v.page.locator('.listing .cm-content').focus();
        await v.keys('Control+End', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
        await v.page.waitForTimeout(300);
      },
    ],
    wrong: [
      'a link to a text that cannot be read: there is no result yet, and why',
      async (v) => {
        await v.open({ source: kernel('vadd').replace('addf', 'adf'), tab: 'ptx' });
        await v.sees(/There is no result yet/);
      },
    ],
    tests: [
      'ptx: an instruction is explained under the pointer and at the cursor, and a descriptor is decoded with its swizzle',
      'ptx: runs of one instruction fold, and unfold',
      'page: what is needed for a launch is exact, named, and can be taken along',
    ],
  },
  {
    was: 'reservation table and timeline were cut on a laptop without a hint, the heading scrolled away',
    now: 'both fit the pane, the heading stays, and where a pane is narrower it says that it scrolls',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
      await v.top('h3:has-text("Reservation table")');
    },
    keys: [
      'Tab to the table, arrows and End: the seat is named, its op is chosen',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.page.getByRole('listbox', { name: /Reservation table/ }).focus();
        await v.keys('Home', 'ArrowRight', 'ArrowDown', 'End');
        await v.sees('table.ops tr[aria-current=true]');
      },
    ],
    wrong: 'there is nothing to write',
    tests: ['schedule: nothing of a schedule is cut on a laptop, its headings stay, and it is printed whole'],
  },
  {
    was: 'names of the model stood without a word of explanation',
    now: 'each says what it is under the pointer, when tapped, and in a list below the table, those of attention too; the glossary is a page',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      if (v.old) await v.top('h3:has-text("Reservation table")');
      else {
        await v.page.getByText('What the names of the columns mean').click();
        await v.top(/What the names of the columns mean/);
      }
    },
    keys: [
      'Tab to "What the names of the columns mean", Enter',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByText('What the names of the columns mean').focus();
        await v.keys('Enter');
        await v.sees('.names dd');
      },
    ],
    wrong: 'there is nothing to write',
    tests: ['schedule: every resource and every arm that is shown says what it is', 'touch: a word of the field says what it means when it is tapped, and leads to the glossary'],
  },
  {
    was: 'Tiles drew a product of its own, whatever kernel was open, behind thirteen inputs',
    now: 'it begins with the kernel: its tiles, its panels, its launch; four inputs, the rest folded; what another scheduler would change, and a button that applies it',
    walk: async (v) => {
      await v.open({ name: 'tiles_swizzled', tab: 'tiles' });
      await v.page.locator('.result canvas').waitFor();
    },
    keys: [
      'Tab to the map, arrows from tile to tile',
      async (v) => {
        await v.open({ name: 'tiles_swizzled', tab: 'tiles' });
        await v.page.getByRole('application', { name: /Tile map/ }).focus();
        await v.keys('Home', 'ArrowDown', 'ArrowRight');
        await v.sees(/Tile \(1, 1\)/);
      },
    ],
    wrong: [
      'M is 0 or 2.5: refused with the rule, and no old map stays; M is 100,000: a map that is wide enough to point at',
      async (v) => {
        await v.open({ name: 'tiles_swizzled', tab: 'tiles' });
        const m = v.page.getByRole('spinbutton', { name: 'M', exact: true });
        await m.fill('100000');
        await v.page.waitForTimeout(700);
        await m.fill('0');
        await v.page.waitForTimeout(500);
        await v.page.locator('.result canvas').waitFor({ state: 'detached' });
        await m.fill('100000');
        await v.page.locator('.result canvas').waitFor();
        await m.fill('2.5');
        await v.sees(/M is a whole number from 1/);
        await v.page.locator('.result canvas').waitFor({ state: 'detached' });
      },
    ],
    tests: [
      'tiles: the map begins with the kernel that is open, and takes up the order in which its CTAs walk',
      'tiles: what cannot be is refused with the rule, and no map of other numbers stays',
      'tiles: the map comes first: four fields before it, and the rest folded until one says something else',
    ],
  },
  {
    was: 'Launch had bytes that were rounded, parameters without names, and nothing to copy',
    now: 'exact bytes, names, rules in words, JSON, and code in C++ and Python to paste',
    walk: async (v) => v.open({ name: 'matmul', tab: 'abi' }),
    keys: [
      'Tab to "Code that launches it", Enter, Tab to "Copy code", Enter',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'abi' });
        await v.page.getByText('Code that launches it').focus();
        await v.keys('Enter');
        await v.tabTo(/Copy code/);
        await v.keys('Enter');
        await v.page.waitForFunction(() => navigator.clipboard.readText().then((text) => text.includes('launch(')));
      },
    ],
    wrong: [
      'a kernel without PTX has no contract, and says so',
      async (v) => {
        await v.open({ name: 'matmul', options: { opt_level: 1 }, tab: 'abi' });
        await v.sees(/no calling contract/);
      },
    ],
    tests: ['page: what is needed for a launch is exact, named, and can be taken along', 'ptx: the command line is copied, and code that launches the kernel, in two languages'],
  },
  {
    was: 'the tiles of numbers left a grey hole at 1366 pixels, and said one thing twice',
    now: 'no hole at any width, each number once',
    walk: async (v) => v.open({ name: 'gemm_dynamic', tab: 'schedule' }),
    keys: [
      'each part is a button: Tab, Enter opens its why, Enter closes it',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'schedule' });
        await v.tabTo(/^ *Buffer depth/);
        await v.keys('Enter');
        await v.sees('[aria-label=Why]');
        await v.keys('Enter');
        await v.page.locator('[aria-label=Why]').waitFor({ state: 'hidden' });
      },
    ],
    wrong: 'there is nothing to write',
    tests: ['schedule: nothing of a schedule is cut on a laptop, its headings stay, and it is printed whole'],
  },
  {
    was: 'changes of a pass were of lines in one text, since the pass before alone, all red and green where a region indented them',
    now: 'since any pass, in one text or side by side; lines that moved or are indented otherwise are no change; deleted lines have numbers',
    walk: async (v) => changes(v, !v.old && !v.narrow),
    keys: [
      'in the list of passes: j, k, d; Tab to "Compared with", arrows',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'passes' });
        await v.page.getByRole('listbox', { name: 'Passes, in order' }).focus();
        await v.keys('Home', 'j', 'j', 'j', 'd');
        await v.tabTo(/Compared with/);
        await v.keys('End');
        await v.sees('label:has-text("Side by side")');
      },
    ],
    wrong: [
      'a pass that there is not: "No pass is called that."',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'passes' });
        await v.page.getByLabel('Find a pass').fill('nonsense');
        await v.sees(/No pass is called that/);
      },
    ],
    tests: ['passes: a pass says what it does, and is compared with any other, in one text or side by side', 'passes: lines that only stand elsewhere are shown as moved, those that are new are not'],
  },
  {
    was: 'linking was by line: a product lit 47 lines of PTX; a value could not be followed; double click took the sign alone',
    now: 'ops, values and buffers light each other by agent; a value is followed through the passes; a double click takes its whole name',
    walk: async (v) => {
      await v.open({ name: 'gemm_dynamic', tab: 'passes' });
      if (v.old || v.narrow) return;
      await v.page.locator('.source .cm-line').filter({ hasText: 'mmaf' }).first().locator('span').nth(1).dblclick();
      await v.page.waitForTimeout(500);
    },
    part: null,
    keys: [
      'in the source arrows to a value; Escape lets go',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'passes' });
        await v.page.getByRole('textbox', { name: 'Kernel', exact: true }).focus();
        await v.keys('Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
        await v.sees('.follow');
        await v.keys('Escape');
        await v.page.locator('.follow').waitFor({ state: 'detached' });
      },
    ],
    wrong: [
      'a word that is no value: nothing is followed',
      async (v) => {
        await v.open({ name: 'gemm_dynamic', tab: 'passes' });
        await v.page.locator('.source .cm-line').first().dblclick();
        await v.page.waitForTimeout(300);
        if (await v.page.locator('.follow').count()) throw new Error('a word of a comment is followed');
      },
    ],
    tests: [
      'passes: a value lights up wherever it stands, and is followed through the passes',
      'schedule: an op, a buffer and an instruction light each other: by agent, by value, and by keyboard',
      'page: no text is no mistake, and a thousand mistakes are not a thousand rows',
    ],
  },
  {
    was: 'the menu of kernels hid a third of them below an invisible fold, without a word on what each teaches',
    now: 'a file to open first, each kernel with a sentence, a panel that shows that it goes on',
    walk: async (v) => {
      await v.open();
      await v.page.getByRole('button', { name: 'Gallery' }).click();
      await v.page.waitForTimeout(200);
    },
    part: null,
    keys: [
      'Enter on Gallery, arrows down to a kernel, Enter',
      async (v) => {
        await v.open();
        await v.page.getByRole('button', { name: 'Gallery' }).focus();
        await v.keys('Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
        await v.page.waitForTimeout(1000);
        await v.sees(/def attention|softmax/);
      },
    ],
    wrong: 'there is nothing to write; a kernel that cannot be got is in row 11',
    tests: ['page: the gallery shows that it goes on, and each kernel has one line for its name and a sentence on what it teaches', 'commands: arrows go through a menu'],
  },
  {
    was: "nothing worked offline, in print or in another page; no help, palette, comparison or model of one's own; faults of ours were told in words of Rust",
    now: 'all of these are there, as the wishes below tell; what goes wrong in us is told as ours',
    walk: async (v) => {
      await v.open({ name: 'matmul' });
      await v.keys('Control+k');
      await v.page.waitForTimeout(500);
      if (!v.old) await v.sees('.palette');
    },
    part: null,
    keys: [
      '? outside of texts, Ctrl+K, Ctrl+S',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('tab', { name: 'Schedule' }).focus();
        await v.keys('?');
        await v.sees(/^Map of keys$/);
        await v.keys('Escape');
        const saved = v.page.waitForEvent('download');
        await v.keys('Control+s');
        await saved;
      },
    ],
    wrong: [
      'a command that there is not',
      async (v) => {
        await v.open();
        await v.keys('Control+k');
        await v.page.getByLabel('Find a command').fill('zzzz');
        await v.sees(/Nothing is called that/);
      },
    ],
    tests: [
      'commands: commands are found by some of their letters, and run by keyboard alone',
      'commands: ? shows the map of keys, but not while one writes',
      'files: Ctrl+S saves the file that is shown, under its name',
    ],
  },
];
