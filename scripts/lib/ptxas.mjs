// NVIDIA's assembler, from PyPI, as a judge of our PTX. It is used in tests only and never passed on.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answer, loudly, run, step } from './log.mjs';
import { cache } from './places.mjs';

const VERSION = '13.5.37';

/** Path of ptxas, or null (said loudly) where it cannot be had. TILEWRIGHT_PTXAS names another one. */
export async function ptxas() {
  if (process.env.TILEWRIGHT_PTXAS) return process.env.TILEWRIGHT_PTXAS;
  const place = join(cache('.'), `nvidia-cuda-nvcc-${VERSION}`);
  const program = join(place, 'nvidia/cu13/bin/ptxas');
  if (!existsSync(program)) {
    const pip = [['python3', '-m', 'pip'], ['pip3'], ['pip']].find(([command, ...args]) => answer(command, [...args, '--version']) !== null);
    if (!pip || process.platform !== 'linux') {
      loudly('no ptxas: it comes as a Linux package from PyPI and pip is not here; PTX is not checked by the real assembler');
      return null;
    }
    step(`Fetching ptxas (nvidia-cuda-nvcc ${VERSION} from PyPI)`);
    const fresh = `${place}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    await run(pip[0], [...pip.slice(1), 'install', '--quiet', '--no-deps', '--disable-pip-version-check', '--root-user-action=ignore', '--target', fresh, `nvidia-cuda-nvcc==${VERSION}`], { allowFailure: true });
    if (existsSync(join(fresh, 'nvidia/cu13/bin/ptxas'))) {
      rmSync(place, { recursive: true, force: true });
      renameSync(fresh, place);
    }
  }
  if (answer(program, ['--version']) === null) {
    loudly(`no ptxas: nvidia-cuda-nvcc ${VERSION} could not be fetched from PyPI; PTX is not checked by the real assembler`);
    return null;
  }
  return program;
}
