// Writes down what the page weighs, in scripts/data/sizes.csv: `npm run weigh` after a change that makes it larger or smaller.

import { buildPage, buildWasm } from './lib/build.mjs';
import { note, script, step } from './lib/log.mjs';
import { writeDown } from './lib/sizes.mjs';
import { checkBasics, npmPackages } from './lib/toolchain.mjs';

script(async () => {
  step('Checking the toolchain');
  checkBasics();
  await npmPackages();
  await buildWasm();
  await buildPage();
  note(writeDown());
});
