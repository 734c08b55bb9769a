// Kernels in Python: recognised, compiled, told of in Python's lines and names, carried by links, and run.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const gemm = read('../cutile/gemm.py');
const bare = gemm.replace(/^# tilewright.*\n/gm, '');
const field = (page, name) => page.locator('.signature').getByLabel(name, { exact: true });
const problems = (page) => page.locator('.problems li');

let asked = [];
const watched = {
  prepare: (page) => {
    asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  },
};

pageTest(
  'the first view is drawn before what reads Python is there',
  {
    prepare: async (page) => {
      page.asked = new Promise((tell) => (page.tell = tell));
      // It never comes.
      await page.route('**/cutile_bg*.wasm', () => page.tell());
    },
  },
  async (page) => {
    await compiled(page);
    await page.getByRole('article', { name: 'The loop at line 13' }).waitFor();
    await page.asked;
    assert.equal(await page.locator('.signature summary').innerText(), 'Signature of gemm 6 parameters');
  },
);

pageTest(
  'colours and search come behind the first result, and both are there then',
  {
    prepare: async (page) => {
      watched.prepare(page);
      page.arrive = new Promise((arrive) => (page.letIn = arrive));
      await page.route('**/tilewright_bg*.wasm', async (route) => {
        await page.arrive;
        await route.continue();
      });
    },
  },
  async (page) => {
    await editor(page).waitFor();
    await page.waitForLoadState('load');
    await page.waitForTimeout(500);
    assert.deepEqual(
      asked
        .filter((path) => /\.js$/.test(path))
        .map((path) => path.replace(/^\/(?:assets\/)?(\w+).*/, '$1'))
        .sort(),
      ['early', 'index', 'packages', 'theme', 'worker'],
    );
    page.letIn();
    await compiled(page);
    await until(async () => (await editor(page).locator('.cm-line span').count()) > 50, 'it has colours');
    await editor(page).click();
    await until(async () => {
      await page.keyboard.press('Control+f');
      return (await page.getByRole('textbox', { name: 'Find', exact: true }).count()) > 0;
    }, 'there is a search');
    await page.keyboard.type('ct.mma');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.querySelector('.editor')?.shadowRoot?.getSelection?.()?.toString()), 'ct.mma');
  },
);

pageTest('a kernel in Python is compiled, and its lines light up', watched, async (page) => {
  await write(page, gemm.replace('tk=32', 'tk=64'));
  await compiled(page);
  assert.ok(asked.some((path) => /cutile_bg.*\.wasm$/.test(path)));
  await page.getByRole('tab', { name: 'Passes' }).click();
  await page.locator('.pass-list').getByRole('option').first().click();
  const line = gemm.split('\n').findIndex((text) => text.includes('ct.mma')) + 1;
  await editor(page)
    .locator('.cm-line')
    .nth(line - 1)
    .hover();
  await until(async () => (await page.locator('.listing .cm-linked').count()) > 0, 'lines of the IR light up');
  for (const text of await page.locator('.listing .cm-linked').allInnerTexts()) assert.match(text, /mmaf/);
});

pageTest('a name that is assigned again is followed as the value that it has in the line', {}, async (page) => {
  await compiled(page);
  await page.getByRole('tab', { name: 'Passes' }).click();
  await page.locator('.pass-list').getByRole('option').first().click();
  const chosen = page.getByRole('region', { name: 'The chosen value through the passes' });
  const lines = gemm.split('\n');
  const choose = async (line, after) => {
    await editor(page).press('Control+Home');
    for (let at = 1; at < line; at++) await page.keyboard.press('ArrowDown');
    for (let at = lines[line - 1].indexOf('acc', after); at > 0; at--) await page.keyboard.press('ArrowRight');
  };
  const starts = lines.findIndex((text) => text.includes('ct.zeros')) + 1;
  const product = lines.findIndex((text) => text.includes('ct.mma')) + 1;
  for (const [line, after, name, made] of [
    [product, 0, '%acc_3', /^parse\s+%acc_3 = mmaf /],
    [product, 16, '%acc_2', /^parse\s+given to the kernel or to a loop/],
    [product + 1, 0, '%acc_1', /^parse\s+%acc_1 = for /],
    [starts, 0, '%acc', /^parse\s+%acc = constant /],
  ]) {
    await choose(line, after);
    await chosen.filter({ hasText: `${name} through the passes` }).waitFor();
    assert.match(await chosen.locator('li').first().innerText(), made);
    await until(async () => (await editor(page).locator('.cm-value').allInnerTexts()).join() === 'acc,acc,acc,acc', 'Python has one word for all of them');
  }
});

/** Pieces of Python, and the colour of the style sheet that each has. */
const COLOURS = {
  keyword: ['import', 'def', 'for', 'return'],
  op: ['in'],
  string: ['"""for 16', 'in \\""""', "'te\\'xt'"],
  number: ['16', '0.5'],
  comment: ['# def 16, a "comment"'],
  meta: ['@', 'kernel', 'None'],
  value: ['X', 'i'],
};
const COLOURED = `# def 16, a "comment"
import cuda.tile as ct

@ct.kernel(occupancy=16)
def k(X):
    """for 16
in \\""""
    for i in range(16):
        print('te\\'xt', 0.5, X@i, None)
    return
`;
/** The colours of the style sheet by name, in light and in dark. */
const sheet = Object.fromEntries([...read('../../web/src/styles/colours.css').matchAll(/--code-(\w+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, ...both]) => [name, both]));
const rgb = (hex) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

for (const [scheme, colorScheme] of ['light', 'dark'].entries())
  pageTest(`keywords, strings, numbers, comments and decorators of Python have their colours (${colorScheme})`, { colorScheme }, async (page) => {
    await compiled(page);
    await write(page, COLOURED);
    const colours = (piece) =>
      editor(page)
        .locator('.cm-line span')
        .getByText(piece, { exact: true })
        .or(editor(page).locator('.cm-line > span').filter({ hasText: piece }))
        .evaluateAll((spans, piece) => spans.filter((span) => span.textContent === piece && span.children.length === 0).map((span) => getComputedStyle(span).color), piece);
    await until(async () => (await colours('def')).length > 0, 'it has colours');
    for (const [name, pieces] of Object.entries(COLOURS))
      for (const piece of pieces) {
        const seen = await colours(piece);
        assert.ok(seen.length > 0, `${piece} is a token of its own`);
        for (const colour of seen) assert.equal(colour, rgb(sheet[name][scheme]), `${piece} is a ${name}`);
      }
    await editor(page).locator('.cm-line').nth(1).click();
    await page.keyboard.press('ControlOrMeta+/');
    await until(async () => (await colours('# import cuda.tile as ct')).length > 0, 'a line is commented out');
    // Each is told from the others, and from what has no colour.
    const kinds = Object.keys(COLOURS).map((name) => sheet[name][scheme]);
    assert.equal(new Set(kinds).size, kinds.length);
  });

pageTest('faults are told in lines of Python, with a caret and what to write', {}, async (page) => {
  await compiled(page);
  await write(page, gemm.replace('ct.mma(a, b, acc)', 'ct.mmma(a, b, acc)').replace('ct.bid(1)', 'ct.bid(7)'));
  await page
    .getByText(/[2-9] errors/)
    .first()
    .waitFor();
  const told = (await problems(page).allInnerTexts()).join('\n');
  assert.match(told, /did you mean `?(ct\.)?mma`?/);
  assert.match(told, /16:\d+/);
  assert.match(told, /11:\d+/);
  await problems(page).last().getByRole('button').click();
  await page.locator('.cm-lintRange-error').first().waitFor();
});

pageTest('an axis that does not fit is marked in the call, by the parameter that it is for', {}, async (page) => {
  await compiled(page);
  const call = 'c = ct.sum(acc, axis=5)';
  await write(page, gemm.replace(/^( *)(ct\.store\()/m, `$1${call}\n$1$2`));
  const row = problems(page).filter({ hasText: /axis/ }).first();
  await row.waitFor();
  const source = await textOf(page);
  const line = source.split('\n').findIndex((one) => one.includes(call)) + 1;
  const at = source.split('\n')[line - 1].indexOf('5') + 1;
  assert.match(await row.innerText(), new RegExp(`${line}:${at}\\b`), 'the number itself is marked');
});

pageTest('what nobody says of the parameters is assumed, shown in the form, and written by it', {}, async (page) => {
  await compiled(page);
  await write(page, bare);
  await compiled(page);
  await page.getByText('6 parameters not said').waitFor();
  await until(async () => (await field(page, 'A').inputValue()) === 'f16[?,?] div=8', 'what is assumed is in the form');
  await field(page, 'tk').fill('32');
  await field(page, 'tk').press('Enter');
  await until(async () => /# tilewright: tk=32\n@ct.kernel/.test(await textOf(page)), 'the comment is there');
  await page.getByText('5 parameters not said').waitFor();
  await page.getByRole('button', { name: 'Write what is assumed' }).click();
  await until(
    async () => (await page.locator('.signature summary').innerText()).includes('6 parameters') && !(await page.locator('.signature summary').innerText()).includes('not said'),
    'all is said',
  );
  assert.match(await textOf(page), /# tilewright: A=f16\[\?,\?\] div=8; B=.*\n# tilewright: tm=64; tn=64; tk=32\n@ct.kernel|# tilewright: A=.*tk=32\n@ct.kernel/);
  await editor(page).click();
  await page.keyboard.press('Control+z');
  await page.getByText('5 parameters not said').waitFor();
});

pageTest('of several kernels one is chosen', {}, async (page) => {
  await compiled(page);
  const second = '\n\n# tilewright: X=f32[?]\n@ct.kernel\ndef twice(X):\n    ct.store(X, (0,), 2 * ct.load(X, (0,), (64,)))\n';
  await write(page, gemm + second);
  await compiled(page);
  await page.locator('.signature summary').click();
  await page.locator('.signature').getByLabel('Kernel').selectOption('twice');
  await page.getByText('Signature of twice').waitFor();
  await page.getByRole('tab', { name: 'PTX' }).click();
  await until(async () => /entry twice/.test(await page.locator('.listing .cm-content').innerText()), 'the PTX is of the other kernel');
});

pageTest('a link carries Python', {}, async (page, context) => {
  const text = gemm.replace('tk=32', 'tk=64');
  await write(page, text);
  await compiled(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('The link').inputValue();
  const other = await context.browser().newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await compiled(elsewhere);
  assert.equal(await textOf(elsewhere), text);
  await elsewhere.getByRole('article', { name: 'The loop at line 13' }).waitFor();
  await other.close();
});

pageTest('a kernel in Python runs in both engines, its parameters by their names', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Gallery' }).click();
  await page.getByRole('button', { name: /^Softmax/ }).click();
  await until(async () => /def softmax/.test(await textOf(page)), 'the kernel is there');
  await compiled(page);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByText('X.shape[0] × X.shape[1]').waitFor();
  const button = page.getByRole('button', { name: 'Run', exact: true });
  await until(() => button.isEnabled(), 'the form is filled in');
  await button.click();
  await page
    .locator('.run-verdict')
    .filter({ hasText: /gives what the kernel means/ })
    .waitFor();
});

pageTest('a text in another language is named', {}, async (page) => {
  await compiled(page);
  const TEXTS = [
    ['import triton\n@triton.jit\ndef k(x):\n  pass\n', 'this is Triton'],
    ['import tilelang\n', 'this is TileLang'],
    ['#include <cuda.h>\n__global__ void k() {}\n', 'this is CUDA C++'],
    ['.version 8.0\n.target sm_90\n.visible .entry k() {}\n', 'this is PTX'],
    ['func.func @k() {\n}\n', 'this is MLIR of other dialects'],
    // Pieces without their heads.
    ['int i = blockIdx.x * blockDim.x + threadIdx.x;\n', 'this is CUDA C++'],
    ['mov.u32 %r1, %tid.x;\n@%p1 bra DONE;\n', 'this is PTX'],
    ['%0 = arith.addf %a, %b : f32\n', 'this is MLIR of other dialects'],
    ['__kernel void k(__global float *x) {}\n', 'this is OpenCL C'],
    ['pid = tl.program_id(0)\n', 'this is Triton'],
    ['    x = ct.load(X, (0,), (16,))\n', 'this is a piece of a cuTile kernel'],
    ['@ct.kernel\ndef k(X):\n    pass\n', 'the file does not import it'],
  ];
  for (const [text, what] of TEXTS) {
    await write(page, text);
    await problems(page).filter({ hasText: what }).waitFor();
    assert.equal(await problems(page).count(), 1, what);
  }
  // A kernel that speaks of them is none of them.
  await write(page, gemm.replace('import cuda', '# As threadIdx.x in CUDA, and tl.load( in Triton.\nimport cuda'));
  await compiled(page);
  assert.equal(await problems(page).filter({ hasText: 'this is' }).count(), 0);
});

pageTest('the gallery begins with Python, and a kernel from it takes the link out of the address', {}, async (page) => {
  await compiled(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('The link').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Gallery' }).click();
  const first = page.locator('.examples button').first();
  assert.match(await first.innerText(), /^GEMM\s+Python\s+A matrix product/);
  await page.getByRole('button', { name: /^Softmax/ }).click();
  await until(async () => /def softmax/.test(await textOf(page)), 'the kernel is there');
  assert.equal(new URL(page.url()).hash, '');
});

pageTest('texts that nest deep are refused in words', {}, async (page) => {
  await compiled(page);
  const head = 'import cuda.tile as ct\n\n@ct.kernel\ndef k(X):\n';
  const TEXTS = [
    [`${head}    x = ${'('.repeat(300)}1${')'.repeat(300)}\n`, 'nested more than 200 deep'],
    [`${head}    x = ${'1+'.repeat(6000)}1\n`, 'more than 2000 operators'],
    [`${head}    x = ${'1+'.repeat(1900)}1\n`, 'nested more than 400 deep'],
    [`import cuda.tile as ct\ndef f(n):\n    return 1 + f(n + 1)\n\n@ct.kernel\ndef k(X):\n    y = f(0)\n`, 'the recursion does not end'],
  ];
  for (const [text, what] of TEXTS) {
    await write(page, text);
    await problems(page).filter({ hasText: what }).waitFor();
  }
});

pageTest('advice is of the form, which stands beside it, and not of a command line', {}, async (page) => {
  await compiled(page);
  await write(page, 'import cuda.tile as ct\n\n@ct.kernel\ndef raw(X):\n    X.get_raw_memory().store_offset(0, 1.0)\n');
  const unsaid = problems(page).filter({ hasText: 'nothing says what `X` is' });
  await unsaid.waitFor();
  assert.match(await unsaid.innerText(), /in the form of the signature, below the text: of `X` for instance `f16\[\?,\?\]`/);
  assert.doesNotMatch(await page.locator('.problems').innerText(), /--[a-z]/);
  // The advice can be followed.
  await field(page, 'X').fill('f16[?]');
  await field(page, 'X').press('Enter');
  await until(async () => !(await page.locator('body').innerText()).includes('nothing says what'), 'it is said');
  await write(page, 'entry @one() {\n  return\n}\nentry @two() {\n  return\n}\n');
  await problems(page).filter({ hasText: 'choose one under Options, “Kernel”' }).waitFor();
  assert.doesNotMatch(await page.locator('.problems').innerText(), /--[a-z]/);
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await page
    .locator('.form')
    .getByLabel(/^Kernel/)
    .selectOption('two');
  await page
    .getByText(/Compiled in/)
    .first()
    .waitFor();
});

pageTest('parameters, tiles and their buffers have the names of Python everywhere', {}, async (page) => {
  await compiled(page);
  const buffers = page.getByRole('group', { name: 'Buffers in shared memory' }).locator('tbody th');
  await until(async () => (await buffers.count()) > 0, 'the buffers are listed');
  assert.deepEqual(
    (await buffers.allInnerTexts()).map((text) => text.trim()),
    ['a', 'b', 'barriers', 'staging'],
  );
  const steps = await page.locator('.steps tbody').innerText();
  assert.match(steps, /starts the write of item 0 in a\[0\] and the write of item 0 in b\[0\]/);
  for (const name of ['Schedule', 'Launch', 'Run']) {
    await page.getByRole('tab', { name }).click();
    if (name === 'Run') await page.getByText('A.shape[0] × A.shape[1] × B.shape[1]').waitFor();
    assert.doesNotMatch(await page.locator('.result .view').innerText(), /%[A-Za-z]/, name);
  }
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-verdict').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Outputs' }).locator('tbody code').innerText(), 'C');
  await page.getByRole('tab', { name: 'Launch' }).click();
  const names = await page.getByRole('table', { name: 'Parameters, in order' }).locator('tbody td:nth-child(2)').allInnerTexts();
  assert.deepEqual(names.slice(0, 6), ['A', 'A.shape[0]', 'A.shape[1]', 'A.strides[0]', 'A.strides[1]', 'B']);
});

pageTest('a kernel in Tile IR keeps its own names', {}, async (page) => {
  await compiled(page);
  await write(page, read('../kernels/matmul.mlir'));
  const buffers = page.getByRole('group', { name: 'Buffers in shared memory' }).locator('tbody th');
  await until(async () => (await buffers.first().innerText()).trim() === '%ta', 'the buffer of %ta');
  assert.match(await page.locator('.steps tbody').innerText(), /item 0 in %ta\[0\]/);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByText('%m × %n × %k').waitFor();
});

pageTest('a loop that is left alone is told by its own line, and by that of the reason', {}, async (page) => {
  await compiled(page);
  // A product of types that no unit multiplies in a pipeline: its line is 16, that of its loop 13.
  await write(page, gemm.replaceAll('f16[?,?] div=8', 'f64[?,?] div=8').replace('ct.float32', 'ct.float64'));
  const refused = page.locator('.refusals li').first();
  await refused.waitFor();
  assert.match(await refused.innerText(), /line 13 because of line 16/);
  await refused.getByRole('button', { name: 'Go to line 13 of the source' }).waitFor();
});
