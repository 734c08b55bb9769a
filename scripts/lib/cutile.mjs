// NVIDIA's cuTile compiler and its disassembler, from PyPI, as a judge of our front end. They are used in tests only and never passed on.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answer, loudly, run, step } from './log.mjs';
import { cache } from './places.mjs';
import { pinned, pipInstall } from './pypi.mjs';

/** Path of a Python that has them, or null (said loudly) where they cannot be had. TILEWRIGHT_CUTILE names another one. */
export async function cutile() {
  if (process.env.TILEWRIGHT_CUTILE) return process.env.TILEWRIGHT_CUTILE;
  const packages = pinned('cutile').map(({ name, version }) => `${name}-${version}`);
  const place = join(cache('.'), packages.slice(0, 2).join('-'));
  const python = join(place, 'bin/python');
  const works = () => answer(python, ['-c', 'import cuda.tile.compilation']) !== null;
  if (!existsSync(python) || !works()) {
    step(`Fetching ${packages[0]} from PyPI`);
    rmSync(place, { recursive: true, force: true });
    // A virtual environment holds its own path, so it is made where it stays.
    const made = await run('python3', ['-m', 'venv', place], { allowFailure: true });
    if (made.code === 0) {
      // Without what they depend on: half a gigabyte, for assembling, of which nothing is used.
      await run(join(place, 'bin/pip'), pipInstall('cutile'), { allowFailure: true });
    }
  }
  if (!works()) {
    loudly(`no cuTile compiler: ${packages[0]} could not be fetched from PyPI; the front end is not compared with it`);
    return null;
  }
  return python;
}
