// Modules of the page that draw nothing, for Node.

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
  return server.ssrLoadModule(`/src/${path}`);
}
