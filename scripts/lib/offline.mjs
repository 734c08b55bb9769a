// The service worker: keeps all files of one build, and gives them without a network.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The worker for these files, `{ path, file }` each, by the path that the page asks for, and the list of them, which it gets when it is installed:
 * `{ path, text }` each. The list is called as its version, so that a worker never takes that of another build.
 */
export function serviceWorker(files) {
  const hash = createHash('sha256');
  for (const { path, file } of files) hash.update(path).update('\0').update(readFileSync(file));
  const version = hash.digest('hex').slice(0, 16);
  const list = `assets/files-${version}.json`;
  const text = `// Generated: keeps the files of one build, for visits without a network.
const CACHE = 'tilewright-${version}';

const keep = async () => (await caches.open(CACHE)).addAll(await (await fetch('/${list}')).json());

addEventListener('install', (event) => event.waitUntil(keep()));

addEventListener('activate', (event) =>
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('tilewright-') && name !== CACHE).map((name) => caches.delete(name))))));

// A page that has been loaded stays with its version until a person asks for the newer one.
addEventListener('message', ({ data }) => data === 'take over' && skipWaiting());

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(pathname)).then((kept) => kept ?? fetch(request)));
});
`;
  return [
    { path: list, text: JSON.stringify(files.map(({ path }) => path)) },
    { path: 'sw.js', text },
  ];
}
