import { expect, test } from "vitest";
import * as z from "zod";
import { propertiesOf, resolved, resources } from "../synthesized.ts";

const Behavior = z.strictObject({
  PathPattern: z.string().default("all else"),
  CachePolicyId: z.string(),
  ResponseHeadersPolicyId: z.string(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()),
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

test("each path of the site has its cache policy and its headers, in the order of the patterns", () => {
  const { CacheBehaviors, DefaultCacheBehavior } = distribution();
  expect(
    [...CacheBehaviors, DefaultCacheBehavior].map((behavior) => [
      behavior.PathPattern,
      behavior.CachePolicyId.replace(/^\{SiteDelivery|\}$/g, ""),
      behavior.ResponseHeadersPolicyId.replace(/^\{SiteDeliveryHeaders|\}$/g, ""),
    ]),
  ).toEqual([
    ["/embed/*/count", "Counts", "NotFramed"],
    ["/embed/*", "Pages", "Framed"],
    ["/api/oembed", "Oembed", "NotFramed"],
    ["all else", "Pages", "NotFramed"],
  ]);
});

test("the CDN asks the site's HTTP API alone, with TLS and for longer than a function runs", () => {
  const { CacheBehaviors, DefaultCacheBehavior, Origins } = distribution();
  expect(Origins).toEqual([
    {
      Id: expect.any(String),
      // The host of https://host.
      DomainName: {
        "Fn::Select": [2, { "Fn::Split": ["/", "{SiteSurfaceHttpApi.ApiEndpoint}"] }],
      },
      CustomOriginConfig: {
        OriginProtocolPolicy: "https-only",
        OriginSSLProtocols: ["TLSv1.2"],
        OriginReadTimeout: 15,
      },
    },
  ]);
  for (const { TargetOriginId, AllowedMethods } of [...CacheBehaviors, DefaultCacheBehavior]) {
    expect(TargetOriginId).toBe(Origins[0]?.Id);
    // A method that the contract does not have gets its 405 from the functions.
    expect(AllowedMethods).toEqual("GET HEAD OPTIONS PUT PATCH POST DELETE".split(" "));
  }
  for (const [id, { Properties }] of Object.entries(resources("AWS::Lambda::Function"))) {
    if (id.startsWith("SiteSurface")) expect(Properties.Timeout).toBeLessThan(15);
  }
});

test("errors that the functions do not date themselves are all held for a second", () => {
  const codes = distribution().CustomErrorResponses.map(({ ErrorCode }) => ErrorCode);
  expect(codes).toEqual([404, 414, 500, 501, 502, 503, 504]);
});

/** Seconds that a copy is kept at most, encodings and parameters that make copies of their own. */
const cachePolicies = {
  SiteDeliveryCounts: [2, "one for all encodings", []],
  SiteDeliveryPages: [3_600, "one for each encoding", []],
  SiteDeliveryOembed: [3_600, "one for each encoding", ["url", "maxwidth", "maxheight", "format"]],
};

test("each cache policy makes as few copies as the responses need", () => {
  const found = Object.entries(resources("AWS::CloudFront::CachePolicy")).map(([id, policy]) => {
    const { CachePolicyConfig } = CachePolicy.parse(policy.Properties);
    const key = CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin;
    expect(key.EnableAcceptEncodingBrotli).toBe(key.EnableAcceptEncodingGzip);
    const { QueryStringBehavior, QueryStrings } = key.QueryStringsConfig;
    expect(QueryStringBehavior).toBe(QueryStrings.length > 0 ? "whitelist" : "none");
    const encodings = key.EnableAcceptEncodingGzip
      ? "one for each encoding"
      : "one for all encodings";
    return [id, [CachePolicyConfig.MaxTTL, encodings, QueryStrings]];
  });
  expect(Object.fromEntries(found)).toEqual(cachePolicies);
});

const CachePolicy = z.object({
  CachePolicyConfig: z.object({
    MaxTTL: z.number(),
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      EnableAcceptEncodingGzip: z.boolean(),
      EnableAcceptEncodingBrotli: z.boolean(),
      QueryStringsConfig: z.object({
        QueryStringBehavior: z.string(),
        QueryStrings: z.array(z.string()).default([]),
      }),
    }),
  }),
});

test("responses of the CDN itself have the headers of the functions' responses, which stand", () => {
  const framed = {
    ContentTypeOptions: { Override: true },
    ReferrerPolicy: { ReferrerPolicy: "no-referrer", Override: false },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
  };
  const notFramed = {
    ...framed,
    FrameOptions: { FrameOption: "DENY", Override: false },
    ContentSecurityPolicy: {
      ContentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
      Override: false,
    },
  };
  const policies = Object.entries(resources("AWS::CloudFront::ResponseHeadersPolicy"));
  const found = policies
    .filter(([id]) => id.startsWith("Site"))
    .map(([id, { Properties }]) => {
      const { CorsConfig, SecurityHeadersConfig } = HeadersPolicy.parse(
        Properties.ResponseHeadersPolicyConfig,
      );
      expect(CorsConfig).toEqual({
        AccessControlAllowOrigins: { Items: ["*"] },
        AccessControlAllowHeaders: { Items: ["*"] },
        AccessControlAllowMethods: { Items: ["GET", "HEAD"] },
        AccessControlAllowCredentials: false,
        OriginOverride: false,
      });
      return [id, SecurityHeadersConfig];
    });
  expect(Object.fromEntries(found)).toEqual({
    SiteDeliveryHeadersFramed: framed,
    SiteDeliveryHeadersNotFramed: notFramed,
  });
});

const HeadersPolicy = z.strictObject({
  Name: z.unknown(),
  CorsConfig: z.unknown(),
  SecurityHeadersConfig: z.unknown(),
});
