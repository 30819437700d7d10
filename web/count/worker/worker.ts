// The service worker of /count/: it opens the page without a network. The function that serves it
// writes these before it.
declare const VERSION: string;
declare const FILES: { path: string; integrity: string }[];

declare const self: ServiceWorkerGlobalScope;

const prefix = "count-";
const cacheName = `${prefix}${VERSION}`;
/** The same page for every counter, from the console's function. */
const shell = "/count/shell";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      // Hashed files may come from the browser's cache; the page itself must be of this version.
      const files = FILES.map(({ path, integrity }) => new Request(path, { integrity }));
      await cache.addAll([...files, new Request(shell, { cache: "reload" })]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
      }
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && pathname.startsWith("/count/")) {
    event.respondWith(pageFor(request));
  } else if (pathname.startsWith("/assets/")) event.respondWith(fileFor(request));
});

/** From the device where all of it is there: no request is needed to show it. */
async function pageFor(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const paths = [shell, ...FILES.map(({ path }) => path)];
  const [page, ...files] = await Promise.all(paths.map((path) => cache.match(path)));
  const complete = page !== undefined && files.every((file) => file !== undefined);
  return complete ? page : await fetch(request);
}

/** From any version's files: a page that was opened before an update keeps its own. */
async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

export {};
