import { expect, test } from "vitest";
import { cdnTemplate, managed, startCdn } from "./start-cdn.ts";

const listed = (...Headers: string[]) => ({ HeaderBehavior: "whitelist", Headers });
const none = {
  HeadersConfig: { HeaderBehavior: "none" },
  CookiesConfig: { CookieBehavior: "none" },
  QueryStringsConfig: { QueryStringBehavior: "none" },
};

/** A behavior with a policy of the template's own, and the policy. */
function forwarding(config: object) {
  const OriginRequestPolicyConfig = { Name: "own", ...none, ...config };
  const Policy = {
    Type: "AWS::CloudFront::OriginRequestPolicy",
    Properties: { OriginRequestPolicyConfig },
  };
  const defaults = { OriginRequestPolicyId: { Ref: "Policy" } };
  return cdnTemplate({ defaults }, { Policy });
}

const only = (policy: string) => cdnTemplate({ defaults: { OriginRequestPolicyId: policy } });
const cached = (settings = {}) =>
  cdnTemplate({ defaults: { CachePolicyId: managed.cachingOptimized, ...settings } });

// Each row: the page that says it, the template, what a viewer sends, what the origin gets. Headers
// that must not arrive are undefined.
const rows: [
  says: string,
  template: object,
  sent: { path?: string; method?: string; headers?: object; body?: string },
  arrives: { url?: string; headers?: object; body?: string },
][] = [
  [
    "Control origin requests with a policy: nothing but path, body, Host, User-Agent and X-Amz-Cf-Id",
    cdnTemplate(),
    {
      path: "/a?b=c",
      method: "POST",
      body: "text",
      headers: { accept: "text/html", "content-type": "a/b", cookie: "a=1", "x-member-id": "anna" },
    },
    {
      url: "/a",
      body: "text",
      headers: {
        accept: undefined,
        "content-type": undefined,
        cookie: undefined,
        "content-length": "4",
        "x-member-id": undefined,
        "x-amz-cf-id": expect.stringMatching(/^[\w-]{54}$/),
      },
    },
  ],
  [
    "…/RequestBehaviorCustomOrigin, Host: the domain name of the origin",
    cdnTemplate(),
    { headers: { host: "viewer.example" } },
    { headers: { host: expect.stringMatching(/^localhost:\d+$/) } },
  ],
  [
    "…, User-Agent header: Amazon CloudFront, whatever the viewer sends",
    cdnTemplate(),
    { headers: { "user-agent": "Mozilla" } },
    { headers: { "user-agent": "Amazon CloudFront" } },
  ],
  [
    "…, User-Agent header: the viewer's where a policy names it",
    forwarding({ HeadersConfig: listed("User-Agent") }),
    { headers: { "user-agent": "Mozilla" } },
    { headers: { "user-agent": "Mozilla" } },
  ],
  [
    "…, Client IP addresses: the viewer's, behind what X-Forwarded-For says already",
    cdnTemplate(),
    { headers: { "x-forwarded-for": "192.0.2.4,192.0.2.3" } },
    { headers: { "x-forwarded-for": "192.0.2.4,192.0.2.3,127.0.0.1" } },
  ],
  [
    "Via is CloudFront's, as in its responses",
    cdnTemplate(),
    {},
    { headers: { via: expect.stringMatching(/^1\.1 \S+\.cloudfront\.net \(CloudFront\)$/) } },
  ],
  [
    "Origin request policies, include the following headers: whatever their case",
    forwarding({ HeadersConfig: listed("X-Member-Id", "Accept") }),
    { headers: { accept: "text/html", "x-member-id": "anna", origin: "https://a.example" } },
    { headers: { accept: "text/html", "x-member-id": "anna", origin: undefined } },
  ],
  [
    "…, all viewer headers except: a new Host header with the origin's domain name",
    only(managed.allViewerExceptHost),
    { path: "/a?b=c", headers: { host: "viewer.example", origin: "null", cookie: "a=1; b=2" } },
    {
      url: "/a?b=c",
      headers: { host: expect.stringMatching(/^localhost:/), origin: "null", cookie: "a=1; b=2" },
    },
  ],
  [
    "HTTP request headers and CloudFront behavior: CloudFront removes the header",
    only(managed.allViewerExceptHost),
    {
      headers: {
        connection: "keep-alive, x-mine",
        "proxy-authorization": "secret",
        te: "trailers",
        "x-edge-any": "1",
        "x-forwarded-proto": "http",
        "x-real-ip": "192.0.2.9",
      },
    },
    {
      headers: {
        connection: "keep-alive",
        "proxy-authorization": undefined,
        te: undefined,
        "x-edge-any": undefined,
        "x-forwarded-proto": undefined,
        "x-real-ip": undefined,
      },
    },
  ],
  [
    "Origin request policies, include the following cookies and query strings",
    forwarding({
      CookiesConfig: { CookieBehavior: "whitelist", Cookies: ["b"] },
      QueryStringsConfig: { QueryStringBehavior: "whitelist", QueryStrings: ["y"] },
    }),
    { path: "/?x=1&y=%20a&y=2", headers: { cookie: "a=1; b=2; bb=3" } },
    { url: "/?y=%20a&y=2", headers: { cookie: "b=2" } },
  ],
  [
    "…, all cookies and query strings except",
    forwarding({
      CookiesConfig: { CookieBehavior: "allExcept", Cookies: ["b"] },
      QueryStringsConfig: { QueryStringBehavior: "allExcept", QueryStrings: ["y"] },
    }),
    { path: "/?x=1&y=2", headers: { cookie: "a=1; b=2" } },
    { url: "/?x=1", headers: { cookie: "a=1" } },
  ],
  [
    "Add CloudFront request headers, CloudFront-Viewer-Address: in place of what a viewer claims",
    forwarding({ HeadersConfig: listed("CloudFront-Viewer-Address") }),
    { headers: { "cloudfront-viewer-address": "198.51.100.1:1" } },
    { headers: { "cloudfront-viewer-address": expect.stringMatching(/^127\.0\.0\.1:\d+$/) } },
  ],
  [
    "…: not what a viewer claims, either, with a policy for all viewers' headers",
    only(managed.allViewerExceptHost),
    { headers: { "CloudFront-Viewer-Address": "9.9.9.9:1", "cloudfront-viewer-country": "XX" } },
    { headers: { "cloudfront-viewer-address": undefined, "cloudfront-viewer-country": undefined } },
  ],
  [
    "…: not without a policy that names it",
    cdnTemplate(),
    {},
    { headers: { "cloudfront-viewer-address": undefined } },
  ],
  [
    "Add custom headers to origin requests: CloudFront overrides what the viewer sends",
    cdnTemplate(
      {
        origin: {
          OriginCustomHeaders: [
            {
              HeaderName: "X-Origin-Secret",
              HeaderValue: {
                "Fn::Join": [
                  "",
                  ["{{resolve:secretsmanager:", { Ref: "Proof" }, ":SecretString:::}}"],
                ],
              },
            },
          ],
        },
      },
      { Proof: { Type: "AWS::SecretsManager::Secret" } },
    ),
    { headers: { "x-origin-secret": "guessed" } },
    { headers: { "x-origin-secret": "the-secret" } },
  ],
  [
    "Compression support, both formats: normalized, in CloudFront's order",
    cached(),
    { headers: { "accept-encoding": "deflate, gzip;q=0.9, br" } },
    { headers: { "accept-encoding": "br,gzip" } },
  ],
  [
    "…: one format",
    cached(),
    { headers: { "accept-encoding": "gzip, deflate" } },
    { headers: { "accept-encoding": "gzip" } },
  ],
  [
    "…: neither format is identity",
    cached(),
    { headers: { "accept-encoding": "zstd" } },
    { headers: { "accept-encoding": "identity" } },
  ],
  ["…: no header is none", cached(), {}, { headers: { "accept-encoding": undefined } }],
  [
    "…: with caching disabled like any other header",
    cdnTemplate(),
    { headers: { "accept-encoding": "gzip" } },
    { headers: { "accept-encoding": undefined } },
  ],
  [
    "…: with caching disabled forwarded as it is where a policy has it",
    only(managed.allViewerExceptHost),
    { headers: { "accept-encoding": "gzip, zstd" } },
    { headers: { "accept-encoding": "gzip, zstd" } },
  ],
  [
    "Origin path: in front of the path",
    cdnTemplate({ origin: { OriginPath: "/stage" } }),
    { path: "/a%2Fb" },
    { url: "/stage/a%2Fb" },
  ],
];

test.each(rows)("%s", async (_, template, { path = "/", ...sent }, { headers, ...arrives }) => {
  await using cdn = await startCdn(template);
  await cdn.ask(path, sent);
  expect(cdn.arrived).toHaveLength(1);
  expect(cdn.arrived[0]).toMatchObject(arrives);
  const wanted = Object.keys(headers ?? {}).map((name) => [name, cdn.arrived[0]?.headers[name]]);
  expect(Object.fromEntries(wanted)).toEqual(headers ?? {});
});

test("what is in the cache key reaches the origin, too", async () => {
  const CachePolicyConfig = {
    Name: "own",
    MinTTL: 0,
    DefaultTTL: 60,
    MaxTTL: 60,
    ParametersInCacheKeyAndForwardedToOrigin: {
      HeadersConfig: listed("Accept-Language"),
      CookiesConfig: { CookieBehavior: "whitelist", Cookies: ["theme"] },
      QueryStringsConfig: { QueryStringBehavior: "all" },
      EnableAcceptEncodingGzip: false,
    },
  };
  const Policy = { Type: "AWS::CloudFront::CachePolicy", Properties: { CachePolicyConfig } };
  const template = cdnTemplate({ defaults: { CachePolicyId: { Ref: "Policy" } } }, { Policy });
  await using cdn = await startCdn(template);
  const headers = { "accept-language": "de", cookie: "theme=dark; session=1" };
  await cdn.ask("/?a=1", { headers });
  await cdn.ask("/?a=1", { headers });
  await cdn.ask("/?a=1", { headers: { ...headers, "accept-language": "en" } });
  expect(
    cdn.arrived.map(({ url, headers: got }) => [url, got["accept-language"], got.cookie]),
  ).toEqual([
    ["/?a=1", "de", "theme=dark"],
    ["/?a=1", "en", "theme=dark"],
  ]);
});
