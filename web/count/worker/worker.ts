// The service worker opens the start page and the counting page without a network, and leaves
// everything else to the browser. The function that serves it writes these before it.
declare const VERSION: string;
/** The language of the pages that it keeps. */
declare const LANGUAGE: string;
declare const FILES: { path: string; integrity: string }[];

declare const self: ServiceWorkerGlobalScope;

const prefix = "count-";
const cacheName = `${prefix}${VERSION}`;
const startPage = "/";
/** The same page for every counter, from the console's function. */
const countPage = "/count/shell";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      // Hashed files may come from the browser's cache; the page itself must be of this version.
      const files = FILES.map(({ path, integrity }) => new Request(path, { integrity }));
      const pages = [startPage, countPage].map(
        (path) => new Request(`${path}?lang=${LANGUAGE}`, { cache: "reload" }),
      );
      await cache.addAll([...files, ...pages]);
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
      // The page that installed it shall know that the others open without a network.
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  const page = request.mode === "navigate" ? pageOf(pathname) : undefined;
  const isOther = (searchParams.get("lang") ?? LANGUAGE) !== LANGUAGE;
  if (page !== undefined) {
    // The service knows all languages; without a network any is better than none.
    const kept = () => pageFor(request, page);
    event.respondWith(isOther ? fetch(request).catch(kept) : kept());
  } else if (pathname.startsWith("/assets/")) event.respondWith(fileFor(request));
});

/** The page kept for a path; undefined for sign-ins, links and whatever else needs the service. */
function pageOf(pathname: string): string | undefined {
  if (pathname === startPage) return startPage;
  return pathname.startsWith("/count/") ? countPage : undefined;
}

/** From the device where all of it is there: no request is needed to show it. */
async function pageFor(request: Request, kept: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const paths = [kept, ...FILES.map(({ path }) => path)];
  const matches = paths.map((path) => cache.match(path, { ignoreSearch: true }));
  const [page, ...files] = await Promise.all(matches);
  const complete = page !== undefined && files.every((file) => file !== undefined);
  return complete ? page : await fetch(request);
}

/** From any version's files: a page that was opened before an update keeps its own. */
async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

export {};
