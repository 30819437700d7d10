import { describe, expect, test } from "vitest";
import { embedUrl } from "../../../core/embeds/embed-session.ts";
import { oembedUrl } from "../../../core/embeds/oembed.ts";
import {
  createCounter,
  createCustomer,
  getSite,
  outputs,
  shareCounter,
  stores,
  tapOnce,
} from "../service.ts";

const { organization, counter, key } = await createCustomer("free");
const sessionId = await shareCounter(counter);
const path = `/embed/${sessionId}`;

describe("the page of an embed", () => {
  test("names its metadata in a link and in a header, for the very same URL", async () => {
    const response = await getSite(path);
    const html = await response.text();
    const url = oembedUrl(outputs.BaseUrl, sessionId);
    const [link = ""] = /<link[^<>]+json\+oembed[^<>]*>/.exec(html) ?? [];
    expect(link).toBe(
      `<link rel="alternate" type="application/json+oembed" href="${url}" title="Gate">`,
    );
    expect(html.indexOf(link)).toBeLessThan(1_000);
    expect(response.headers.get("link")).toBe(
      `<${url}>; rel="alternate"; type="application/json+oembed"`,
    );
    expect((await fetch(url)).status).toBe(200);
  });

  test("shows the number without its script, and previews by Open Graph tags", async () => {
    const big = await createCounter(organization, { name: "Main hall", goalTarget: 2000 });
    await tapOnce(big);
    const html = await (await getSite(`/embed/${await shareCounter(big)}`)).text();
    expect(html).toContain('<span class="number">1</span>');
    expect(html).toContain('<span class="of">of 2,000</span>');
    expect(html).toContain('<meta property="og:title" content="Main hall">');
    expect(html).toContain('<meta property="og:description" content="Live count: 1 of 2,000">');
  });

  test("may be framed anywhere, and may do nothing but what it is made for", async () => {
    const { headers } = await getSite(path);
    expect(headers.get("x-frame-options")).toBeNull();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src 'self' ${new URL(outputs.BaseUrl).origin};`);
    expect(policy).not.toMatch(/unsafe|frame-ancestors/);
    expect(policy.match(/https?:/g)).toHaveLength(1);
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  test("sends no request to a third party", async () => {
    const html = await (await getSite(path)).text();
    const urls = [...html.matchAll(/(?:src|href|content)="(https?:[^"]*)"/g)];
    expect(urls.length).toBeGreaterThan(0);
    for (const [, url = ""] of urls) expect(url).toMatch(`${outputs.BaseUrl}/`);
  });

  test("and its JSON reveal nothing but the one counter", async () => {
    const other = await createCounter(organization, { name: "Another person's door" });
    const page = await (await getSite(path)).text();
    const json = await (await getSite(`${path}/count`)).text();
    for (const text of [page, json]) {
      for (const secret of [organization.id, counter.id, other.id, other.name, key, "version"]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  test.each(["unknown-session", "%3Cscript%3E"])(
    "is a page that says so for %s, which is no session",
    async (unknown) => {
      const response = await getSite(`/embed/${unknown}`);
      expect(response.status).toBe(404);
      expect(response.headers.get("x-frame-options")).toBeNull();
      const html = await response.text();
      expect(html).toContain("<h1>Not shared</h1><p>This live count is not available.</p>");
      expect(html).not.toContain(unknown);
    },
  );

  test("is kept by caches for five seconds", async () => {
    const response = await getSite("/embed/unknown-session");
    expect(response.headers.get("cache-control")).toBe("public, max-age=5, stale-if-error=0");
  });
});

describe("the JSON of an embed", () => {
  test("is the counter's name, count, goal and time of change, held for a second", async () => {
    const own = await createCounter(organization);
    await tapOnce(own);
    const response = await getSite(`/embed/${await shareCounter(own)}/count`);
    const now = await stores.counters.get({ organizationId: organization.id, counterId: own.id });
    expect(await response.json()).toEqual({
      name: own.name,
      count: 1,
      goalTarget: null,
      updatedAt: now?.updatedAt,
    });
    expect(response.headers.get("cache-control")).toBe("public, max-age=1, stale-if-error=0");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")).toBe("Age, Date");
  });

  test("is not sent again to a client that has it", async () => {
    const quiet = await createCounter(organization);
    const count = `/embed/${await shareCounter(quiet)}/count`;
    const etag = (await getSite(count)).headers.get("etag") ?? "";
    const again = await getSite(count, { "if-none-match": etag });
    expect([again.status, again.headers.get("cache-control")]).toEqual([
      304,
      "public, max-age=1, stale-if-error=0",
    ]);
    await tapOnce(quiet);
    const changed = async () => (await getSite(count, { "if-none-match": etag })).status;
    await expect.poll(changed).toBe(200);
  });

  test("is gone when the session is revoked", async () => {
    const revoked = await shareCounter(counter);
    await stores.embedSessions.revoke({ organizationId: organization.id, sessionId: revoked });
    const response = await getSite(`/embed/${revoked}/count`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      404,
      "public, max-age=5, stale-if-error=0",
    ]);
    expect(await response.json()).toEqual({ error: expect.stringContaining("no longer shared") });
  });
});

describe.each([
  ["the page", path],
  ["the JSON", `${path}/count`],
  ["the metadata", `/api/oembed?url=${embedUrl(outputs.BaseUrl, sessionId)}`],
  ["the page of no session", "/embed/unknown"],
  ["an error of the metadata", "/api/oembed"],
])("%s", (_, target) => {
  test("responds to HEAD as to GET, without the body", async () => {
    const [get, head] = [await getSite(target), await headOf(target)];
    expect(head.status).toBe(get.status);
    for (const name of ["content-type", "cache-control", "etag", "link", "x-frame-options"]) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
    expect(await head.text()).toBe("");
  });
});

const headOf = (target: string) => fetch(`${outputs.BaseUrl}${target}`, { method: "HEAD" });

test.each([
  path,
  `/api/oembed?url=${embedUrl(outputs.BaseUrl, sessionId)}`,
  "/embed/unknown",
  "/api/oembed",
])("other methods are refused with 405 for every origin to read, at %s", async (target) => {
  const response = await fetch(`${outputs.BaseUrl}${target}`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual({
    error: "This path accepts GET and HEAD, not POST",
  });
});

// Every viewer's script asks there again and again, so that no function runs for anything else.
test("the CDN itself refuses other methods for the JSON of an embed", async () => {
  const response = await fetch(`${outputs.BaseUrl}${path}/count`, { method: "POST" });
  expect([response.status, response.headers.get("content-type")]).toEqual([403, "text/html"]);
});

describe("a trailing slash of the page's path", () => {
  test.each(["GET", "HEAD"])("redirects %s to the page, and may be framed", async (method) => {
    const url = `${outputs.BaseUrl}${path}/?utm_source=blog`;
    const response = await fetch(url, { method, redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([308, path]);
    expect(response.headers.get("x-frame-options")).toBeNull();
    expect(response.headers.get("content-security-policy")).toBeNull();
    expect((await fetch(url, { method })).status).toBe(200);
  });

  test("is not removed for another method", async () => {
    const init: RequestInit = { method: "POST", redirect: "manual" };
    expect((await fetch(`${outputs.BaseUrl}${path}/`, init)).status).toBe(405);
  });

  test.each([
    ["two slashes", `${path}//`],
    ["a trailing slash of the JSON's path", `${path}/count/`],
    ["an encoded host", "/embed/%2F%2Fevil.example/"],
    ["an encoded line break", `${path}%0D%0Ax:%20y/`],
  ])("is not removed for %s", async (_, target) => {
    const response = await fetch(`${outputs.BaseUrl}${target}`, { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([404, null]);
  });
});

test.each([
  ["the metadata", `/api/oembed?url=${embedUrl(outputs.BaseUrl, sessionId)}`],
  ["an error of the metadata", "/api/oembed"],
  ["the JSON", `${path}/count`],
  ["an unknown path", "/nothing"],
  ["the root", "/"],
  ["a path below the page", `${path}/x`],
])("%s may not be framed", async (_, path) => {
  const { headers } = await getSite(path);
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
