// The service worker: the page works offline, and is isolated from other origins (which threads
// need) on any host. The build is in the address of this script; each build has a cache of its own.

'use strict';

const build = new URL(location.href).searchParams.get('build') ?? 'unknown';
const CACHE = `reynard-${build}`;

/**
 * The engine with threads: it is kept when it is first asked for, since a page with one thread
 * never does.
 */
const THREADS = 'wasm/reynard-threads.wasm';

/** @type {any} */
const worker = self;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const response = await fetch('build.json', { cache: 'no-store' });
    const { files } = await response.json();
    await cache.addAll(['./', ...files.filter((/** @type {string} */ file) => file !== THREADS)].map((file) => new Request(file, { cache: 'no-cache' })));
  })());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('reynard-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  })());
});

// A new build waits until the page asks for it.
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  const scope = new URL(worker.registration.scope);
  const isOurs = url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
  const path = url.pathname.slice(scope.pathname.length);
  if (event.request.method !== 'GET' || !isOurs || path.startsWith('api/') || path === 'build.json') return;
  event.respondWith(answer(event.request, path === THREADS));
});

/**
 * @param {Request} request
 * @param {boolean} isKept
 */
async function answer(request, isKept) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  const response = found ?? await fetch(request);
  // A full disk must not keep the file from the page.
  if (isKept && !found && response.ok) await cache.put(request, response.clone()).catch(() => {});
  return isolated(response);
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
