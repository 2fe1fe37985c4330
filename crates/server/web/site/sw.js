// @ts-nocheck: the type checker knows pages only.
// Service worker: stores the site in the browser, so that it works without a connection.
//
// `scripts/site` puts `FILES` before this line: the hash of each file by its path, and `LATER`, the
// paths of files that are stored when they are first used. The key of a stored file contains its
// hash. A new version is stored beside the old one and replaces it as a whole, when all its files
// are there.

const SCOPE = new URL('./', location.href).href;
const CACHE = `sheshbesh ${SCOPE}`;

/** Key of a file in the cache. */
const key = (path) => `${SCOPE}${path}?${FILES[path]}`;

/** Stores a file, unless it is of another version than this service worker. */
async function store(cache, path, response) {
  const file = await response.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
  const digits = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!response.ok || !digits.startsWith(FILES[path])) throw new Error(`${path} is of another version`);
  await cache.put(key(path), new Response(file, { headers: { 'content-type': response.headers.get('content-type') ?? '' } }));
}

/** Fetches and stores a file, unless it is stored. */
async function keep(cache, path) {
  if (await cache.match(key(path))) return;
  await store(cache, path, await fetch(SCOPE + path, { cache: 'no-cache' }));
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(FILES).filter((path) => !LATER.includes(path)).map((path) => keep(cache, path)));
}

/** Deletes the files of other versions. */
async function clean() {
  const cache = await caches.open(CACHE);
  const kept = new Set(Object.keys(FILES).map(key));
  const old = (await cache.keys()).filter(({ url }) => !kept.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
  await clients.claim();
}

/** Answers with the stored file, or else stores the file on its way to the page. */
async function answer(path, event) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(key(path));
  if (stored) return stored;
  const response = await fetch(SCOPE + path);
  event.waitUntil(store(cache, path, response.clone()).catch(() => {}));
  return response;
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(clean()));
addEventListener('message', ({ data }) => { if (data === 'activate') skipWaiting(); });
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== 'GET' || !address.startsWith(SCOPE)) return;
  const path = address.slice(SCOPE.length) || 'index.html';
  if (Object.hasOwn(FILES, path)) event.respondWith(answer(path, event));
});
