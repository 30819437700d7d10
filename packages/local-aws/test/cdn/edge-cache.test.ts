import { expect, test, vi } from "vitest";
import { EdgeCache } from "../../cdn/edge-cache.ts";

const body = Buffer.alloc(0);
const mebibyte = 1024 * 1024;

function notFound(forMs: number, headers: Record<string, string> = {}) {
  const untilMs = Date.now() + forMs;
  const times = { storedAtMs: Date.now(), freshUntilMs: untilMs, staleUntilMs: untilMs };
  return { status: 404, headers, body, ...times };
}

test.each([
  ["keys", (n: number) => `${n} ${"k".repeat(mebibyte)}`, {}],
  ["headers", String, { "x-long": "h".repeat(mebibyte) }],
])("the 64 MB of the cache count %s", (_, keyOf, headers) => {
  const cache = new EdgeCache();
  for (let n = 0; n < 64; n++) cache.set(keyOf(n), notFound(10_000, headers));
  expect(cache.get(keyOf(0))).toBeUndefined();
  expect(cache.get(keyOf(63))).toBeDefined();
});

test("the cache forgets what has expired, unless an ETag can renew it", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const cache = new EdgeCache();
    cache.set("expired", notFound(10_000));
    cache.set("renewable", notFound(10_000, { etag: '"1"' }));
    cache.set("fresh", notFound(60_000));
    vi.setSystemTime(Date.now() + 10_000);
    cache.set("next", notFound(10_000));
    const kept = ["expired", "renewable", "fresh", "next"].filter((key) => cache.get(key));
    expect(kept).toEqual(["renewable", "fresh", "next"]);
  } finally {
    vi.useRealTimers();
  }
});
