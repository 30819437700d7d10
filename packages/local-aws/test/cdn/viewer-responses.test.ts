import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type CdnSettings, cdnTemplate, managed, type Seen, startCdn } from "./start-cdn.ts";

const optimized = { CachePolicyId: managed.cachingOptimized };
const withPolicy = (ResponseHeadersPolicyId: string) => ({ defaults: { ResponseHeadersPolicyId } });
const fromElsewhere = { headers: { origin: "https://a.example" } };
const long = "counter ".repeat(200);
const lengthOfLong = { "content-length": String(long.length) };

// Each row: the page that says it, the distribution, what the origin answers, what a viewer sends,
// what it gets. Headers that must not arrive are undefined.
const rows: [
  says: string,
  settings: CdnSettings,
  answered: { status?: number; headers?: Record<string, string | string[]>; body?: string },
  sent: { path?: string; method?: string; headers?: object; body?: string },
  seen: { status?: number; headers?: object; text?: string },
][] = [
  [
    "Allowed HTTP methods: 403, with a page of CloudFront's, whatever the client accepts",
    { defaults: { AllowedMethods: ["GET", "HEAD", "OPTIONS"] } },
    {},
    { method: "POST", body: "{}", headers: { accept: "application/json" } },
    {
      status: 403,
      headers: { "content-type": "text/html", "x-cache": "Error from cloudfront" },
      text: expect.stringContaining("not configured to allow the HTTP request method"),
    },
  ],
  [
    "…: GET and HEAD alone without a setting",
    { defaults: { AllowedMethods: undefined } },
    {},
    { method: "OPTIONS" },
    { status: 403 },
  ],
  [
    "RequestBehaviorCustomOrigin, GET requests that include a body: 403",
    {},
    {},
    { body: "{}" },
    { status: 403, text: expect.stringContaining("The request could not be satisfied") },
  ],
  [
    "…, Maximum length of a URL: 413 beyond 8,192 bytes",
    {},
    {},
    { path: `/${"a".repeat(8_180)}` },
    { status: 413 },
  ],
  [
    "…, Maximum length of a request: 413 beyond 20,480 bytes with headers",
    {},
    {},
    { headers: { "x-long": "a".repeat(20_480) } },
    { status: 413 },
  ],
  [
    "Understand response headers policies, origin override false: the origin's header stays",
    withPolicy(managed.securityHeaders),
    { headers: { "x-frame-options": "DENY", "x-content-type-options": "else" } },
    {},
    {
      status: 200,
      headers: {
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "strict-transport-security": "max-age=31536000",
        "x-xss-protection": "1; mode=block",
      },
    },
  ],
  [
    "Use managed response headers policies, SimpleCORS: on responses to other origins",
    withPolicy(managed.simpleCors),
    {},
    fromElsewhere,
    { headers: { "access-control-allow-origin": "*", "access-control-allow-methods": undefined } },
  ],
  [
    "…: not on others",
    withPolicy(managed.simpleCors),
    {},
    {},
    { headers: { "access-control-allow-origin": undefined } },
  ],
  [
    "HTTP response headers that CloudFront removes or replaces: Vary keeps what is forwarded",
    {},
    { headers: { vary: "Accept-Encoding, X-Member-Id, Cookie", "set-cookie": ["a=1"] } },
    {},
    { headers: { vary: "Accept-Encoding, Cookie", "set-cookie": undefined } },
  ],
  [
    "…: Set-Cookie where cookies are forwarded, Vary where the header is",
    { defaults: { OriginRequestPolicyId: managed.allViewerExceptHost } },
    { headers: { vary: "X-Member-Id", "set-cookie": ["a=1", "b=2"] } },
    {},
    { headers: { vary: "X-Member-Id", "set-cookie": ["a=1", "b=2"] } },
  ],
  [
    "…: Via is CloudFront's",
    {},
    { headers: { via: "1.0 mine" } },
    {},
    { headers: { via: expect.stringMatching(/^1\.1 \S+\.cloudfront\.net \(CloudFront\)$/) } },
  ],
  [
    "How CloudFront compression works: text of 1,000 bytes and more, and a strong ETag gets weak",
    { defaults: { ...optimized, Compress: true } },
    {
      headers: { "content-type": "text/html; charset=utf-8", etag: '"v1"', ...lengthOfLong },
      body: long,
    },
    { headers: { "accept-encoding": "gzip" } },
    { headers: { "content-encoding": "gzip", etag: 'W/"v1"' }, text: long },
  ],
  [
    "…: not without a Content-Length",
    { defaults: { ...optimized, Compress: true } },
    { headers: { "content-type": "text/html" }, body: long },
    { headers: { "accept-encoding": "gzip" } },
    { headers: { "content-encoding": undefined }, text: long },
  ],
  [
    "…: not below 1,000 bytes",
    { defaults: { ...optimized, Compress: true } },
    { headers: { "content-type": "text/html", "content-length": "5" }, body: "short" },
    { headers: { "accept-encoding": "gzip" } },
    { headers: { "content-encoding": undefined, "content-length": "5" }, text: "short" },
  ],
  [
    "…: not when the TTL values are zero",
    { defaults: { Compress: true } },
    { headers: { "content-type": "text/html", ...lengthOfLong }, body: long },
    { headers: { "accept-encoding": "gzip" } },
    { headers: { "content-encoding": undefined }, text: long },
  ],
  [
    "…: not what the origin has compressed",
    { defaults: { ...optimized, Compress: true } },
    {
      headers: { "content-type": "text/html", "content-encoding": "zstd", ...lengthOfLong },
      body: long,
    },
    { headers: { "accept-encoding": "gzip" } },
    { headers: { "content-encoding": "zstd" }, text: long },
  ],
  [
    "HTTP status codes from your origin: passed on",
    {},
    { status: 409, headers: { "content-type": "application/json" }, body: '{"error":"no"}' },
    { method: "PUT", body: "{}" },
    {
      status: 409,
      headers: { "content-type": "application/json", "x-cache": "Error from cloudfront" },
      text: '{"error":"no"}',
    },
  ],
  [
    "HEAD has the length of the origin's response, and no body",
    {},
    { headers: { "content-length": "14" } },
    { method: "HEAD" },
    { status: 200, headers: { "content-length": "14" }, text: "" },
  ],
];

test.each(rows)("%s", async (_, settings, answered, { path = "/", ...sent }, { text, ...seen }) => {
  const { status = 200, headers = {}, body } = answered;
  await using cdn = await startCdn(cdnTemplate(settings), (_, response) => {
    response.writeHead(status, headers).end(body);
  });
  const got = await cdn.ask(path, sent);
  if (seen.status !== undefined) expect(got.status).toBe(seen.status);
  const names = Object.keys(seen.headers ?? {});
  const shown = Object.fromEntries(names.map((name) => [name, got.headers[name]]));
  expect(shown).toEqual(seen.headers ?? {});
  if (text !== undefined) expect(textOf(got)).toEqual(text);
});

function textOf({ headers, body }: Seen): string {
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
}

test("a policy of the template's own adds, overrides and removes headers", async () => {
  const item = (Header: string, Override: boolean) => ({ Header, Value: "mine", Override });
  const Policy = {
    Type: "AWS::CloudFront::ResponseHeadersPolicy",
    Properties: {
      ResponseHeadersPolicyConfig: {
        Name: "own",
        CustomHeadersConfig: { Items: [item("X-Kept", false), item("X-Replaced", true)] },
        RemoveHeadersConfig: { Items: [{ Header: "X-Powered-By" }] },
      },
    },
  };
  const settings = { defaults: { ResponseHeadersPolicyId: { Ref: "Policy" } } };
  await using cdn = await startCdn(cdnTemplate(settings, { Policy }), (_, response) => {
    const headers = { "x-kept": "origin", "x-replaced": "origin", "x-powered-by": "origin" };
    response.writeHead(200, headers).end();
  });
  const { headers } = await cdn.ask("/");
  expect(headers).toMatchObject({ "x-kept": "origin", "x-replaced": "mine" });
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("an origin that is too slow is 504, and one that breaks off is 502", async () => {
  const slow = {
    CustomOriginConfig: { OriginProtocolPolicy: "https-only", OriginReadTimeout: 0.1 },
  };
  await using late = await startCdn(cdnTemplate({ origin: slow }), () => {});
  expect((await late.ask("/")).status).toBe(504);
  await using broken = await startCdn(cdnTemplate(), (request) => request.socket.destroy());
  expect((await broken.ask("/", { method: "POST", body: "{}" })).status).toBe(502);
});

test("what is not HTTP is refused with a page", async () => {
  await using cdn = await startCdn(cdnTemplate());
  const answer = await cdn.raw("nonsense\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/html/);
  expect(cdn.arrived).toEqual([]);
});

test("what the origin does not see is reported by the CDN", async () => {
  await using cdn = await startCdn(cdnTemplate({ defaults: { AllowedMethods: ["GET", "HEAD"] } }));
  await cdn.ask("/a?b", { method: "DELETE" });
  await cdn.ask("/");
  expect(cdn.events).toMatchObject([
    { kind: "request-served", api: "the CDN", method: "DELETE", path: "/a?b", status: 403 },
  ]);
});
