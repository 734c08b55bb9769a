// The page without a network, a newer version of it, and the page inside another.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { at } from '../../scripts/lib/places.mjs';
import { address, compiled, editor, pageTest, textOf, until, write } from './harness.mjs';

const kernel = (name) => readFileSync(new URL(`../kernels/${name}.mlir`, import.meta.url), 'utf8');
/** Waits until all files are kept. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

pageTest('after the first visit the page works without a network: compiling, Python, and running', { keepsOffline: true }, async (page, context) => {
  await compiled(page);
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await compiled(page);
  await write(page, kernel('matmul'));
  await compiled(page);
  await page.getByRole('tab', { name: 'Run' }).click();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await until(() => run.isEnabled(), 'the engines are there');
  await page.getByRole('tab', { name: 'PTX' }).click();
  await page.locator('.listing .cm-line').first().waitFor();
  await write(page, `${readFileSync(new URL('../cutile/gemm.py', import.meta.url), 'utf8')}\n# other\n`);
  await page.locator('.status.good').filter({ hasText: 'Compiled in' }).waitFor();
  // Data comes without a network too: kernels of the gallery, and the meanings of words.
  for (const [title, words] of [
    ['Softmax', 'def softmax'],
    ['Vector add', 'entry @vadd'],
  ]) {
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
    await until(async () => (await textOf(page)).includes(words), `${title} is there`);
  }
  const words = await context.newPage();
  await words.goto(`${address()}glossary.html`);
  await words.getByRole('heading', { name: 'Glossary' }).waitFor();
});

pageTest('a newer version waits until it is asked for, and the text stays', { keepsOffline: true }, async (page) => {
  await compiled(page);
  await kept(page);
  await page.reload();
  await compiled(page);
  await write(page, '// mine\n');
  await page.waitForTimeout(600);
  // The server has another build from here on.
  const worker = at('web/dist/sw.js');
  const before = readFileSync(worker, 'utf8');
  try {
    writeFileSync(worker, before.replace(/tilewright-[0-9a-f]{16}/, 'tilewright-0123456789abcdef'));
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
    await page.getByRole('status').filter({ hasText: 'A newer version of this page is there' }).waitFor();
    await page.getByRole('button', { name: 'Load it' }).click();
    await until(() => page.evaluate(() => caches.keys().then((names) => names.join() === 'tilewright-0123456789abcdef')).catch(() => false), 'the old files are gone');
    await compiled(page);
    await until(async () => (await textOf(page)) === '// mine\n', 'the text is there');
  } finally {
    writeFileSync(worker, before);
  }
});

pageTest('a link is shown inside another page, which the page itself refuses', { errors: [/frame|Refused|ERR_BLOCKED/i] }, async (page, context) => {
  await compiled(page);
  await write(page, kernel('matmul'));
  await compiled(page);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('The link').waitFor();
  await page.getByRole('button', { name: 'Copy as a frame' }).click();
  await until(() => page.evaluate(() => navigator.clipboard.readText()).then((text) => text.startsWith('<iframe ')), 'it is copied');
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>a blog</title>${frame}<iframe id="whole" src="${address()}"></iframe>`),
  );
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  try {
    const blog = await context.newPage();
    await blog.goto(`http://127.0.0.1:${server.address().port}/`);
    const inside = blog.frameLocator('iframe').first();
    await inside.getByRole('article', { name: /The loop at line/ }).waitFor();
    assert.equal(await inside.getByRole('button', { name: 'Gallery' }).count(), 0);
    assert.match(await inside.getByRole('link', { name: 'Open it' }).getAttribute('href'), /^\/#k1\./);
    await inside.getByRole('button', { name: 'Source', exact: true }).click();
    await inside.getByRole('textbox', { name: 'Kernel', exact: true }).waitFor();
    const whole = blog.frames().find((one) => one.url().startsWith('chrome-error:'));
    assert.ok(whole, 'the page itself is not framed');
  } finally {
    server.close();
  }
  assert.match(await textOf(page), /mma/, 'what is shown elsewhere changes nothing here');
  await editor(page).waitFor({ state: 'attached' });
});

pageTest('the document on pictures shows them live, each one alone', { errors: [] }, async (page) => {
  await page.goto(`${address()}docs/pictures.html`);
  const frame = (name) => page.frameLocator(`iframe[title^="${name}"]`);
  assert.equal(await page.locator('iframe').count(), 9);
  await page.locator('iframe[title^="memory over time"]').scrollIntoViewIfNeeded();
  await frame('memory over time')
    .getByRole('img', { name: /Shared memory: .* bytes .* of/ })
    .first()
    .waitFor();
  assert.equal(await frame('memory over time').getByRole('heading', { name: 'Iterations in time' }).count(), 0);
  await page.locator('iframe[title^="reservation table"]').scrollIntoViewIfNeeded();
  await frame('reservation table').getByRole('heading', { name: 'Reservation table' }).waitFor();
  assert.equal(await frame('reservation table').getByRole('heading', { name: 'Memory over time' }).count(), 0);
  // Those of another view, and of other options, are links.
  for (const name of ['Stages in cycles', 'Layout of a tile', 'Tile map']) {
    const inside = frame(name.toLowerCase());
    await page.locator(`iframe[title^="${name.toLowerCase()}"]`).scrollIntoViewIfNeeded();
    await inside
      .getByRole('button', { name: `${name}: save as PNG` })
      .first()
      .waitFor();
  }
});
