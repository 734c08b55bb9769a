// A small server for web/dist, with the headers of the public page.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { headerRules, headersFor } from './headers.mjs';
import { at } from './places.mjs';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** The path that an address asks for; one that cannot be read is taken as it is, and not found. */
function pathOf(address) {
  const { pathname } = new URL(address.replace(/^\/+/, '/'), 'http://localhost');
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Files as they go over the network, by path, with when they were written: a host compresses a file once, not each time that it is asked for. */
const zipped = new Map();

/** The file, compressed. */
function zippedFile(file) {
  const written = statSync(file).mtimeMs;
  const known = zipped.get(file);
  if (known?.written === written) return known.bytes;
  const bytes = gzipSync(readFileSync(file));
  zipped.set(file, { written, bytes });
  return bytes;
}

/** Serves `folder` on 127.0.0.1 at `port`, or the next free one above it (0: any). Resolves to `{ url, close }`. */
export function serve(port = 0, folder = at('web/dist')) {
  const rules = headerRules();
  const server = createServer((request, response) => {
    const path = pathOf(request.url);
    const wanted = path.endsWith('/') ? `${path}index.html` : path;
    const file = join(folder, normalize(wanted));
    const headers = headersFor(path, rules);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { ...headers, 'Content-Type': TYPES['.txt'] }).end('Not found\n');
      return;
    }
    const zip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && extname(file) !== '.png';
    response.writeHead(200, { ...headers, 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', ...(zip && { 'Content-Encoding': 'gzip' }) });
    if (zip) response.end(zippedFile(file));
    else createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.on('error', (error) => (error.code === 'EADDRINUSE' && port !== 0 ? server.listen(++port, '127.0.0.1') : reject(error)));
    server.on('listening', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}/`,
        close: () =>
          new Promise((done) => {
            server.closeAllConnections();
            server.close(done);
          }),
      }),
    );
    server.listen(port, '127.0.0.1');
  });
}
