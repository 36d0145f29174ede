// Keeps the files of the page for use without network. The build writes the list of files with the hashes of their contents.

const FILES = /* FILES */ {};
const VERSION = /* VERSION */ "";
const CACHE = `blobsmith-${VERSION}`;
/** Pages of the gallery that were visited. Nobody needs all of them, and they change without the other files. */
const VISITED = "blobsmith-visited";
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
    // The page has just loaded the files that are named by their contents.
    const isNamedByContents = /-[0-9a-f]{16}\.(wasm|js)$/.test(path);
    const response = await fetch(key, { cache: isNamedByContents ? "force-cache" : "no-cache" });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const headers = new Headers(response.headers);
    headers.set("x-content-hash", hash);
    headers.delete("content-encoding");
    return cache.put(key, new Response(await response.arrayBuffer(), { headers }));
  }));
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("blobsmith-") && ![CACHE, VISITED].includes(name)) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  address.search = address.hash = "";
  if (address.href.endsWith("/")) address.pathname += "index.html";
  return (await cache.match(address.href)) ?? visit(request, address.href);
}

/** A file that is not of the list comes from the network; the last copy is for use without it. */
async function visit(request, key) {
  const visited = await caches.open(VISITED);
  try {
    const response = await fetch(request);
    if (response.ok && key.startsWith(at("gallery/"))) await visited.put(key, response.clone());
    return response;
  } catch (error) {
    const known = await visited.match(key);
    if (known) return known;
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.data === "activate" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
