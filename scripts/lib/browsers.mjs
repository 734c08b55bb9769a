// Browsers for the tests, and their drivers.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, step, Trouble } from './log.mjs';
import { cache } from './places.mjs';
import { canInstall, install } from './system.mjs';

/** The first of `names` that is a path of a file, or a program on the search path. */
function find(...names) {
  for (const name of names.filter(Boolean)) {
    const candidates = name.includes('/') ? [name] : process.env.PATH.split(delimiter).map((folder) => join(folder, name));
    const found = candidates.find((path) => existsSync(path));
    if (found) return found;
  }
  return null;
}

const findChromium = () => ({
  browser: find(process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  driver: find(process.env.CHROMEDRIVER, 'chromedriver'),
});

/** Paths of Chromium and its driver, installed if need be. */
export async function chromium() {
  let found = findChromium();
  if ((!found.browser || !found.driver) && canInstall()) {
    step('Installing Chromium and its driver');
    await install('chromium', 'chromium-driver');
    found = findChromium();
  }
  if (found.browser && found.driver) return found;
  const missing = [!found.browser && 'Chromium (or CHROMIUM=/path/to/it)', !found.driver && 'its driver (or CHROMEDRIVER=/path/to/it)'];
  throw new Trouble(`The tests in a browser need ${missing.filter(Boolean).join(' and ')}. Install them, on Debian with\n` + '      sudo apt-get install chromium chromium-driver');
}

/** The version of Firefox's driver that is built: Mozilla publishes it as a crate. */
const GECKODRIVER = '0.37.1';

const findFirefox = () => find('firefox', 'firefox-esr');
const built = () => cache(`geckodriver-${GECKODRIVER}`);

const geckodriver = () => find(process.env.GECKODRIVER, 'geckodriver', join(built(), 'bin', 'geckodriver'));

/** Path of Firefox's driver; both are installed if need be. The driver is built of its source, which takes minutes. */
export async function firefox() {
  if (!findFirefox() && canInstall()) {
    step('Installing Firefox');
    await install('firefox-esr');
  }
  if (!findFirefox()) throw new Trouble('The tests in Firefox need it. Install it, on Debian with\n      sudo apt-get install firefox-esr');
  if (!geckodriver()) {
    step(`Building geckodriver ${GECKODRIVER} (once for this machine; some minutes)`);
    const folder = built();
    await run('cargo', ['install', 'geckodriver', '--version', GECKODRIVER, '--root', folder, '--target-dir', join(folder, 'build'), '--quiet'], {
      cwd: folder,
      hint: 'The crates.io registry must be reachable for this.',
    });
    await run('rm', ['-rf', join(folder, 'build')]);
  }
  return geckodriver();
}

/** Preferences for a Firefox that runs a module once: its second compiler of WebAssembly takes longer than what it would save. */
export const FIREFOX_PREFS = { 'javascript.options.wasm_optimizingjit': false };

/** Arguments for a Chromium without a screen, as root, that calls nobody. */
export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
