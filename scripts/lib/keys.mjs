// The time from a key in the editor to the painted verdict.

import { chromium } from 'playwright-core';
import { chromium as installed, CHROMIUM_ARGS } from './browsers.mjs';
import { serve } from './serve.mjs';

/** Keys to warm up with, and keys that count. */
const [WARM, KEYS] = [20, 60];
/** Between two keys, in milliseconds: what a key starts has come to its end by then. */
const REST = 700;

/** Runs in the page: `verdict` becomes the milliseconds from the next key to the frame after which no verdict is awaited. */
function awaitVerdict() {
  window.verdict = new Promise((resolve) => {
    const working = () => document.querySelector('.status .dot.working') !== null;
    const onKey = (event) => {
      removeEventListener('keydown', onKey, true);
      let seen = false;
      const frame = () => {
        seen ||= working();
        if (!seen || working()) return requestAnimationFrame(frame);
        // Behind the frame that is being drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        port2.postMessage(null);
      };
      new MutationObserver(() => (seen ||= working())).observe(document.body, { subtree: true, childList: true, attributes: true });
      requestAnimationFrame(frame);
    };
    addEventListener('keydown', onKey, true);
  });
}

/** Milliseconds from key to verdict in the kernel that the page opens on, in order of size. */
export async function keysToVerdicts() {
  const server = await serve(0);
  const { browser: executablePath } = await installed();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS.filter((arg) => arg !== '--headless') });
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.locator('.status.good .dot:not(.working)').waitFor();
    await page.getByRole('textbox', { name: 'Kernel', exact: true }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n# ');
    const times = [];
    for (let key = 0; key < WARM + KEYS; key++) {
      await page.waitForTimeout(REST);
      await page.evaluate(awaitVerdict);
      await page.keyboard.press(key % 2 ? 'a' : 'b');
      const time = await page.evaluate(() => window.verdict);
      if (key >= WARM) times.push(time);
    }
    return times.sort((a, b) => a - b);
  } finally {
    await browser.close();
    await server.close();
  }
}
