// Many edits leave the page, and the memory of the compiler, as large as a few do: a thousand in `npm test -- longer`.

import assert from 'node:assert/strict';
import { compiled, editor, pageTest } from './harness.mjs';

/** Edits to warm up with, and edits that count. */
const [WARM, EDITS] = [60, Number(process.env.TILEWRIGHT_EDITS ?? 250)];

/** Sizes in bytes of the memories of WebAssembly in the workers of `page`: the debugger finds them, since modules keep theirs to themselves. */
async function memories(browser) {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'worker' }] });
  const sizes = [];
  for (const { targetId } of targetInfos) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    let last = 0;
    const call = (method, params = {}) =>
      new Promise((resolve) => {
        const id = ++last;
        const take = ({ sessionId: from, message }) => {
          const answer = JSON.parse(message);
          if (from !== sessionId || answer.id !== id) return;
          session.off('Target.receivedMessageFromTarget', take);
          resolve(answer.result);
        };
        session.on('Target.receivedMessageFromTarget', take);
        void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
      });
    const { result: prototype } = await call('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
    const { objects } = await call('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
    const { result } = await call('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: 'function () { return this.map(({ buffer }) => buffer.byteLength); }',
      returnByValue: true,
    });
    sizes.push(...result.value);
    await session.send('Target.detachFromTarget', { sessionId });
  }
  await session.detach();
  return sizes.sort((a, b) => a - b);
}

pageTest('edit after edit, neither the page nor the compiler grows', {}, async (page, context) => {
  await compiled(page);
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n# ');
  const session = await context.newCDPSession(page);
  const edits = async (count) => {
    for (let at = 0; at < count; at++) {
      await page.keyboard.press(at % 2 ? 'Backspace' : 'a');
      await page.waitForFunction(() => document.querySelector('.status .dot.working') === null);
    }
    await page.waitForTimeout(500);
  };
  const measured = async () => {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
    return { nodes, listeners, heap: (await session.send('Runtime.getHeapUsage')).usedSize, wasm: await memories(context.browser()) };
  };
  await edits(WARM);
  const before = await measured();
  assert.ok(
    before.wasm.some((bytes) => bytes > 1 << 20),
    `the compiler is among ${before.wasm}`,
  );
  await edits(EDITS / 2);
  const between = await measured();
  await edits(EDITS / 2);
  const after = await measured();
  // It grows by pages of 64 KiB, and an allocator may need some more late, up to an eighth of what it has, but not again and again.
  assert.equal(after.wasm.length, before.wasm.length);
  for (const [at, bytes] of after.wasm.entries()) {
    const grown = [between.wasm[at] - before.wasm[at], bytes - between.wasm[at]];
    assert.ok(Math.min(...grown) <= 2 << 16 && Math.max(...grown) <= (8 << 16) + bytes / 8, `WebAssembly: ${before.wasm}, then ${between.wasm}, then ${after.wasm}`);
  }
  assert.ok(after.nodes <= before.nodes + 50, `nodes: ${before.nodes}, then ${after.nodes}`);
  assert.ok(after.listeners <= before.listeners + 10, `listeners: ${before.listeners}, then ${after.listeners}`);
  // Edits are kept to be undone: some bytes for each.
  assert.ok(after.heap < before.heap + EDITS * 4096, `bytes of the page: ${before.heap}, then ${after.heap}`);
});
