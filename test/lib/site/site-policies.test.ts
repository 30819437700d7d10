import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import * as z from "zod";
import { propertiesOf, resolved, resources, template } from "../synthesized.ts";

const Behavior = z.strictObject({
  PathPattern: z.string().default("all else"),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()),
  FunctionAssociations: z
    .tuple([z.strictObject({ EventType: z.literal("viewer-request"), FunctionARN: z.string() })])
    .optional(),
  Compress: z.literal(true),
  ViewerProtocolPolicy: z.literal("redirect-to-https"),
});

const Distribution = z.strictObject({
  Enabled: z.literal(true),
  Comment: z.string(),
  HttpVersion: z.literal("http2and3"),
  IPV6Enabled: z.literal(true),
  CacheBehaviors: z.array(Behavior),
  DefaultCacheBehavior: Behavior,
  CustomErrorResponses: z.array(z.object({ ErrorCode: z.number() })),
  Origins: z.array(z.object({ Id: z.string() }).loose()),
});

function distribution(): z.infer<typeof Distribution> {
  const [properties] = propertiesOf("AWS::CloudFront::Distribution");
  return Distribution.parse(resolved(properties?.DistributionConfig));
}

// CloudFront's own policies have the same ids in every account.
const cachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const allViewerExceptHostHeader = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
const simpleCors = "60669652-455b-4ae9-85a4-c4c02393f86c";

test("each path of the site has its policies, in the order of the patterns", () => {
  const { CacheBehaviors, DefaultCacheBehavior } = distribution();
  expect(
    [...CacheBehaviors, DefaultCacheBehavior].map((behavior) => [
      behavior.PathPattern,
      behavior.CachePolicyId,
      behavior.OriginRequestPolicyId,
      behavior.FunctionAssociations?.[0].FunctionARN,
    ]),
  ).toEqual([
    ["/embed/*/count", cachingOptimized, undefined, undefined],
    [
      "/api/oembed",
      cachingDisabled,
      allViewerExceptHostHeader,
      "{SiteDeliveryReadOnly.FunctionARN}",
    ],
    ["all else", cachingOptimized, undefined, "{SiteDeliveryReadOnly.FunctionARN}"],
  ]);
});

test("every origin may read what the CDN responds by itself, and nothing there forbids frames", () => {
  const { CacheBehaviors, DefaultCacheBehavior } = distribution();
  for (const { ResponseHeadersPolicyId } of [...CacheBehaviors, DefaultCacheBehavior]) {
    expect(ResponseHeadersPolicyId).toBe(simpleCors);
  }
});

test("a stage takes one of the account's twenty policies of each kind, at most", () => {
  const policies = z
    .object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) })
    .transform(({ Resources }) => Object.values(Resources).map(({ Type }) => Type))
    .parse(template().toJSON())
    .filter((type) => /^AWS::CloudFront::.*Policy$/.test(type));
  expect(policies).toEqual(["AWS::CloudFront::OriginRequestPolicy"]);
});

test("the CDN asks the site's HTTP API alone, with TLS and for longer than a function runs", () => {
  const { CacheBehaviors, DefaultCacheBehavior, Origins } = distribution();
  expect(Origins).toEqual([
    {
      Id: expect.any(String),
      OriginCustomHeaders: [
        {
          HeaderName: "x-origin-secret",
          HeaderValue: "{{resolve:secretsmanager:{ConsoleDeliveryOriginSecret}:SecretString:::}}",
        },
      ],
      // The host of https://host.
      DomainName: {
        "Fn::Select": [2, { "Fn::Split": ["/", "{SiteSurfaceHttpApi.ApiEndpoint}"] }],
      },
      CustomOriginConfig: {
        OriginProtocolPolicy: "https-only",
        OriginSSLProtocols: ["TLSv1.2"],
        OriginReadTimeout: 30,
      },
    },
  ]);
  for (const { TargetOriginId } of [...CacheBehaviors, DefaultCacheBehavior]) {
    expect(TargetOriginId).toBe(Origins[0]?.Id);
  }
  for (const [id, { Properties }] of Object.entries(resources("AWS::Lambda::Function"))) {
    if (id.startsWith("SiteSurface")) expect(Properties.Timeout).toBeLessThan(15);
  }
});

test("all errors that CloudFront keeps by itself have a time of their own", () => {
  const codes = distribution().CustomErrorResponses.map(({ ErrorCode }) => ErrorCode);
  expect(codes.toSorted()).toEqual([404, 414, 500, 501, 502, 503, 504]);
});

test("the viewers' polls let the CDN refuse other methods itself", () => {
  const { CacheBehaviors, DefaultCacheBehavior } = distribution();
  const methods = [...CacheBehaviors, DefaultCacheBehavior].map(
    ({ AllowedMethods }) => AllowedMethods.length,
  );
  expect(methods).toEqual([3, 7, 7]);
});

/** What the CDN does with a request, in a context without anything of Node. */
function viewerRequest(method: string, request: object = {}): unknown {
  const { FunctionCode } = z
    .object({ FunctionCode: z.string() })
    .parse(resources("AWS::CloudFront::Function").SiteDeliveryReadOnly?.Properties);
  const event = {
    context: { requestId: "cf-1" },
    request: { method, uri: "/embed/abc", headers: {}, querystring: {}, ...request },
  };
  const result: unknown = runInNewContext(`${FunctionCode}\nJSON.stringify(handler(event))`, {
    event,
  });
  return JSON.parse(z.string().parse(result));
}

test.each(["GET", "HEAD", "OPTIONS"])("the CDN lets %s pass unchanged", (method) => {
  expect(viewerRequest(method)).toEqual({
    method,
    uri: "/embed/abc",
    headers: {},
    querystring: {},
  });
});

test.each([
  ["/embed/emb_1", "de-CH", "/embed/emb_1/in/de-CH"],
  ["/embed/emb_1", "count", "/embed/emb_1/in/count"],
  ["/embed/emb_1", "../count", "/embed/emb_1"],
  ["/embed/emb_1", "", "/embed/emb_1"],
  ["/embed/emb_1/badge.svg", "de", "/embed/emb_1/badge.svg"],
  ["/screen/emb_1", "de", "/screen/emb_1"],
])("the CDN asks for %s in %j as %s", (uri, value, asked) => {
  const request = { uri, querystring: { lang: { value } } };
  expect(viewerRequest("GET", request)).toMatchObject({ uri: asked });
});

test.each([
  ["dark", undefined, "/dark-"],
  ["dark", "%23FF8800", "/dark-ff8800"],
  ["auto", "f80", "/auto-f80"],
  ["../x", "red", ""],
])("the CDN puts the theme %s and the accent %s of a badge into its path", (theme, accent, end) => {
  const uri = "/embed/emb_1/badge.svg";
  const querystring = { theme: { value: theme }, ...(accent && { accent: { value: accent } }) };
  expect(viewerRequest("GET", { uri, querystring })).toMatchObject({ uri: `${uri}${end}` });
});

test.each([
  ["POST", "POST"],
  ["DELETE", "DELETE"],
  ["get", "that method"],
  ["<b>", "that method"],
])("the CDN answers the method %s with 405, in the contract's error body", (method, shown) => {
  expect(viewerRequest(method)).toEqual({
    statusCode: 405,
    statusDescription: "Method Not Allowed",
    headers: {
      allow: { value: "GET, HEAD" },
      "access-control-allow-origin": { value: "*" },
      "cache-control": { value: "no-store" },
      "content-type": { value: "application/json" },
      "x-content-type-options": { value: "nosniff" },
      "x-request-id": { value: "cf-1" },
    },
    body: JSON.stringify({ error: `This path accepts GET and HEAD, not ${shown}` }),
  });
});
