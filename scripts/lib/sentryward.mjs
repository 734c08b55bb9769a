// A prover of barrier and race properties of PTX, from PyPI, as a second opinion. It is used in tests only and never passed on.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answer, loudly, run, step } from './log.mjs';
import { cache } from './places.mjs';
import { pinned, pipInstall } from './pypi.mjs';

/** Path of sentryward, or null (said loudly) where it cannot be had. TILEWRIGHT_SENTRYWARD names another one. */
export async function sentryward() {
  if (process.env.TILEWRIGHT_SENTRYWARD) return process.env.TILEWRIGHT_SENTRYWARD;
  const [{ version }] = pinned('sentryward');
  const place = join(cache('.'), `sentryward-${version}`);
  const program = join(place, 'bin/sentryward');
  if (!existsSync(program)) {
    step(`Fetching sentryward ${version} from PyPI`);
    rmSync(place, { recursive: true, force: true });
    // A virtual environment holds its own path, so it is made where it stays.
    const made = await run('python3', ['-m', 'venv', place], { allowFailure: true });
    if (made.code === 0) {
      await run(join(place, 'bin/pip'), pipInstall('sentryward'), { allowFailure: true });
    }
  }
  if (answer(program, ['--help']) === null) {
    loudly(`no sentryward: version ${version} could not be fetched from PyPI; barriers and races of PTX get no second opinion`);
    return null;
  }
  return program;
}
