// Packages of the operating system.

import { answer, note, run } from './log.mjs';

/** Whether packages can be installed here without asking anybody: Debian's apt, as root. */
export const canInstall = () => process.getuid?.() === 0 && answer('apt-get', ['--version']) !== null;

let updated = false;

/** Installs Debian packages; false when that did not work. Call only where `canInstall()`. */
export async function install(...packages) {
  const options = { allowFailure: true, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  note(`installing ${packages.join(' ')} with apt-get`);
  if (!updated) await run('apt-get', ['-qq', 'update'], options);
  updated = true;
  const { code } = await run('apt-get', ['-qq', '-o=Dpkg::Use-Pty=0', 'install', '-y', '--no-install-recommends', ...packages], options);
  return code === 0;
}
