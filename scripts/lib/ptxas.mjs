// NVIDIA's assemblers and disassembler, from PyPI, as judges of our PTX and bytecode. They are used in tests only and never passed on.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answer, loudly, run, step } from './log.mjs';
import { cache } from './places.mjs';
import { pinned, pipInstall } from './pypi.mjs';

/** Path of ptxas, or null (said loudly) where it cannot be had. TILEWRIGHT_PTXAS names another one. */
export const ptxas = () => tool('ptxas', 'PTX is not checked by the real assembler');

/** Path of nvdisasm, or null (said loudly) where it cannot be had. TILEWRIGHT_NVDISASM names another one. */
export const nvdisasm = () => tool('nvdisasm', 'loop graphs are not compared with machine instructions');

/** Path of tileiras, or null (said loudly) where it cannot be had. TILEWRIGHT_TILEIRAS names another one. It looks for other packages in folders beside its own. */
export const tileiras = () => tool('tileiras', 'bytecode is not checked by the real assembler');

async function tool(name, without) {
  const named = process.env[`TILEWRIGHT_${name.toUpperCase()}`];
  if (named) return named;
  const [{ name: from, version }] = pinned(name);
  const place = join(cache('.'), `${from}-${version}`);
  const program = join(place, 'nvidia/cu13/bin', name);
  if (!existsSync(program)) {
    const pip = [['python3', '-m', 'pip'], ['pip3'], ['pip']].find(([command, ...args]) => answer(command, [...args, '--version']) !== null);
    if (!pip || process.platform !== 'linux') {
      loudly(`no ${name}: it comes as a Linux package from PyPI and pip is not here; ${without}`);
      return null;
    }
    step(`Fetching ${name} (${from} ${version} from PyPI)`);
    const fresh = `${place}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { recursive: true });
    await run(pip[0], [...pip.slice(1), ...pipInstall(name), '--root-user-action=ignore', '--target', fresh], { allowFailure: true });
    if (existsSync(join(fresh, 'nvidia/cu13/bin', name))) {
      rmSync(place, { recursive: true, force: true });
      renameSync(fresh, place);
    }
  }
  if (answer(program, ['--version']) === null) {
    loudly(`no ${name}: ${from} ${version} could not be fetched from PyPI; ${without}`);
    return null;
  }
  return program;
}
