// The actions of a person on the page: reading, editing, moving about.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drop } from '../../scripts/walk/visitor.mjs';
import { fakeCompiler } from './fake.mjs';
import { compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

const vadd = readFileSync(new URL('../kernels/vadd.mlir', import.meta.url), 'utf8');
const gemm = readFileSync(new URL('../cutile/gemm.py', import.meta.url), 'utf8');
const matmul = readFileSync(new URL('../kernels/matmul.mlir', import.meta.url), 'utf8');
const passes = (page) => page.locator('.pass-list').getByRole('option');
const selected = (page) => page.locator('[role=option][aria-selected=true]');
const afterPass = (page) => page.locator('.listing .cm-content');

pageTest('the first visit shows a kernel, compiled', {}, async (page) => {
  await compiled(page);
  assert.equal(await textOf(page), gemm);
  await page.getByText(/Compiled in/).waitFor();
  await page.getByText('shows how its loop is pipelined').waitFor();
  await page.getByText('Nothing is uploaded').waitFor();
  await page.getByRole('article', { name: 'The loop at line 13' }).waitFor();
  await page.getByRole('tab', { name: 'Passes' }).click();
  // They are printed once the verdict is drawn.
  await until(async () => (await passes(page).count()) >= 1, 'there is a pass');
  await until(async () => /gemm/.test(await afterPass(page).innerText()), 'and its text');
});

pageTest(
  'text can be edited before the compiler arrives',
  {
    prepare: async (page) => {
      page.arrive = new Promise((arrive) => (page.letIn = arrive));
      await page.route('**/*.wasm', async (route) => {
        await page.arrive;
        await route.continue();
      });
    },
  },
  async (page) => {
    await page.getByRole('tab', { name: 'Passes' }).click();
    await write(page, 'entry @early() {\n  return\n}\n');
    await page.getByText('Loading the compiler').waitFor();
    assert.match(await textOf(page), /@early/);
    page.letIn();
    await compiled(page);
    assert.match(await textOf(page), /@early/, 'what was typed is still there');
    await until(async () => /@early/.test(await afterPass(page).innerText()), 'the typed kernel is compiled');
  },
);

let refusals = 0;
pageTest(
  'without the compiler the page says so, keeps the text, and can try again',
  {
    errors: [/500/],
    prepare: (page) => {
      refusals = 0;
      return page.route('**/*.wasm', (route) => (refusals++ === 0 ? route.fulfill({ status: 500 }) : route.continue()));
    },
  },
  async (page) => {
    await page.getByText(/could not be loaded/).waitFor();
    await write(page, 'entry @kept() {\n  return\n}\n');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/Compiled in/).waitFor();
    assert.match(await textOf(page), /@kept/);
  },
);

pageTest('an error is underlined, listed with what to do, and led to', {}, async (page) => {
  await compiled(page);
  await write(page, vadd.replace(/addf (%\w+), %\w+/, 'addf $1, %nowhere'));
  await page.getByText('1 error', { exact: true }).first().waitFor();
  const problem = page.locator('.problems li').first();
  assert.match(await problem.innerText(), /nowhere/);
  assert.equal(await problem.getByRole('link').getAttribute('href'), '/codes.html#verify.dominance');
  await page.locator('.cm-lintRange-error').first().waitFor();
  assert.match(await page.locator('.cm-lintRange-error').first().innerText(), /nowhere/);
  await page.getByText('This is the result of the last text that could be.').waitFor();
  await problem.getByRole('button').click();
  assert.equal(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label')), 'Kernel');
  await write(page, vadd);
  await page.getByText(/Compiled in/).waitFor();
  await until(async () => (await page.locator('.cm-lintRange-error').count()) === 0, 'the underline goes away');
  assert.equal(await page.locator('.problems .severity.error').count(), 0);
});

pageTest('kernel text is never taken for markup', {}, async (page) => {
  await compiled(page);
  await write(page, 'entry @"<img src=x onerror=alert(1)>"() {\n  "<img src=x onerror=alert(1)>"\n}\n// <script>alert(1)</script>\n');
  await compiled(page);
  await page.locator('.problems li').first().waitFor();
  assert.equal(await page.locator('img[src=x], main script').count(), 0);
});

// Chromium would carry colours over in a style attribute, which the policy forbids with a message: that fails any test.
pageTest('coloured text is typed over, and undone in one step', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(vadd);
  assert.equal(await textOf(page), vadd);
  await page.keyboard.press('Control+z');
  assert.equal(await textOf(page), before);
  const word = editor(page).locator('.cm-line span').filter({ hasText: /^acc$/ }).first();
  await word.dblclick();
  await page.keyboard.type('sum');
  assert.ok((await textOf(page)).includes('sum = ct.'));
  for (const [from, key] of [
    ['x', 'ArrowLeft'],
    ['y', 'ArrowRight'],
  ]) {
    await page.keyboard.press(key);
    await page.keyboard.type(from);
  }
  assert.ok((await textOf(page)).includes('suxmy'), await textOf(page));
});

pageTest('passes are chosen, found and compared by keyboard', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Passes' }).click();
  const list = page.getByRole('listbox', { name: 'Passes, in order' });
  const count = await passes(page).count();
  await list.focus();
  await page.keyboard.press('Home');
  assert.equal(await passes(page).first().getAttribute('aria-selected'), 'true');
  await page.keyboard.press('End');
  assert.equal(await passes(page).last().getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('j');
  assert.equal(await passes(page).last().getAttribute('aria-selected'), 'true');
  assert.equal(await list.getAttribute('aria-activedescendant'), await selected(page).getAttribute('id'));
  if (count > 1) {
    await page.keyboard.press('d');
    assert.equal(await page.getByLabel('Changes').isChecked(), true);
  }
  await page.getByLabel('Find a pass').fill('no such pass');
  await page.getByText('No pass is called that.').waitFor();
  await page.getByLabel('Find a pass').fill('');
  await page.getByLabel('Hide passes that changed nothing').check();
  for (const mark of await page
    .locator('[role=option] .mark')
    .all()
    .then((all) => all.slice(1))) {
    assert.match(await mark.getAttribute('class'), /changed/);
  }
});

pageTest('a line lights up wherever it went, from either side', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('button', { name: /^Vector add/ }).click();
  await until(async () => (await textOf(page)) === vadd, 'the kernel is there');
  await page.getByRole('tab', { name: 'Passes' }).click();
  await passes(page).first().click();
  const line = vadd.split('\n').findIndex((text) => text.includes('addf')) + 1;
  await editor(page)
    .locator('.cm-line')
    .nth(line - 1)
    .hover();
  await until(async () => (await page.locator('.listing .cm-linked').count()) > 0, 'lines of the IR light up');
  for (const text of await page.locator('.listing .cm-linked').allInnerTexts()) assert.match(text, /addf/);
  await page.mouse.move(5, 5);
  await until(async () => (await page.locator('.cm-linked').count()) === 0, 'they go dark again');
  const row = page.locator('.listing .cm-line').filter({ hasText: /addf/ }).first();
  await row.click();
  await until(async () => /addf/.test(await page.locator('.source .cm-linked').first().innerText()), 'the source line lights up');
  const origin = page
    .locator('.cm-origins .cm-gutterElement')
    .filter({ hasText: new RegExp(`^${line}$`) })
    .first();
  await origin.click();
  assert.match(await editor(page).locator('.cm-linked').innerText(), /addf/);
});

pageTest('tabs and settings work by keyboard', {}, async (page) => {
  await compiled(page);
  await page.keyboard.press('Alt+1');
  await page.getByRole('tab', { name: 'Passes' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: 'PTX' }).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Alt+3');
  assert.equal(await page.getByRole('tab', { name: 'Schedule' }).getAttribute('aria-selected'), 'true');
  await page.getByRole('article', { name: 'The loop at line 13' }).waitFor();
  await page.keyboard.press('Alt+4');
  assert.equal(await page.getByRole('tab', { name: 'Launch' }).getAttribute('aria-selected'), 'true');
  await page.getByRole('button', { name: 'Options' }).press('Enter');
  await page.getByLabel('Level').selectOption('0');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByLabel('Level').count(), 0, 'Escape closes the menu');
  assert.match(await page.getByRole('button', { name: 'Options' }).innerText(), /1/, 'one changed setting is counted');
  await page.getByLabel('Target').selectOption('sm_100a');
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.getByText('There is no PTX at level O0').waitFor();
  await page.getByRole('separator').focus();
  const before = await page.locator('.source').evaluate((pane) => pane.clientWidth);
  await page.keyboard.press('ArrowRight');
  await until(async () => (await page.locator('.source').evaluate((pane) => pane.clientWidth)) > before, 'the source is wider');
});

pageTest('the gallery replaces a text that is its own, and undo brings it back', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('button', { name: /^Vector add/ }).click();
  await until(async () => (await textOf(page)) === vadd, 'the kernel is there');
  await editor(page).click();
  await page.keyboard.press('Control+z');
  assert.equal(await textOf(page), gemm);
});

pageTest(
  'a kernel of the gallery that cannot be got leaves the text as it is, and says so',
  {
    errors: [/Failed to load resource/],
    prepare: async (page) => {
      await page.route('**/assets/vadd-*.mlir', (route) => route.abort());
      await page.route('**/assets/softmax-*.json', (route) => route.fulfill({ status: 503, body: 'later' }));
    },
  },
  async (page) => {
    await compiled(page);
    const before = await textOf(page);
    for (const title of ['Vector add', 'Softmax']) {
      await page.getByRole('button', { name: 'Gallery' }).click();
      await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      await page.getByText(`${title} could not be got`).waitFor();
      assert.equal(await textOf(page), before);
    }
  },
);

pageTest('a file can be opened', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'mine.mlir', mimeType: 'text/plain', buffer: Buffer.from('// from a file\n') });
  await until(async () => (await textOf(page)) === '// from a file\n', 'the file is in the editor');
});

pageTest('a file can be dropped anywhere, also on the head of the page', {}, async (page) => {
  await compiled(page);
  const taken = await page.getByRole('banner').evaluate(
    (header, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.py'));
      return ['dragover', 'drop'].map((kind) => !header.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })));
    },
    [...Buffer.from(gemm.replace('def gemm(', 'def dropped('))],
  );
  assert.deepEqual(taken, [true, true], 'the browser does not show the file in place of the page');
  await until(async () => /def dropped/.test(await textOf(page)), 'the file is open');
});

pageTest('a file can be dropped: Python, Tile IR and bytecode, and one that is none of these takes nothing away', {}, async (page) => {
  await compiled(page);
  const python = gemm.replace('def gemm(', 'def dropped(');
  await drop(page, 'dropped.py', Buffer.from(python));
  await until(async () => (await textOf(page)) === python, 'the Python is in the editor');
  await page
    .getByText(/Compiled in/)
    .first()
    .waitFor();
  await drop(page, 'vadd.mlir', Buffer.from(vadd));
  await until(async () => (await textOf(page)) === vadd, 'the Tile IR is in the editor');
  await drop(page, 'blend.tilebc', readFileSync(new URL('../bytecode/blend-13.4.tilebc', import.meta.url)));
  await until(async () => (await textOf(page)).startsWith('entry @blend('), 'the text of the bytecode is in the editor');
  await drop(page, 'broken.tilebc', Buffer.from([0x7f, ...Buffer.from('TileIR'), 0, 13, 4, 0, 0, 0x82]));
  await page.getByText('broken.tilebc was not opened').waitFor();
  assert.match(await textOf(page), /^entry @blend\(/);
  // A picture is no kernel in some other language, and a program of the machine no text.
  for (const [name, bytes] of [
    ['picture.png', readFileSync(new URL('../../web/screenshot.png', import.meta.url)).subarray(0, 4096)],
    ['kernel.cubin', [0x7f, ...Buffer.from('ELF'), 2, 1, 1, 0, 0]],
  ]) {
    await drop(page, name, Buffer.from(bytes));
    await page.getByText(`${name} was not opened: it is neither text in UTF-8 nor bytecode of Tile IR`).waitFor();
    assert.match(await textOf(page), /^entry @blend\(/);
  }
  // A file that is opened next takes the word about it away; text may be in any script.
  const letters = `# ядро, 你好\n${python}`;
  await drop(page, 'letters.py', Buffer.from(letters));
  await until(async () => (await textOf(page)) === letters, 'the text is in the editor');
  assert.equal(await page.locator('.notice').count(), 0);
});

pageTest('the gallery shows that it goes on, and each kernel has one line for its name and a sentence on what it teaches', { width: 1440, height: 900 }, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  const entries = page.locator('.gallery .examples button');
  const count = await entries.count();
  assert.ok(count >= 20, `${count}`);
  const seen = await entries.evaluateAll((all) => all.map((one) => [one.querySelector('strong').getClientRects().length, one.querySelector('small').innerText]));
  for (const [lines, teaches] of seen) assert.ok(lines === 1 && teaches.length > 20, `${lines}: ${teaches}`);
  assert.equal(new Set(seen.map(([, teaches]) => teaches)).size, count, 'no two say the same');
  // A file can be opened without a search for where, and the panel ends in the middle of an entry, not between two.
  const panel = await page.locator('.gallery .panel').evaluate((panel) => {
    const { top, bottom } = panel.getBoundingClientRect();
    const cut = [...panel.querySelectorAll('.examples button')].some((one) => one.getBoundingClientRect().top < bottom - 4 && one.getBoundingClientRect().bottom > bottom + 4);
    const file = panel.querySelector('.file').getBoundingClientRect();
    return { inside: top >= 0 && bottom <= innerHeight, cut, file: file.top >= top && file.bottom <= bottom, scrolls: panel.scrollHeight > panel.clientHeight };
  });
  assert.deepEqual(panel, { inside: true, cut: true, file: true, scrolls: true });
  await entries.last().click();
  await until(async () => (await textOf(page)) !== gemm, 'the last one can be chosen');
});

pageTest('bytecode is opened as its text, and the text is downloaded as bytecode', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  const blend = new URL('../bytecode/blend-13.4.tilebc', import.meta.url);
  await page.locator('input[type=file]').setInputFiles(fileURLToPath(blend));
  await until(async () => (await textOf(page)).startsWith('entry @blend('), 'the text is in the editor');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download bytecode' }).click()]);
  const saved = readFileSync(await download.path());
  assert.deepEqual([...saved.subarray(0, 12)], [0x7f, ...Buffer.from('TileIR'), 0, 13, 4, 0, 0]);
});

pageTest('a broken file of bytecode is refused in words', {}, async (page) => {
  await compiled(page);
  const before = await textOf(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  const buffer = Buffer.from([0x7f, ...Buffer.from('TileIR'), 0, 13, 4, 0, 0, 0x82]);
  await page.locator('input[type=file]').setInputFiles({ name: 'broken.tilebc', mimeType: 'application/octet-stream', buffer });
  await page.getByText('broken.tilebc was not opened').waitFor();
  assert.equal(await textOf(page), before);
});

/** Flags of the command line that are about files and what is printed: a page has tabs, a file menu and links for that. */
const ABOUT_FILES = ['--emit', '--explain-loop', '--from', '--help', '--list-passes', '--output-file', '--print-after', '--print-after-all', '--schedule-trace-file', '--snapshots', '--timings'];
/** The words of the published description are printed by the command line, and nobody runs them. */
const PRINTED = ['--described'];
/** Flags that say what a kernel in Python is compiled for; the page takes Tile IR. */
const ABOUT_PYTHON = ['--arg', '--case', '--const'];

pageTest('a setting that is no whole number in its range is refused in words, and the one before stays', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Options' }).click();
  const stages = page.getByLabel('Stages', { exact: true });
  const refused = page.getByRole('alert').filter({ hasText: 'Stages: a whole number from 1 to 4,294,967,295. The value before stays in force.' });
  await stages.fill('2');
  for (const text of ['0', '-3', '2.5', '99999999999']) {
    await stages.fill(text);
    await refused.waitFor();
    assert.equal(await stages.inputValue(), text, 'what is typed stays while it is typed');
    assert.equal(await stages.getAttribute('aria-invalid'), 'true');
    await stages.fill('2');
    await refused.waitFor({ state: 'detached' });
  }
  await stages.fill('0');
  await stages.blur();
  assert.equal(await stages.inputValue(), '0', 'the text that the words are about');
  await refused.waitFor();
  await stages.fill('');
  await refused.waitFor({ state: 'detached' });
  assert.equal(await stages.inputValue(), '', 'none is a choice too');
  // Also where the value was the default all the time.
  await stages.fill('-1');
  await refused.waitFor();
  await page.getByRole('button', { name: 'Back to the defaults' }).click();
  await refused.waitFor({ state: 'detached' });
  assert.equal(await stages.inputValue(), '');
  // Each of a pair says which of the two it is.
  await page.getByLabel('Tile scheduler').selectOption('stream-k');
  await page.getByLabel('Cluster along m').fill('0');
  await page.getByRole('alert').filter({ hasText: 'Cluster along m: a whole number from 1' }).waitFor();
});

pageTest('the form sets every option of the command line, by keyboard, and links keep them', {}, async (page, context) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Options' }).press('Enter');
  const help = execFileSync(process.env.TILEWRIGHT_BIN, ['compile', '--help'], { encoding: 'utf8' });
  const flags = [...help.matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1]);
  const own = flags.filter((flag) => !ABOUT_FILES.includes(flag) && !ABOUT_PYTHON.includes(flag) && !PRINTED.includes(flag) && flag !== '--gpu-name');
  assert.deepEqual((await page.locator('.form small code').allInnerTexts()).sort(), own.sort());

  await page.getByLabel('Tile scheduler').selectOption('stream-k');
  await page.getByLabel('Formulas').selectOption('cutlass-sm90');
  await page.getByLabel('Cluster along m').fill('2');
  await page.getByLabel('Loop scheduler').selectOption('rau');
  await page.getByLabel('Pipelining of loops').selectOption('unspecialize');
  await page.getByLabel('Scheduler model').selectOption('documented-blackwell');
  await page.getByLabel('Stages', { exact: true }).fill('3');

  // From the first control, Tab reaches every other one, and each says what it is.
  const controls = page.locator('.form :is(select, input, button)');
  await controls.first().focus();
  for (let at = 0; at < (await controls.count()); at++) {
    const focused = controls.nth(at);
    assert.ok(await focused.evaluate((element) => element === document.activeElement), `control ${at} is reached`);
    assert.ok(await focused.evaluate((element) => element.matches('button') || document.getElementById(element.getAttribute('aria-describedby'))?.innerText), `control ${at} says what it does`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  assert.match(await page.getByRole('button', { name: 'Options' }).innerText(), /5/, 'five changed settings are counted');

  await compiled(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  const other = await context.browser().newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await compiled(elsewhere);
  await elsewhere.getByRole('button', { name: 'Options' }).click();
  for (const [label, value] of [
    ['Tile scheduler', 'stream-k'],
    ['Formulas', 'cutlass-sm90'],
    ['Cluster along m', '2'],
    ['Cluster along n', '1'],
    ['Loop scheduler', 'rau'],
    ['Pipelining of loops', 'unspecialize'],
    ['Scheduler model', 'documented-blackwell'],
    ['Stages', '3'],
    ['Kernel', ''],
  ]) {
    // The text of a label goes on with the names of its choices.
    assert.equal(
      await elsewhere
        .locator('.form')
        .getByLabel(new RegExp(`^${label}`))
        .inputValue(),
      value,
      label,
    );
  }
  await elsewhere.getByRole('button', { name: 'Back to the defaults' }).click();
  assert.equal(await elsewhere.getByLabel('Tile scheduler').inputValue(), '');
  assert.ok(await elsewhere.getByLabel('Formulas').isDisabled(), 'without a tile scheduler, nothing is asked of it');
  await other.close();
});

pageTest('text and settings survive a reload', {}, async (page) => {
  await compiled(page);
  await page.getByLabel('Target').selectOption('sm_80');
  await write(page, '// kept over a reload\n');
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('kept over'));
  await page.reload();
  await compiled(page);
  assert.equal(await textOf(page), '// kept over a reload\n');
  assert.equal(await page.getByLabel('Target').inputValue(), 'sm_80');
});

pageTest(
  'the page works where nothing can be stored',
  {
    prepare: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('closed', 'SecurityError');
          },
        }),
      ),
  },
  async (page) => {
    await compiled(page);
    await write(page, '// nowhere\n');
    await compiled(page);
    assert.equal(await textOf(page), '// nowhere\n');
  },
);

pageTest('the theme follows the system until it is chosen', { colorScheme: 'dark' }, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await page.getByRole('button', { name: /^Theme/ }).click();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await ground(), light, 'the choice is kept');
});

pageTest('a narrow screen shows one pane at a time and never scrolls sideways', { width: 360, height: 740 }, async (page) => {
  await compiled(page);
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.equal(await page.locator('.result').isVisible(), false);
  assert.equal(await sideways(), false);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  assert.equal(await page.locator('.source').isVisible(), false);
  assert.ok(await page.getByRole('article', { name: 'The loop at line 13' }).isVisible());
  for (const name of ['Passes', 'PTX', 'Schedule', 'Launch']) {
    await page.getByRole('tab', { name }).click();
    assert.equal(await sideways(), false, name);
  }
});

pageTest('no text is no mistake, and a thousand mistakes are not a thousand rows', {}, async (page) => {
  await compiled(page);
  await write(page, '');
  await page.locator('.status').filter({ hasText: 'No kernel yet' }).waitFor();
  assert.equal(await page.locator('.status.bad, .severity.error').count(), 0);
  await write(page, `entry @k() {\n  %a = constant <i32: 1> : tile<i32>\n${Array.from({ length: 300 }, (_, at) => `  %v${at} = addf %a, %a : tile<i32>`).join('\n')}\n  return\n}\n`);
  await page.getByText(/^and 800 more: the first ones/).waitFor();
  assert.equal(await page.locator('.problems li .severity').count(), 100);
  // A double click chooses a whole name, and a bare number is no type.
  await write(page, 'entry @k() {\n  %ta = constant <i32: 16> : tile<i32>\n  return\n}\n');
  await editor(page).getByText('%ta', { exact: true }).dblclick();
  await page.keyboard.press('Control+c');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '%ta');
  const colour = (text) =>
    editor(page)
      .getByText(text, { exact: true })
      .first()
      .evaluate((token) => getComputedStyle(token).color);
  assert.notEqual(await colour('16'), await colour('i32'));
});

pageTest(
  'what is needed for a launch is exact, named, and can be taken along',
  { prepare: (page) => page.addInitScript((source) => localStorage.setItem('tilewright.draft', JSON.stringify({ source, options: {} })), matmul) },
  async (page) => {
    await compiled(page);
    await page.getByRole('tab', { name: 'Launch' }).click();
    assert.match(await page.locator('.facts').innerText(), /Dynamic shared memory\s+91,136 bytes \(89 KiB\)/);
    assert.match(await page.locator('.facts').innerText(), /one CTA per tile block/);
    assert.match(await page.getByRole('table', { name: /TMA/ }).innerText(), /%a\s+%k, %m/);
    assert.match(await page.getByRole('table', { name: 'Parameters, in order' }).innerText(), /descriptor of %a.*descriptor of %b.*descriptor of %c/s);
    assert.match(await page.getByRole('table', { name: 'What it costs' }).innerText(), /shared memory\s+91136 bytes/);
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    const abi = JSON.parse(await until(() => page.evaluate(() => navigator.clipboard.readText()), 'it is copied'));
    assert.equal(abi.shared_bytes, 91136);
    // The PTX can be taken along, and its facts are read whole.
    await page.getByRole('tab', { name: 'PTX' }).click();
    const facts = page.locator('.summary');
    assert.match(await facts.innerText(), /every interleaving of \d+ scenarios/);
    assert.equal(await facts.evaluate((box) => box.scrollWidth > box.clientWidth || [...box.querySelectorAll('dd')].some((one) => one.scrollWidth > one.clientWidth)), false, 'nothing is cut');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    assert.equal(saved.suggestedFilename(), 'matmul.ptx');
    assert.match(readFileSync(await saved.path(), 'utf8'), /\.visible \.entry matmul/);
    // A pass that wraps ops into a region changes what it adds, and what is no more keeps its number.
    await page.getByRole('tab', { name: 'Passes' }).click();
    await page.getByLabel('Find a pass').fill('materialize-schedule');
    await passes(page).first().click();
    await page.getByLabel('Changes').check();
    await page.locator('.listing .cm-deletedNumbers').first().waitFor();
    const gone = await page.locator('.listing .cm-deletedLine').allInnerTexts();
    assert.ok(gone.length > 0 && gone.length < 10, `${gone.length} lines are gone`);
    assert.match(await page.locator('.listing .cm-deletedNumbers').first().innerText(), /^\d+(\n\d+)*$/);
  },
);

/**
 * A compiler that answers as it is told, in a page that can hold its timers: `waits` are their rests in milliseconds, and none of them ends before it is let go.
 * While `still` its clock stands, so that no compilation is a slow one, however busy this machine is.
 */
const held = {
  prepare: async (page) => {
    await fakeCompiler().prepare(page);
    await page.addInitScript(() => {
      const own = window.setTimeout;
      const waiting = [];
      window.timers = { hold: false, still: true, waits: [], letGo: () => waiting.splice(0).map((run) => run()) };
      const now = performance.now.bind(performance);
      performance.now = () => (window.timers.still ? 0 : now());
      window.setTimeout = (action, rest = 0, ...more) => {
        if (!window.timers.hold || rest < 1) return own(action, rest, ...more);
        window.timers.waits.push(rest);
        const run = () => action(...more);
        waiting.push(run);
        // Taken back, it never comes: the number is of no timer of the browser's.
        return -waiting.length;
      };
    });
  },
};

pageTest('no timer stands between a key and its verdict, but after a compilation that was slow', held, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Passes' }).click();
  await write(page, 'entry @first() {\n  return\n}\n');
  await until(async () => /@first/.test(await afterPass(page).innerText()), 'it is compiled');
  await page.evaluate(() => (window.timers.hold = true));
  await page.keyboard.type('// typed');
  await until(async () => /typed/.test(await afterPass(page).innerText()), 'it is compiled while no timer ends');
  // The twin: where the last compilation took longer than the rest, keys are waited for.
  await page.evaluate(() => (window.timers.still = false));
  await page.keyboard.type(' SLOW');
  await until(async () => /SLOW/.test(await afterPass(page).innerText()), 'it is compiled, slowly');
  const before = await page.evaluate(() => window.timers.waits.length);
  await page.keyboard.type('!');
  await page.waitForTimeout(1000);
  assert.doesNotMatch(await afterPass(page).innerText(), /SLOW!/, 'the rest has not ended');
  const rests = await page.evaluate((from) => window.timers.waits.slice(from), before);
  assert.ok(rests.includes(120), `${rests}`);
  await page.evaluate(() => window.timers.letGo());
  await until(async () => /SLOW!/.test(await afterPass(page).innerText()), 'after the rest it is compiled');
});

// Of a laptop's screen of 1366 pixels at 200 %.
pageTest('on a low screen the bars above a result go away as one reads on', { width: 683, height: 340 }, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  const headline = page.locator('.headline strong').first();
  await headline.waitFor();
  const top = () => page.locator('#view').evaluate((view) => view.getBoundingClientRect().top);
  assert.ok((await top()) > 100, 'first there are bars');
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 400);
  await until(async () => (await top()) < 60, 'then only the names of the views');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 683);
});

pageTest('paper has the result alone, whole', {}, async (page) => {
  await compiled(page);
  await page.locator('.table-drawing').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.source', '.bar', '.files', '.tab-bar']) assert.equal(await page.locator(part).isVisible(), false, part);
  const [page_, view] = await page.evaluate(() => [document.documentElement.scrollHeight, document.querySelector('#view').scrollHeight]);
  assert.ok(view > 2000 && page_ >= view, `nothing of ${view} is cut at ${page_}`);
});

pageTest('a text in no language that is read is told so, and after 20 errors that there may be more', {}, async (page) => {
  await compiled(page);
  await write(page, 'hello there\nthis is a letter\n');
  const told = page.locator('.problems li');
  await told.filter({ hasText: 'no line of this is of a language that is read here' }).waitFor();
  assert.equal(await told.count(), 1);
  assert.doesNotMatch(await told.innerText(), /did you mean/);
  await write(page, `entry @k() {\n${'  frobnicate\n'.repeat(40)}  return\n}\n`);
  await told.filter({ hasText: 'these are the first 20 errors: the text is not read to its end' }).waitFor();
  assert.equal(await page.locator('.problems .severity.error').count(), 20);
});

pageTest('no view scrolls the page, only what is in it', { width: 1366, height: 768 }, async (page) => {
  await compiled(page);
  for (const name of ['Schedule', 'Passes', 'PTX', 'Launch', 'Run', 'Tiles', 'Compare']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await until(() => page.evaluate(() => document.documentElement.scrollHeight === innerHeight), `${name} is as high as the window`);
  }
});

pageTest('an empty editor has no errors anywhere', {}, async (page) => {
  await compiled(page);
  await write(page, '');
  for (const name of ['Schedule', 'Passes', 'PTX']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page
      .locator('#view')
      .getByText(/There is no kernel yet|appears here/)
      .first()
      .waitFor();
    assert.doesNotMatch(await page.locator('#view').innerText(), /error/, name);
  }
});
