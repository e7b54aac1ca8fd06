// The service worker: keeps the files that make the page, so that it opens at once, and says so where there is no network.
// What is played and asked (the sockets, /api, records) never passes through it.

import { kindOf } from './kinds';

/** Put in by the build (web/plugins/worker.ts): the files to keep, by their addresses beside this one, and their digest. */
declare const FILES: readonly string[];
declare const DIGEST: string;
declare const self: ServiceWorkerGlobalScope;

const files = FILES;
const CACHES = 'taipao-';
const CACHE = CACHES + DIGEST;
const OFFLINE = 'offline.html';
const scope = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  // Those without a hash in their names may lie in the browser's own cache from before.
  const wanted = files.map((file) => new Request(new URL(file, scope), { cache: 'no-cache' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

// An open page goes on with the worker and the files it began with; those of this build take over after it.
self.addEventListener('activate', (event) => {
  const old = (name: string): boolean => name.startsWith(CACHES) && name !== CACHE;
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter(old).map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = kindOf(request, scope.href, files);
  if (kind === 'page') event.respondWith(fetch(request).catch(() => kept(new URL(OFFLINE, scope))));
  if (kind === 'file') event.respondWith(kept(request));
});

/** A file of this build; the browser may have thrown it away, and then it is on the network. */
async function kept(wanted: Request | URL): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(wanted)) ?? fetch(wanted);
}
