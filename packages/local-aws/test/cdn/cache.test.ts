import { expect, test, vi } from "vitest";
import { type CdnSettings, cdnTemplate, managed, startCdn } from "./start-cdn.ts";

const optimized = { defaults: { CachePolicyId: managed.cachingOptimized } };

// "Manage how long content stays in the cache (expiration)": seconds for which a response is kept.
const times: [
  says: string,
  settings: CdnSettings,
  status: number,
  control: string,
  seconds: number,
][] = [
  ["max-age", optimized, 200, "max-age=60", 60],
  ["s-maxage before max-age", optimized, 200, "max-age=60, s-maxage=5", 5],
  ["no-store for the minimum TTL", optimized, 200, "no-store", 1],
  ["max-age=0 for the minimum TTL", optimized, 200, "max-age=0", 1],
  ["the maximum TTL at most", optimized, 200, "max-age=99999999", 31_536_000],
  ["nothing said for the default TTL", optimized, 200, "", 86_400],
  ["CachingDisabled not at all", {}, 200, "max-age=60", 0],
  // "HTTP 4xx and 5xx status codes that CloudFront caches".
  ["404 for 10 s by itself", optimized, 404, "no-store", 10],
  ["503 for 10 s by itself, also with CachingDisabled", {}, 503, "no-store", 10],
  [
    "an error for its minimum TTL",
    { ...optimized, errors: [{ ErrorCode: 500, ErrorCachingMinTTL: 1 }] },
    500,
    "",
    1,
  ],
  ["an error for the longer of minimum TTL and max-age", optimized, 404, "max-age=60", 60],
  ["400 not at all", optimized, 400, "", 0],
  ["400 for its max-age, and the minimum TTL at least", optimized, 400, "max-age=1", 10],
  ["429 never", optimized, 429, "max-age=60", 0],
  [
    "no error where the minimum TTL is 0",
    { errors: [{ ErrorCode: 404, ErrorCachingMinTTL: 0 }] },
    404,
    "",
    0,
  ],
];

test.each(times)("the cache keeps %s", async (_, settings, status, control, seconds) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await using cdn = await startCdn(cdnTemplate(settings), (_, response) => {
      response.writeHead(status, control === "" ? {} : { "cache-control": control }).end();
    });
    await cdn.ask("/");
    vi.setSystemTime(Date.now() + seconds * 1_000 - 1);
    await cdn.ask("/");
    expect(cdn.arrived).toHaveLength(seconds === 0 ? 2 : 1);
    vi.setSystemTime(Date.now() + 1);
    await cdn.ask("/");
    expect(cdn.arrived).toHaveLength(seconds === 0 ? 3 : 2);
  } finally {
    vi.useRealTimers();
  }
});

test("a hit says so, and how old it is; other methods reach the origin", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await using cdn = await startCdn(cdnTemplate(optimized), (_, response) => {
      response.writeHead(200, { "cache-control": "max-age=60", "content-length": 4 }).end("body");
    });
    expect((await cdn.ask("/?a")).headers["x-cache"]).toBe("Miss from cloudfront");
    vi.setSystemTime(Date.now() + 3_000);
    const hit = await cdn.ask("/?b");
    expect(hit.headers).toMatchObject({ "x-cache": "Hit from cloudfront", age: "3" });
    const head = await cdn.ask("/", { method: "HEAD" });
    expect(head.headers).toMatchObject({ "x-cache": "Hit from cloudfront", "content-length": "4" });
    await cdn.ask("/", { method: "POST" });
    expect(cdn.arrived.map(({ method }) => method)).toEqual(["GET", "POST"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a conditional request is answered from the cache, and the cache asks the origin so", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await using cdn = await startCdn(cdnTemplate(optimized), (request, response) => {
      const unchanged = request.headers["if-none-match"] === 'W/"v1"';
      const headers = { etag: 'W/"v1"', "cache-control": "max-age=60", "content-type": "a/b" };
      response.writeHead(unchanged ? 304 : 200, headers).end(unchanged ? undefined : "body");
    });
    const known = { headers: { "if-none-match": '"v0", "v1"' } };
    // The policy does not forward the header, so that the origin sends everything.
    expect((await cdn.ask("/", known)).status).toBe(200);
    const second = await cdn.ask("/", known);
    expect([second.status, second.body.length, second.headers.etag]).toEqual([304, 0, 'W/"v1"']);
    vi.setSystemTime(Date.now() + 61_000);
    const third = await cdn.ask("/");
    expect([third.status, third.body.toString()]).toEqual([200, "body"]);
    expect(third.headers["x-cache"]).toBe("RefreshHit from cloudfront");
    expect(cdn.arrived).toHaveLength(2);
    expect((await cdn.ask("/", known)).status).toBe(304);
    expect(cdn.arrived).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

// "If your origin returns a 5xx status code, CloudFront serves the object even though it has expired".
test.each([
  ["max-age=1", 200],
  ["max-age=1, stale-if-error=30", 200],
  ["max-age=1, stale-if-error=0", 500],
])("with %s an origin that fails is %d", async (control, status) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    let failing = false;
    await using cdn = await startCdn(cdnTemplate(optimized), (_, response) => {
      response.writeHead(failing ? 500 : 200, { "cache-control": control }).end();
    });
    await cdn.ask("/");
    failing = true;
    vi.setSystemTime(Date.now() + 10_000);
    expect((await cdn.ask("/")).status).toBe(status);
  } finally {
    vi.useRealTimers();
  }
});

test("the plain and the compressed form are kept apart", async () => {
  const text = "counter ".repeat(200);
  const template = cdnTemplate({ defaults: { ...optimized.defaults, Compress: true } });
  await using cdn = await startCdn(template, (_, response) => {
    response
      .writeHead(200, { "content-type": "text/plain", "content-length": text.length })
      .end(text);
  });
  const encoded = async (encoding: string) => {
    const { headers } = await cdn.ask("/", { headers: { "accept-encoding": encoding } });
    return headers["content-encoding"];
  };
  expect([await encoded("br"), await encoded("gzip"), await encoded("identity")]).toEqual([
    "br",
    "gzip",
    undefined,
  ]);
  expect(cdn.arrived).toHaveLength(3);
  expect([await encoded("gzip"), await encoded("br")]).toEqual(["gzip", "br"]);
  expect((await cdn.ask("/")).body.toString()).toBe(text);
  expect(cdn.arrived).toHaveLength(3);
});

test("a custom error page stands in for an error, with the status that the distribution says", async () => {
  const page = { ErrorCode: 404, ResponsePagePath: "/missing.html", ResponseCode: 200 };
  await using cdn = await startCdn(cdnTemplate({ errors: [page] }), (request, response) => {
    const found = request.url === "/missing.html";
    response.writeHead(found ? 200 : 404).end(found ? "sorry" : "nothing");
  });
  const { status, body } = await cdn.ask("/unknown");
  expect([status, body.toString()]).toEqual([200, "sorry"]);
});
