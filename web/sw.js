// The service worker: the page works offline, and is isolated from other origins (as threads
// require) on any host. The build is in the URL of this script; each build has a separate cache.

'use strict';

const build = new URL(location.href).searchParams.get('build') ?? 'unknown';
const CACHE = `reynard-${build}`;

/**
 * The multithreaded engine. It is cached only when it is first requested, because a page with one
 * thread never needs it.
 */
const THREADS = 'wasm/reynard-threads.wasm';

/** @type {any} */
const worker = self;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const response = await fetch('build.json', { cache: 'no-store' });
      const { files } = await response.json();
      await cache.addAll(
        ['./', ...files.filter((/** @type {string} */ file) => file !== THREADS)].map(
          (file) => new Request(file, { cache: 'no-cache' }),
        ),
      );
    })(),
  );
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith('reynard-') && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.clients.claim();
    })(),
  );
});

// A new build waits until the page asks for it.
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
});

/** The files of the page, by path. @type {Set<string> | null} */
let ours = null;

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  const scope = new URL(worker.registration.scope);
  const isOurs = url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
  const path = url.pathname.slice(scope.pathname.length);
  if (event.request.method !== 'GET' || !isOurs || path.startsWith('api/') || path === 'build.json') return;
  event.respondWith(answer(event.request, path));
  // Another program may be using this host by now, and it knows nothing about this page.
  if (event.request.mode === 'navigate') event.waitUntil(leaveOthers());
});

/**
 * @param {Request} request
 * @param {string} path
 */
async function answer(request, path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  const response = found ?? (await fetch(request));
  const isFile = found !== undefined || path === '' || (await ownFiles()).has(path);
  if (!isFile) return response;
  // A full disk must not prevent the page from getting the file.
  if (path === THREADS && !found && response.ok) await cache.put(request, response.clone()).catch(() => {});
  return isolated(response);
}

/** Returns the names in the cached `build.json`. */
async function ownFiles() {
  ours ??= new Set(
    (await (await caches.open(CACHE)).keys())
      .map(({ url }) => new URL(url).pathname.slice(new URL(worker.registration.scope).pathname.length))
      .concat(THREADS),
  );
  return ours;
}

/** Unregisters this service worker if another program answers in place of the site. */
async function leaveOthers() {
  const response = await fetch('build.json', { cache: 'no-store' }).catch(() => null);
  if (!response || (response.ok && typeof (await response.json().catch(() => null))?.build === 'string')) return;
  if (response.status >= 500) return;
  await worker.registration.unregister();
  await caches.delete(CACHE);
  for (const client of await worker.clients.matchAll({ type: 'window' })) client.navigate(client.url);
}

/** @param {Response} response */
function isolated(response) {
  if (response.type === 'opaque' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
