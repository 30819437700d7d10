import { Match, type Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import * as z from "zod";
import { propertiesOf, resolved, resources, template } from "../synthesized.ts";

const Behavior = z.object({
  PathPattern: z.string().optional(),
  ViewerProtocolPolicy: z.string(),
  CachePolicyId: z.object({ Ref: z.string() }),
});

const Distribution = z.object({
  DistributionConfig: z.object({
    DefaultCacheBehavior: Behavior,
    CacheBehaviors: z.array(Behavior),
  }),
});

/** The behaviours in the order in which CloudFront tries them, the default last. */
function behaviors(made: Template) {
  const [distribution] = Object.values(made.findResources("AWS::CloudFront::Distribution"));
  const { DistributionConfig } = Distribution.parse(distribution?.Properties);
  return [...DistributionConfig.CacheBehaviors, DistributionConfig.DefaultCacheBehavior];
}

test("the CDN serves no expired count while the service fails, and all encodings share one copy", () => {
  const made = template();
  // The first pattern that matches counts, and /embed/* matches a count, too.
  const [counts] = behaviors(made);
  expect(counts?.PathPattern).toBe("/embed/*/count");
  const policies = made.findResources("AWS::CloudFront::CachePolicy");
  const policy = policies[counts?.CachePolicyId.Ref ?? ""];
  expect(policy?.Properties.CachePolicyConfig).toMatchObject({
    MinTTL: 0,
    DefaultTTL: 0,
    MaxTTL: 2,
    ParametersInCacheKeyAndForwardedToOrigin: {
      EnableAcceptEncodingGzip: false,
      EnableAcceptEncodingBrotli: false,
      QueryStringsConfig: { QueryStringBehavior: "none" },
    },
  });
});

test("every path of the site leads from HTTP to HTTPS", () => {
  const policies = behaviors(template()).map((behavior) => behavior.ViewerProtocolPolicy);
  expect(policies).toEqual(Array(4).fill("redirect-to-https"));
});

test.each([
  [{}, 1_000],
  [{ siteRequestsPerSecond: "5000" }, 5_000],
])("with %j the site takes %d requests a second, and the read API 1,000", (settings, most) => {
  const made = template(settings);
  const limits = Object.entries(made.findResources("AWS::ApiGatewayV2::Stage")).map(
    ([id, { Properties }]) => [id.replace(/Surface.*/, ""), Properties.DefaultRouteSettings],
  );
  expect(Object.fromEntries(limits)).toEqual({
    ReadApi: { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 2_000 },
    Site: { ThrottlingRateLimit: most, ThrottlingBurstLimit: 2 * most },
    Console: { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 2_000 },
  });
});

test("an alarm counts the requests that the site's limit refuses", () => {
  const made = template();
  const filters = propertiesOf("AWS::Logs::MetricFilter").map((filter) => resolved(filter));
  // It counts nothing but refusals: no other value, no default for other lines.
  expect(filters.slice(0, 1)).toEqual([
    {
      FilterPattern: '{ ($.status = "429") && ($.integrationStatus = "-") }',
      LogGroupName: "{SiteSurfaceAccessLogs}",
      MetricTransformations: [
        {
          MetricNamespace: "counting-service-production",
          MetricName: "ThrottledSiteRequests",
          MetricValue: "1",
        },
      ],
    },
  ]);
  made.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: Match.stringLikeRegexp("Embeds reach the site's request limit"),
    MetricName: "ThrottledSiteRequests",
    Namespace: "counting-service-production",
  });
});

test("the home page, its icon and robots.txt are kept by the CDN as long as their headers say", () => {
  const made = template();
  const patterns = behaviors(made).flatMap(({ PathPattern }) => PathPattern ?? []);
  const ownBehavior = (path: string) =>
    patterns.some((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(path));
  expect(["/", "/favicon.ico", "/robots.txt"].filter(ownBehavior)).toEqual([]);
  const policies = made.findResources("AWS::CloudFront::CachePolicy");
  const policy = policies[behaviors(made).at(-1)?.CachePolicyId.Ref ?? ""];
  expect(policy?.Properties.CachePolicyConfig).toMatchObject({
    MinTTL: 0,
    DefaultTTL: 0,
    MaxTTL: 3_600,
    ParametersInCacheKeyAndForwardedToOrigin: {
      EnableAcceptEncodingGzip: true,
      QueryStringsConfig: { QueryStringBehavior: "none" },
    },
  });
});

test("the site's URL is the CDN's, in its output and in what the functions know", () => {
  const made = template();
  const [[distribution = ""] = []] = Object.entries(
    made.findResources("AWS::CloudFront::Distribution"),
  );
  const address = {
    "Fn::Join": ["", ["https://", { "Fn::GetAtt": [distribution, "DomainName"] }]],
  };
  made.hasOutput("BaseUrl", { Value: address });
  made.resourcePropertiesCountIs(
    "AWS::Lambda::Function",
    { Environment: { Variables: { BASE_URL: address } } },
    6,
  );
});

test("the CDN keeps one copy of an embed for all viewers, and knows the endpoint's parameters", () => {
  const policies = propertiesOf("AWS::CloudFront::CachePolicy").map(({ CachePolicyConfig }) =>
    z
      .object({
        DefaultTTL: z.number(),
        MinTTL: z.number(),
        ParametersInCacheKeyAndForwardedToOrigin: z.object({
          CookiesConfig: z.object({ CookieBehavior: z.literal("none") }),
          HeadersConfig: z.object({ HeaderBehavior: z.literal("none") }),
          QueryStringsConfig: z.object({
            QueryStringBehavior: z.string(),
            QueryStrings: z.array(z.string()).optional(),
          }),
        }),
      })
      .parse(CachePolicyConfig),
  );
  expect(policies.map(({ MinTTL, DefaultTTL }) => [MinTTL, DefaultTTL])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  const queries = policies.map(
    (policy) => policy.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig,
  );
  expect(queries.map(({ QueryStrings }) => QueryStrings)).toEqual([
    undefined,
    undefined,
    ["url", "maxwidth", "maxheight", "format"],
  ]);
});

test("stages of one account have policies of their own", () => {
  const names = (stage: string) =>
    [
      "AWS::CloudFront::CachePolicy",
      "AWS::CloudFront::OriginRequestPolicy",
      "AWS::CloudFront::ResponseHeadersPolicy",
    ]
      .flatMap((type) => propertiesOf(type, template({ stage })))
      .map((policy) => JSON.stringify(policy).match(/"Name":(.*?\]\]\})/)?.[1]);
  const all = [...names("dev-anna"), ...names("dev-ben")];
  expect(all).not.toContain(undefined);
  expect(new Set(all).size).toBe(14);
});

test("the CDN holds no error for longer than a second", () => {
  const errors = z.array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() }));
  const [distribution] = propertiesOf("AWS::CloudFront::Distribution");
  const { CustomErrorResponses } = z
    .object({ CustomErrorResponses: errors })
    .parse(distribution?.DistributionConfig);
  expect(CustomErrorResponses.length).toBeGreaterThan(5);
  for (const { ErrorCachingMinTTL } of CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(1);
});

test("of the site only embeds may be framed, also when the CDN responds by itself", () => {
  const policies = Object.entries(resources("AWS::CloudFront::ResponseHeadersPolicy"))
    .filter(([id]) => id.startsWith("Site"))
    .map(([, policy]) => JSON.stringify(policy));
  expect(policies).toHaveLength(2);
  expect(policies.filter((policy) => policy.includes('"FrameOption":"DENY"'))).toHaveLength(1);
  const [distribution] = propertiesOf("AWS::CloudFront::Distribution");
  expect(distribution).toMatchObject({
    DistributionConfig: {
      CacheBehaviors: [
        { PathPattern: "/embed/*/count" },
        { PathPattern: "/embed/*" },
        { PathPattern: "/api/oembed" },
      ],
    },
  });
});

test("the site and the read API name each other's URLs without a circle", () => {
  const made = template();
  const variables = Object.entries(made.findResources("AWS::Lambda::Function"))
    .filter(([id]) => /ShowHome|GetOpenapi/.test(id))
    .map(([, { Properties }]) => Object.keys(Properties.Environment.Variables));
  expect(variables).toHaveLength(2);
  for (const names of variables) {
    expect(names).toEqual(expect.arrayContaining(["API_URL", "BASE_URL"]));
  }
});

test("with a domain name, the site responds there, with TLS 1.2 or later", () => {
  const siteCertificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/abc";
  const own = template({ siteDomainName: "live.example.com", siteCertificateArn });
  own.hasOutput("BaseUrl", { Value: "https://live.example.com" });
  own.hasOutput("SiteDnsTarget", {});
  own.hasResourceProperties("AWS::CloudFront::Distribution", {
    DistributionConfig: {
      Aliases: ["live.example.com"],
      ViewerCertificate: { MinimumProtocolVersion: "TLSv1.2_2021" },
    },
  });
});
