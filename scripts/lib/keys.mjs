// The time from a key in the editor to the painted verdict, and from the address to the first one.

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

/** A Chromium with a page of web/dist; `run` gets both. */
async function onPage(run) {
  const server = await serve(0);
  const { browser: executablePath } = await installed();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS.filter((arg) => arg !== '--headless') });
  try {
    return await run(browser, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

const ordered = (times) => times.sort((a, b) => a - b);

/** Milliseconds of the processor that the page's own thread has taken; on a busy machine, too, it is what the page asks for. */
async function busy(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

/** Milliseconds from key to verdict in `kernel`, in order of size, and those that the page's own thread works until then. */
export const keysToVerdicts = (kernel) =>
  onPage(async (browser, address) => {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(address);
    await page.locator('.status.good .dot:not(.working)').waitFor();
    await page.getByRole('textbox', { name: 'Kernel', exact: true }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`${kernel}\n${/^entry /m.test(kernel) ? '//' : '#'} `);
    const [times, tasks] = [[], []];
    for (let key = 0; key < WARM + KEYS; key++) {
      await page.waitForTimeout(REST);
      await page.evaluate(awaitVerdict);
      const before = await busy(session);
      await page.keyboard.press(key % 2 ? 'a' : 'b');
      const time = await page.evaluate(() => window.verdict);
      if (key < WARM) continue;
      times.push(time);
      tasks.push((await busy(session)) - before);
    }
    return { times: ordered(times), tasks: ordered(tasks) };
  });

/** Runs in the page before its own code: tells the console the milliseconds from the address to the frame that has the verdict. */
function awaitHeadline() {
  new MutationObserver((_, watcher) => {
    if (!document.querySelector('.headline strong')) return;
    watcher.disconnect();
    requestAnimationFrame(() => console.info(`shown after ${performance.now()}`));
  }).observe(document, { subtree: true, childList: true });
}

/** Milliseconds from the address to the verdict on the first kernel, with nothing kept and the page's processor slowed `rate` times; in order of size. */
export const coldStarts = (rate, times = 9) =>
  onPage(async (browser, address) => {
    const all = [];
    for (let turn = 0; turn < times; turn++) {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.addInitScript(awaitHeadline);
      const session = await context.newCDPSession(page);
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      // Nothing else is asked of the page: what asks has code of its own, which the page's processor would read first.
      const told = page.waitForEvent('console', (message) => message.text().startsWith('shown after '));
      await page.goto(address);
      all.push(Number((await told).text().split(' ').at(-1)));
      await context.close();
    }
    return ordered(all);
  });
