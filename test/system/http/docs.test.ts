import { request } from "node:http";
import { expect, test } from "vitest";
import { getSite, outputs } from "../service.ts";

const html = await (await getSite("/docs")).text();

test.each([
  ["", "text/html; charset=utf-8"],
  ["integrators/webhooks.md", "text/markdown; charset=utf-8"],
  ["reference/list-counters", "text/html; charset=utf-8"],
  ["integrators/openapi.json", "application/json"],
  ["llms.txt", "text/plain; charset=utf-8"],
  ["docs.js", "text/javascript; charset=utf-8"],
])(
  "/docs/%s is %s, kept by caches for five minutes, the same for HEAD, 304 when unchanged",
  async (name, type) => {
    const path = name === "" ? "/docs" : `/docs/${name}`;
    const response = await getSite(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300, stale-if-error=0");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const head = await fetch(`${outputs.BaseUrl}${path}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const etag = response.headers.get("etag") ?? "";
    expect((await getSite(path, { "if-none-match": etag })).status).toBe(304);
  },
);

test("a page may load the site's own files and do nothing else, and nothing frames it", async () => {
  const { headers } = await getSite("/docs");
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test("the pages name this deployment's own URLs", async () => {
  expect(html).toContain(`${outputs.ApiUrl}/api/v1/counters`);
  const llms = await (await getSite("/docs/llms.txt")).text();
  expect(llms).toContain(`(${outputs.BaseUrl}/docs/integrators/webhooks.md)`);
  expect(html + llms).not.toMatch(/\{\{|\{api_url\}\/|\{base_url\}\//);
});

test.each([
  ["/docs/", "/docs"],
  ["/docs/integrators/webhooks/", "/docs/integrators/webhooks"],
  ["/docs/integrators/webhooks.html", "/docs/integrators/webhooks"],
])("%s redirects to %s", async (path, location) => {
  const response = await fetch(`${outputs.BaseUrl}${path}`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([308, location]);
});

test("a path without a page is a 404 with the navigation, which no cache keeps", async () => {
  const response = await getSite("/docs/no/such/page");
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const body = await response.text();
  expect(body).toContain("This page does not exist");
  expect(body).toContain('href="/docs/integrators/webhooks"');
});

test.each([
  ["a parent folder", "/docs/../../../etc/passwd"],
  ["an encoded parent folder", "/docs/%2e%2e%2f%2e%2e%2findex.mjs"],
  ["bytes that are not UTF-8", "/docs/%ff%fe"],
  ["a bad percent-encoding", "/docs/%zz"],
  ["a very long path", `/docs/${"a".repeat(7_000)}`],
  ["another host in the path", "/docs//evil.example.com/"],
  ["another host before a page", "/docs//evil.example.com/..//index.html"],
])("%s is a 404 or a 400, and never a file or a redirect elsewhere", async (_, path) => {
  expect([400, 404]).toContain(await statusOf(path));
});

/** Sends the path as it is, which fetch would not. */
function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(outputs.BaseUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}
