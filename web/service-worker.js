// Keeps the files of the page for use without network. The build writes the list of files with the hashes of their contents.

const FILES = /* FILES */ {};
const VERSION = /* VERSION */ "";
const CACHE = `blobsmith-${VERSION}`;
const at = (path) => new URL(path, self.registration.scope).href;

async function install() {
  const cache = await caches.open(CACHE);
  // A file whose contents have not changed is taken from an older version.
  await Promise.all(Object.entries(FILES).map(async ([path, hash]) => {
    const key = at(path);
    for (const name of await caches.keys()) {
      if (!name.startsWith("blobsmith-")) continue;
      const known = await (await caches.open(name)).match(key);
      if (known && known.headers.get("x-content-hash") === hash) return cache.put(key, known);
    }
    const response = await fetch(key, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const headers = new Headers(response.headers);
    headers.set("x-content-hash", hash);
    headers.delete("content-encoding");
    return cache.put(key, new Response(await response.arrayBuffer(), { headers }));
  }));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("blobsmith-") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  address.search = address.hash = "";
  if (address.href.endsWith("/")) address.pathname += "index.html";
  return (await cache.match(address.href)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.data === "activate" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
