// Modules of the page that draw nothing, for Node.

import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import { createServer } from 'vite';
import { at } from '../../scripts/lib/places.mjs';

/** The module at `path` below web/src. */
export async function load(path) {
  const server = await createServer({
    configFile: false,
    root: at('web'),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  after(() => server.close());
  // Data that the page fetches is there at once.
  const data = (file) => JSON.parse(readFileSync(at('web/src', file), 'utf8'));
  (await server.ssrLoadModule('/src/options.ts')).OPTIONS.push(...data('generated/options.json'));
  (await server.ssrLoadModule('/src/schedule/glosses.ts')).known.value = data('schedule/glosses.json');
  return server.ssrLoadModule(`/src/${path}`);
}
