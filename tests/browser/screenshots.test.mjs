// Every view in both themes, on a laptop and on a phone: written down as pictures for people to look at (in target/screenshots), and
// held against what a picture must not have: a page that is wider than the screen, words that are cut, text upon text.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../scripts/lib/places.mjs';
import { compiled, pageTest, until, write } from './harness.mjs';

/** Heights of views that are longer than the screen, at most. */
const TALLEST = 9000;

/** Words that do not fit where they stand: cut by their own box, and not to be read anywhere else. */
const cut = (page) =>
  page.evaluate(() => {
    const found = [];
    const look = (root) => {
      for (const one of root.querySelectorAll('*')) {
        if (one.shadowRoot) continue;
        const style = getComputedStyle(one);
        const words = one.childElementCount === 0 && one.textContent.trim();
        if (!words || !['hidden', 'clip'].includes(style.overflowX) || one.clientWidth === 0 || style.clipPath !== 'none') continue;
        if (one.scrollWidth > one.clientWidth + 1 && !one.closest('[title]')) found.push(`${one.tagName} ${one.className}: ${words.slice(0, 60)}`);
      }
    };
    look(document);
    return found;
  });

/** Words of drawings that lie upon each other. */
const overlapping = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const drawing of document.querySelectorAll('.result svg')) {
      const words = [...drawing.querySelectorAll('text')]
        // Words that stand aslant have boxes that are larger than they are.
        .filter((text) => !text.closest('[transform*=rotate]'))
        .map((text) => [[...text.childNodes].map((node) => (node.nodeName === 'title' ? '' : node.textContent)).join(''), text.getBoundingClientRect()])
        .filter(([word, { width, height }]) => word && width > 0 && height > 0)
        .slice(0, 400);
      for (const [at, [word, a]] of words.entries())
        for (const [other, b] of words.slice(at + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          // Boxes of letters are higher than letters.
          if (across > 2 && down > Math.min(a.height, b.height) * 0.45) found.push(`${word} upon ${other} (${drawing.getAttribute('aria-label') ?? drawing.getAttribute('class') ?? ''})`);
        }
    }
    return found;
  });

for (const [width, height] of [
  [1366, 768],
  [360, 740],
])
  pageTest(`every view is whole: ${width} wide`, { width, height }, async (page) => {
    const folders = ['dark', 'light'].map((theme) => [theme, join(at('target/screenshots'), `${theme}-${width}`)]);
    for (const [, folder] of folders) mkdirSync(folder, { recursive: true });
    const narrow = width < 760;
    const faults = [];
    /** Takes pictures of what is shown, all of it. */
    const picture = async (name) => {
      await page.mouse.move(0, 0);
      await page.waitForTimeout(150);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) faults.push(`${name}: the page is ${wide} wide`);
      for (const words of await cut(page)) faults.push(`${name}: cut: ${words}`);
      for (const words of await overlapping(page)) faults.push(`${name}: ${words}`);
      const tall = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.result .view, .result .view *, dialog[open], .panel')].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY));
        return Math.max(0, ...boxes.map((one) => one.scrollHeight - one.clientHeight));
      });
      if (tall > 0) await page.setViewportSize({ width, height: Math.min(TALLEST, height + tall) });
      for (const [theme, folder] of folders) {
        await page.emulateMedia({ colorScheme: theme });
        await page.screenshot({ path: join(folder, `${name}.png`) });
      }
      if (tall > 0) await page.setViewportSize({ width, height });
    };
    await compiled(page);
    await picture('first');
    if (narrow) await page.getByRole('button', { name: 'Result', exact: true }).click();
    const tab = (name) => page.getByRole('tab', { name }).click();
    await tab('Schedule');
    await page.locator('.edge.critical').first().waitFor({ state: 'attached' });
    await page.getByText('Every II').first().click();
    await picture('schedule');
    for (const name of ['Launch', 'PTX', 'Tiles', 'Layouts']) {
      await tab(name);
      await page.locator(name === 'Tiles' ? '.result canvas' : '.result .view').waitFor();
      await picture(name.toLowerCase());
    }
    await tab('Compare');
    await until(async () => (await page.locator('.compare tbody td').count()) > 10, 'both sides are compiled', 30_000);
    await picture('compare');
    await tab('Run');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run-verdict').waitFor();
    await picture('run');
    await tab('Passes');
    await page.locator('.pass-list').getByRole('option').last().click();
    await picture('passes');
    await page.getByLabel('Changes').check();
    await picture('passes-changes');
    await page.getByLabel('Side by side').check();
    await page.locator('.cm-mergeView').waitFor();
    await picture('passes-side-by-side');
    if (!narrow) {
      await page.getByRole('button', { name: 'Two views' }).click();
      await picture('two-views');
      await page.getByRole('button', { name: 'Two views' }).click();
    }
    for (const name of ['Gallery', 'Options', 'Help']) {
      await page.getByRole('button', { name, exact: true }).click();
      await picture(name.toLowerCase());
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('The link').waitFor();
    await picture('share');
    await page.keyboard.press('Escape');
    for (const [search, name] of [
      ['map of keys', 'keys'],
      ['scheduler model', 'machine'],
    ]) {
      await page.keyboard.press('Control+k');
      await page.getByLabel('Find a command').fill(search);
      if (name === 'keys') await picture('palette');
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await picture(name);
      await page.keyboard.press('Escape');
    }
    if (narrow) await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.getByRole('button', { name: 'New file' }).click();
    await write(page, 'entry @k() {\n  %q = nonsense\n  %r = addf %nowhere, %q : tile<f32>\n}\n');
    await page.locator('.problems li').first().waitFor();
    await picture('errors');
    // Attention has other resources, longer names and more rings than a product.
    await write(page, readFileSync(at('tests/cutile/attention.py'), 'utf8'));
    await compiled(page);
    if (narrow) await page.getByRole('button', { name: 'Result', exact: true }).click();
    await tab('Schedule');
    for (const target of ['sm_80', 'sm_100a']) {
      await page.locator('.bar').getByLabel('Target').selectOption(target);
      await page
        .getByRole('group', { name: 'Iterations in time', exact: true })
        .getByText('issuer')
        .waitFor({ state: target === 'sm_80' ? 'detached' : 'attached' });
      await page.locator('.edge.critical').first().waitFor({ state: 'attached' });
      await picture(`attention-${target}`);
      if (!narrow && (await page.locator('.hint.cut').count()) > 0) faults.push(`attention-${target}: a part is out of sight`);
    }
    if (narrow) await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find a command').fill('take the tour');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Tour' }).getByRole('heading').waitFor();
    await compiled(page);
    await picture('tour');
    assert.deepEqual(faults, []);
  });
