// Sets up what is missing, builds what has changed, and serves the playground.
//   npm start [-- --port N]

import { buildPage, buildWasm } from './lib/build.mjs';
import { note, script, since, step, Trouble } from './lib/log.mjs';
import { serve } from './lib/serve.mjs';
import { checkBasics, npmPackages } from './lib/toolchain.mjs';

script(async () => {
  const start = performance.now();
  const args = process.argv.slice(2);
  const port = args.length === 0 ? 4321 : Number(args[0] === '--port' ? args[1] : NaN);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Trouble('usage: npm start [-- --port N]');
  step('Checking the toolchain');
  checkBasics();
  await npmPackages();
  await buildWasm({ asCompiled: true });
  await buildPage();
  const { url } = await serve(port);
  step(`The playground is ready at ${url}`);
  note(`after ${since(start)}; press Ctrl+C to stop`);
});
