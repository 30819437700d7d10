import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { Oembed } from "../../../core/embeds/oembed.ts";
import { createCustomer, getSite, outputs, shareCounter, stores } from "../service.ts";

const { organization, counter } = await createCustomer("free");
const sessionId = await shareCounter(counter);
const page = `${outputs.BaseUrl}/embed/${sessionId}`;

const ask = (query: string | Record<string, string>) =>
  getSite(`/api/oembed?${new URLSearchParams(query)}`);

describe("§4.4 embed metadata", () => {
  test("returns every field of the contract, as JSON that every origin may read", async () => {
    const response = await ask({ url: page });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("public, max-age=60, stale-if-error=0");
    const body = Oembed.strict().parse(await response.json());
    expect(body).toMatchObject({
      type: "rich",
      version: "1.0",
      title: "Gate",
      provider_name: "Counting Service",
      provider_url: outputs.BaseUrl,
      width: 300,
      height: 200,
    });
    expect(body.html).toMatch(/^<iframe [^<>]+><\/iframe>$/);
    for (const attribute of [
      `src="${page}"`,
      'width="300"',
      'height="200"',
      'title="Live count: Gate"',
      'loading="lazy"',
      'sandbox="allow-scripts"',
    ]) {
      expect(body.html).toContain(attribute);
    }
  });

  test("tolerates another host, and the frame's URL is the service's own", async () => {
    const url = `http://a:b@elsewhere.example:8080/embed/${sessionId}/?x=/../y`;
    const { html } = Oembed.parse(await (await ask({ url })).json());
    expect(html).toContain(`src="${page}"`);
    expect(html).not.toContain("elsewhere");
  });

  test.each<[string, string, number]>([
    ["nothing", "", 400],
    ["another path", `url=${outputs.BaseUrl}/embeds/${sessionId}`, 400],
    ["an encoded slash", `url=${outputs.BaseUrl}/embed/${sessionId}%252Fx`, 400],
    ["7 KB", `url=${page}?${"a".repeat(7_000)}`, 400],
    ["a width of 0", `url=${page}&maxwidth=0`, 400],
    ["another format", `url=${page}&format=xml`, 501],
  ])("refuses %s with the error body, for every origin to read", async (_, query, status) => {
    const response = await getSite(`/api/oembed?${query}`);
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  test("makes the frame as small as it is asked for", async () => {
    const response = await ask({ url: page, maxwidth: "120", maxheight: "900", format: "JSON" });
    expect(await response.json()).toMatchObject({
      ...{ width: 120, height: 200 },
      html: expect.stringContaining(' width="120" height="200" '),
    });
  });

  test("refuses a URL of more than 8 KB at the CDN, with 413", async () => {
    expect((await ask({ url: `${page}?${"a".repeat(8_192)}` })).status).toBe(413);
  });

  // The CDN keeps errors by their path alone.
  test.each([
    ["in a format that there is not", { url: page, format: "xml" }, 501],
    ["for an embed that there is not", { url: `${page}x` }, 404],
    ["without a URL", {}, 400],
  ])("an error %s is not the next viewer's response", async (_, query, status) => {
    expect((await ask(query)).status).toBe(status);
    expect((await ask({ url: page })).status).toBe(200);
  });

  test("ignores arguments that it does not know", async () => {
    const response = await ask({ url: page, dnt: "true", callback: "alert(1)", title: "<b>" });
    expect(await response.json()).toEqual(await (await ask({ url: page })).json());
  });

  test.each(["x", sessionId.slice(0, -1), `${sessionId}%00`, organization.id, "%3Cb%3E"])(
    "returns 404 for %s, one segment that is no session",
    async (unknown) => {
      const response = await ask({ url: `${outputs.BaseUrl}/embed/${unknown}` });
      expect(response.status).toBe(404);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await response.json()).toEqual({
        error: "This embed does not exist or is no longer shared",
      });
    },
  );

  test("returns 304 without a body while the metadata is what If-None-Match names", async () => {
    const etag = (await ask({ url: page })).headers.get("etag") ?? "";
    const query = new URLSearchParams({ url: page });
    const again = await getSite(`/api/oembed?${query}`, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    expect(again.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("names a provider whose URL is a page for people", async () => {
    const { provider_url } = Oembed.parse(await (await ask({ url: page })).json());
    const response = await fetch(provider_url);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
  });

  test("returns 404 for a session that was revoked", async () => {
    const revoked = await shareCounter(counter);
    await stores.embedSessions.revoke({ organizationId: organization.id, sessionId: revoked });
    expect((await ask({ url: `${outputs.BaseUrl}/embed/${revoked}` })).status).toBe(404);
  });

  test("refuses other methods with 405, for every origin to read", async () => {
    for (const method of ["POST", "PUT", "OPTIONS", "DELETE"]) {
      const response = await fetch(`${outputs.BaseUrl}/api/oembed?url=${page}`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  test("builds URLs from the site's own, not from the Host header", async () => {
    const { hostname, port } = new URL(outputs.BaseUrl);
    const path = `/api/oembed?url=${encodeURIComponent(page)}`;
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    const body = await new Promise<string>((resolve, reject) => {
      request({ hostname, port, path, headers }, (response) => resolve(text(response)))
        .on("error", reject)
        .end();
    });
    expect(Oembed.parse(JSON.parse(body)).html).toContain(`src="${page}"`);
    expect(body).not.toContain("evil");
  });
});
