// Packages of PyPI that judge in tests: their versions and the digests of their files are in scripts/data/pypi.

import { readFileSync } from 'node:fs';
import { at } from './places.mjs';

const file = (name) => at('scripts/data/pypi', `${name}.txt`);

/** The packages that `name` stands for: `{ name, version, digests }` each, the one asked for first. */
export function pinned(name) {
  const lines = readFileSync(file(name), 'utf8').replace(/\\\n/g, '').split('\n');
  return lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name, version] = line.match(/^([\w-]+)==(\S+)/);
      return { name, version, digests: [...line.matchAll(/--hash=sha256:([0-9a-f]{64})(?= |$)/g)].map(([, digest]) => digest) };
    });
}

/** Arguments by which pip installs them: a file of another digest is refused, and so is what they would draw in. */
export const pipInstall = (name) => ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--require-hashes', '--requirement', file(name)];
