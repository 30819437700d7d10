import { expect, test } from "vitest";
import { getSite, outputs } from "../service.ts";

const html = await (await getSite("/")).text();

test("the home page says where the API is, and links to what is there: docs and console", async () => {
  for (const text of [outputs.ApiUrl, `${outputs.BaseUrl}<wbr>/embed/`, "API key", "Webhooks"]) {
    expect(html).toContain(text);
  }
  const links = [...html.matchAll(/<(?:a|link)[^>]* href="([^"]+)"/g)].map(([, url = ""]) => url);
  expect(links).toContain("/docs");
  expect(links).toContain(`${outputs.ConsoleUrl}/`);
  // People get pages to read; the description is for programs, in the head.
  const forPeople = html.slice(html.indexOf("<body"));
  expect(forPeople).not.toContain("openapi.json");
  for (const url of links.filter((url) => !url.startsWith("#"))) {
    expect((await fetch(new URL(url, outputs.BaseUrl))).status, url).toBe(200);
  }
});

test("the home page may load its style and icon and do nothing else, and nothing frames it", async () => {
  const { headers } = await getSite("/");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy.replace(/sha256-[\w+/=]{44}/, "…")).toBe(
    "default-src 'none'; style-src '…'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(html).not.toMatch(/<script|style=|\son\w+=/);
});

test("the icon is an icon, and robots.txt allows consumers to fetch the pages of embeds", async () => {
  const icon = Buffer.from(await (await getSite("/favicon.ico")).arrayBuffer());
  // Reserved, type icon, three images, each a PNG.
  expect([0, 2, 4].map((offset) => icon.readUInt16LE(offset))).toEqual([0, 1, 3]);
  expect(icon.subarray(icon.readUInt32LE(18)).subarray(1, 4).toString()).toBe("PNG");
  const robots = await (await getSite("/robots.txt")).text();
  expect(robots).toMatch(/^User-agent: \*\nDisallow:$/m);
});

test.each([
  ["/", "text/html; charset=utf-8", 300],
  ["/favicon.ico", "image/x-icon", 3_600],
  ["/robots.txt", "text/plain; charset=utf-8", 3_600],
])(
  "%s is %s, kept by caches for %d s, the same for HEAD, 304 when unchanged",
  async (path, type, seconds) => {
    const response = await getSite(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("cache-control")).toBe(
      `public, max-age=${seconds}, stale-if-error=0`,
    );
    const head = await fetch(`${outputs.BaseUrl}${path}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const etag = response.headers.get("etag") ?? "";
    expect(head.headers.get("etag")).toBe(etag);
    expect((await getSite(path, { "if-none-match": etag })).status).toBe(304);
    const refused = await fetch(`${outputs.BaseUrl}${path}`, { method: "DELETE" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  },
);
