// Walks over the page: each item of scripts/walk at three sizes, by keyboard alone and with wrong inputs. It fails where something is not seen that
// should be, and makes the picture of each that docs/page-walk.md shows.
//
//   node scripts/walk-page.mjs [FILTER]              the page that is built in web/dist: the pictures "after", and the document
//   node scripts/walk-page.mjs --pictures [FILTER]   the pictures alone, each at its size
//   node scripts/walk-page.mjs --page DIR [FILTER]   the page as it was, built in DIR: the pictures "before", and nothing is checked
//
// Whole screens at each size are left in target/walk, for people to look at.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from './lib/browsers.mjs';
import { at } from './lib/places.mjs';
import { serve } from './lib/serve.mjs';
import { document } from './walk/document.mjs';
import { ITEMS } from './walk/items.mjs';
import { FOLDER, picture } from './walk/pictures.mjs';
import { SIZES, Visitor } from './walk/visitor.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { page: { type: 'string' }, pictures: { type: 'boolean' } } });
const old = values.page !== undefined;
const folder = old ? resolve(values.page) : at('web/dist');
if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} has no page: build it first`);
const items = ITEMS.filter(({ id }) => positionals.length === 0 || positionals.some((part) => id.includes(part)));

const server = await serve(0, folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: CHROMIUM_ARGS.filter((arg) => arg !== '--headless') });
const room = await browser.newPage();
const screens = at('target/walk');
mkdirSync(screens, { recursive: true });
mkdirSync(at(FOLDER), { recursive: true });

/** One visit at a size: `steps` does it. Complaints of the console and a page that is too wide are faults, unless the item expects them. */
async function visit(item, size, way, steps) {
  const [width, height] = SIZES[size];
  const narrow = size === 'phone';
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: narrow,
    isMobile: narrow,
    colorScheme: item.dark ? 'dark' : 'light',
    javaScriptEnabled: !item.withoutScripts,
    serviceWorkers: item.offline ? 'allow' : 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await steps(new Visitor(page, { base: server.url, size, old }));
    await page.waitForTimeout(200);
    if (size === item.size && way === 'walk' && !item.pictureOf && !item.noPicture) writeFileSync(at(FOLDER, `${item.id}-${old ? 'before' : 'after'}.webp`), await picture(page, item.part, room));
    if (old) return;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) throw new Error(`the page is ${wide} wide`);
    if (complaints.length > 0 && !item.complains) throw new Error(`the console: ${complaints[0]}`);
  } finally {
    writeFileSync(join(screens, `${item.id}-${old ? 'before' : `${way}-${size}`}.png`), await page.screenshot().catch(() => ''));
    await context.close();
  }
}

const faults = [];
/** Tries a visit and notes what was not as it should be. */
const attempt = async (item, size, way, steps) => {
  try {
    await visit(item, size, way, steps);
  } catch (error) {
    faults.push(`${item.id}, ${way}, ${size}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
  }
};

for (const item of items) {
  const start = performance.now();
  if (old) {
    if (item.before && !item.pictureOf && !item.noPicture) await attempt(item, item.size, 'walk', item.before);
  } else {
    for (const size of values.pictures ? [item.size] : Object.keys(SIZES)) if (item.walk && !item.not?.[size]) await attempt(item, size, 'walk', item.walk);
    if (values.pictures) continue;
    if (typeof item.keys?.[1] === 'function') await attempt(item, 'laptop', 'keys', item.keys[1]);
    if (typeof item.wrong?.[1] === 'function') await attempt(item, 'laptop', 'wrong', item.wrong[1]);
  }
  console.log(`${item.id} ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
await browser.close();
await server.close();
if (!old) writeFileSync(at('docs/page-walk.md'), document());
for (const fault of faults) console.log(`fault: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
