import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { Oembed } from "../../../core/embeds/oembed.ts";
import {
  createCounter,
  createCustomer,
  getSite,
  outputs,
  shareCounter,
  stores,
} from "../service.ts";

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

  test.each<[string, string]>([
    ["another host", `https://elsewhere.example/embed/${sessionId}`],
    ["another port and user information", `http://a:b@elsewhere.example:8080/embed/${sessionId}`],
    ["a trailing slash", `${page}/`],
    ["a query", `${page}?utm_source=blog&x=/../y`],
    ["a fragment", `${page}#?secret=0123456789`],
    ["a scheme in capitals", page.replace("http", "HTTP")],
  ])("tolerates %s, and the frame's URL is the service's own", async (_, url) => {
    const response = await ask({ url });
    expect(response.status).toBe(200);
    const { html } = Oembed.parse(await response.json());
    expect(html).toContain(`src="${page}"`);
    expect(html).not.toContain("elsewhere");
  });

  test.each<[string, string]>([
    ["nothing", ""],
    ["an empty url", "url="],
    ["a path alone", `url=/embed/${sessionId}`],
    ["a URL without a scheme", `url=//elsewhere.example/embed/${sessionId}`],
    ["words", "url=not%20a%20url"],
    ["a javascript URL", `url=javascript:alert(1)//x/embed/${sessionId}`],
    ["a data URL", `url=data:text/html,x/embed/${sessionId}`],
    ["an ftp URL", `url=ftp://elsewhere.example/embed/${sessionId}`],
    ["a file URL", `url=file:///embed/${sessionId}`],
    ["no host", `url=https:///embed/${sessionId}`],
    ["an invalid host", `url=https://[/embed/${sessionId}`],
    ["no path", `url=${outputs.BaseUrl}`],
    ["no session", `url=${outputs.BaseUrl}/embed/`],
    ["another path", `url=${outputs.BaseUrl}/embeds/${sessionId}`],
    ["a path in capitals", `url=${outputs.BaseUrl}/EMBED/${sessionId}`],
    ["a path before it", `url=${outputs.BaseUrl}/x/embed/${sessionId}`],
    ["a segment behind it", `url=${page}/count`],
    ["two slashes behind it", `url=${page}//`],
    ["an encoded slash", `url=${outputs.BaseUrl}/embed/${sessionId}%252Fx`],
    ["an encoded slash in front", `url=${outputs.BaseUrl}%252Fembed/${sessionId}`],
    ["dot segments", `url=${outputs.BaseUrl}/x/../embed/${sessionId}`],
    ["a backslash", `url=${outputs.BaseUrl}/embed%5C${sessionId}`],
    ["a line break", `url=${outputs.BaseUrl}/embed/%0A${sessionId}`],
    ["a space at its end", `url=${page}%20`],
    ["the path in the fragment", `url=${outputs.BaseUrl}/%23/embed/${sessionId}`],
    ["the path in the query", `url=${outputs.BaseUrl}/?/embed/${sessionId}`],
    ["7 KB", `url=${page}?${"a".repeat(7_000)}`],
    ["url twice", `url=${page}&url=${page}`],
    ["an array", `url[]=${page}`],
  ])("refuses %s with 400, the error body, and for every origin to read", async (_, query) => {
    const response = await getSite(`/api/oembed?${query}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  test.each<[string, string, number | undefined]>([
    ["maxwidth", "1", 1],
    ["maxwidth", "299", 299],
    ["maxwidth", "300", 300],
    ["maxwidth", "301", 300],
    ["maxwidth", "0120", 120],
    ["maxwidth", "9".repeat(400), 300],
    ["maxheight", "1", 1],
    ["maxheight", "199", 199],
    ["maxheight", "200", 200],
    ["maxheight", "4294967296", 200],
    ...["maxwidth", "maxheight"].flatMap((name) =>
      [
        "0",
        "-1",
        "-300",
        "1.5",
        "300.5",
        "1e3",
        "0x10",
        "abc",
        "",
        " ",
        "+5",
        "NaN",
        "Infinity",
        "5px",
        "٣",
      ].map((value): [string, string, undefined] => [name, value, undefined]),
    ),
  ])("%s=%s", async (name, value, expected) => {
    const response = await ask({ url: page, [name]: value });
    const field = name.replace("max", "");
    expect(response.status).toBe(expected === undefined ? 400 : 200);
    const body: unknown = await response.json();
    if (expected === undefined) {
      expect(body).toEqual({ error: expect.stringContaining(name) });
    } else {
      expect(body).toMatchObject({
        [field]: expected,
        html: expect.stringContaining(` ${field}="${expected}" `),
      });
    }
  });

  test("refuses a size that is given twice", async () => {
    const response = await getSite(`/api/oembed?url=${page}&maxwidth=100&maxwidth=200`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "maxwidth is given twice" });
  });

  test.each([
    ["json", 200],
    ["JSON", 200],
    ["", 200],
    ["xml", 501],
    ["yaml", 501],
  ])("format=%s gets %d", async (format, status) => {
    const response = await ask({ url: page, format });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    if (status !== 200) expect(await response.json()).toEqual({ error: expect.any(String) });
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

  test.each([
    "x",
    "emb_01234567890123456789abcd",
    sessionId.slice(0, -1),
    `${sessionId}x`,
    `${sessionId}%5Cx`,
    `${sessionId}%00`,
    organization.id,
    counter.id,
    "...",
    "<b>",
    "%3Cb%3E",
    "é,:;@",
    "{sessionId}",
  ])("returns 404 for %s, one segment that is no session", async (unknown) => {
    const response = await ask({ url: `${outputs.BaseUrl}/embed/${unknown}` });
    expect(response.status).toBe(404);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({
      error: "This embed does not exist or is no longer shared",
    });
  });

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

  test.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onload='alert(1)`,
    "</iframe><script>",
    "&lt;b&gt; &amp;",
    "\u202e\u2066 right to left",
    "👩‍👩‍👧‍👦".repeat(28),
  ])("shows the name %s as text in the title, and lets nothing out of it", async (name) => {
    const hostile = await createCounter(organization, { name });
    const url = `${outputs.BaseUrl}/embed/${await shareCounter(hostile)}`;
    const body = Oembed.parse(await (await ask({ url })).json());
    expect(body.title).toBe(name);
    expect(body.html).toMatch(/^<iframe (?:[a-z]+="[^"<>]*" ?)+><\/iframe>$/);
  });
});
