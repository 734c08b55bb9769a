// The service worker: keeps all files of one build, and gives them without a network.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The text of the worker for these files: `{ path, file }` each, by the path that the page asks for. */
export function serviceWorker(files) {
  const hash = createHash('sha256');
  for (const { path, file } of files) hash.update(path).update('\0').update(readFileSync(file));
  const version = hash.digest('hex').slice(0, 16);
  return `// Generated: the files of one build, kept for visits without a network.
const CACHE = 'tilewright-${version}';
const FILES = ${JSON.stringify(files.map(({ path }) => path))};

addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))));

addEventListener('activate', (event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('tilewright-') && name !== CACHE).map((name) => caches.delete(name))))));

// A page that has been loaded stays with its version until a person asks for the newer one.
addEventListener('message', ({ data }) => data === 'take over' && skipWaiting());

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !FILES.includes(pathname)) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(pathname)).then((kept) => kept ?? fetch(request)));
});
`;
}
