// Runs the fuzz targets, each for a while. CI does not; the property tests share their checks.
//   npm run fuzz                             ten minutes each
//   npm run fuzz -- --seconds 60 link ptx    these, a minute each

import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { answer, run, script, step, Trouble } from './lib/log.mjs';
import { at, targetDir } from './lib/places.mjs';

script(async () => {
  const args = process.argv.slice(2);
  const flag = args.indexOf('--seconds');
  const seconds = flag < 0 ? 600 : Number(args.splice(flag, 2)[1]);
  if (!Number.isInteger(seconds) || seconds < 1) throw new Trouble('usage: npm run fuzz [-- [--seconds N] [target ...]]');
  const targets = readdirSync(at('fuzz/fuzz_targets'))
    .map((name) => basename(name, '.rs'))
    .sort();
  const unknown = args.find((name) => !targets.includes(name));
  if (unknown) throw new Trouble(`there is no target '${unknown}'; the targets are ${targets.join(', ')}`);
  if (answer('cargo', ['+nightly', '--version']) === null) throw new Trouble('Fuzzing needs a nightly Rust: rustup toolchain install nightly');
  if (answer('cargo', ['fuzz', '--version']) === null) throw new Trouble('Fuzzing needs cargo-fuzz: cargo install cargo-fuzz');
  for (const name of args.length ? args : targets) {
    step(`Fuzzing ${name} for ${seconds} s`);
    const corpus = join(targetDir, 'fuzz-corpus', name);
    mkdirSync(corpus, { recursive: true });
    await run('cargo', ['+nightly', 'fuzz', 'run', '--target-dir', join(targetDir, 'fuzz'), name, corpus, '--', `-max_total_time=${seconds}`, '-timeout=10', '-rss_limit_mb=2048'], {
      cwd: at(),
      hint: 'What was found lies in fuzz/artifacts.',
    });
  }
});
