// Builds everything that the public page needs into web/dist.

import { buildPage, buildWasm } from './lib/build.mjs';
import { script, step } from './lib/log.mjs';
import { checkBasics, npmPackages } from './lib/toolchain.mjs';

script(async () => {
  step('Checking the toolchain');
  checkBasics();
  await npmPackages();
  await buildWasm();
  await buildPage();
});
