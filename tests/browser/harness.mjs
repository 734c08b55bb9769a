// One server and one browser for a file of tests; a fresh page for each test.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from '../../scripts/lib/browsers.mjs';
import { serve } from '../../scripts/lib/serve.mjs';

let server;
let browser;

before(async () => {
  server = await serve(0);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_ARGS.filter((arg) => arg !== '--headless') });
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** The address of the page. */
export const address = () => server.url;

/**
 * A test in a fresh page. `prepare` runs before the page is loaded; `hash` is the fragment it is opened with. Any error in
 * the console, breach of the content security policy included, fails the test unless `errors` expects it. With `keepsOffline` the page
 * may have its service worker, whose answers no test can take the place of. With `hasTouch` it is on a phone.
 */
export function pageTest(name, { width = 1280, height = 800, colorScheme = 'light', hash = '', prepare, errors = [], keepsOffline = false, hasTouch = false }, body) {
  // A walk through all views in both themes takes more than a minute on a busy machine.
  test(name, { timeout: 180_000 }, async () => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch,
      isMobile: hasTouch,
      colorScheme,
      serviceWorkers: keepsOffline ? 'allow' : 'block',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await prepare?.(page, context);
      await page.goto(server.url + hash);
      await body(page, context);
      const unexpected = complaints.filter((text) => !errors.some((pattern) => pattern.test(text)));
      assert.deepEqual(unexpected, [], 'the console is clean');
    } finally {
      await context.close();
    }
  });
}

/** The editor of the source. */
export const editor = (page) => page.getByRole('textbox', { name: 'Kernel', exact: true });

/** The text that the editor holds, also where it is too long to be drawn whole. */
export const textOf = (page) => editor(page).evaluate((content) => content.cmTile?.root?.view?.state.doc.toString() ?? content.cmView?.view?.state.doc.toString());

/** Puts `text` in place of what the editor holds, as typing would. */
export async function write(page, text) {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Waits until what the editor holds has been compiled, well or not. */
export async function compiled(page) {
  await page
    .locator('.status:not(:has(.working))')
    .filter({ hasText: /Compiled in|error|Not compiled|No kernel/ })
    .waitFor();
}

/** Waits until `probe` holds. */
export async function until(probe, what, timeout = 10_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await probe();
    if (value) return value;
    assert.ok(Date.now() < end, `in time: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
