// A visitor of the page: opens it at one of three sizes, does something, and takes a picture of the part that matters.

import { existsSync, readFileSync } from 'node:fs';
import { linkTo } from '../lib/links.mjs';
import { at } from '../lib/places.mjs';

/** The sizes at which the page is walked. */
export const SIZES = { desktop: [1440, 900], laptop: [1366, 768], phone: [360, 740] };

/** A kernel's text by its name: of the gallery, or a path below `tests`. */
export function kernel(name) {
  const file = [`tests/kernels/${name}.mlir`, `tests/cutile/${name}.py`, `tests/${name}`].find((path) => existsSync(at(path)));
  return readFileSync(at(file), 'utf8');
}

/** Lets go of a file over the page. */
export const drop = (page, name, bytes) =>
  page.locator('main').evaluate(
    (main, [name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      for (const kind of ['dragover', 'drop']) main.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, [...bytes]],
  );

/** One visit. `old` says that it is of the page as it was: its words and its parts are others. */
export class Visitor {
  constructor(page, { base, size, old }) {
    Object.assign(this, { page, base, size, old, narrow: size === 'phone' });
  }

  /** Opens the page with a kernel, or as it is for someone new. */
  async open({ source, name, options = {}, tab, view = {}, path = '' } = {}) {
    const text = source ?? (name && kernel(name));
    await this.page.goto(`${this.base}${path}${text === undefined ? '' : linkTo(text, options, tab ? { ...view, tab } : view)}`);
    await this.compiled();
    if (tab) await this.result();
    if (tab === 'schedule') await this.drawn();
  }

  /** Waits for the end of a compilation. */
  async compiled() {
    await this.page
      .locator('.status:not(:has(.working))')
      .filter({ hasText: /Compiled in|error|Not compiled|Nothing to compile|No kernel|refuted|\d m?s|crashed/ })
      .waitFor();
  }

  /** Waits for all parts of a schedule: one comes after the other. */
  async drawn() {
    await this.page.waitForTimeout(300);
    if (!this.old) await this.page.locator('article.loop[aria-busy=true]').waitFor({ state: 'detached' });
  }

  /** On a phone, the result in place of the source. */
  async result() {
    const button = this.page.getByRole('button', { name: 'Result', exact: true });
    if (await button.isVisible()) await button.click();
  }

  /** Shows a view of the result. */
  async tab(name) {
    await this.result();
    await this.page.getByRole('tab', { name }).click();
    if (name === 'Schedule') await this.drawn();
  }

  /** Brings what has these words, or this selector, to the upper end of what it scrolls in. */
  async top(what) {
    const { page } = this;
    const found = typeof what === 'string' ? page.locator(what) : page.getByText(what);
    await found.first().evaluate((one) => one.scrollIntoView({ block: 'start' }));
    await page.waitForTimeout(100);
  }

  /** Keys, one after the other; `=words` writes them. */
  async keys(...all) {
    for (const key of all) {
      if (key.startsWith('=')) await this.page.keyboard.insertText(key.slice(1));
      else await this.page.keyboard.press(key);
    }
  }

  /** A command by the palette, by keyboard alone. */
  async command(words) {
    await this.keys('Control+k');
    await this.page.locator('.palette').waitFor();
    await this.keys(`=${words}`);
    await this.page.waitForTimeout(150);
    await this.keys('Enter');
    await this.page.waitForTimeout(300);
  }

  /** Moves the focus by Tab until it is on something with this name. */
  async tabTo(name, most = 80) {
    for (let turn = 0; turn < most; turn++) {
      await this.keys('Tab');
      const words = await this.page.evaluate(() => {
        let one = document.activeElement;
        while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
        return `${one?.getAttribute('aria-label') ?? ''} ${one?.labels?.[0]?.textContent ?? ''} ${one?.textContent ?? ''} ${one?.getAttribute('type') ?? ''}`;
      });
      if (name.test(words)) return;
    }
    throw new Error(`${most} times Tab lead to nothing called ${name}`);
  }

  /** Puts a text in place of that of the editor. */
  async write(text) {
    const { page } = this;
    const source = page.getByRole('button', { name: 'Source', exact: true });
    if (await source.isVisible()) await source.click();
    await page
      .getByRole('textbox', { name: /^Kernel( in Tile IR)?$/ })
      .first()
      .click();
    await this.keys('Control+a');
    await page.keyboard.insertText(text);
    await page.waitForTimeout(400);
    await this.compiled();
  }

  /** Waits until something is seen: words, or a selector; fails where it is not. */
  async sees(what) {
    const found = what instanceof RegExp ? this.page.getByText(what) : this.page.locator(what);
    await found.filter({ visible: true }).first().waitFor({ timeout: 15_000 });
  }
}
