import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { configurationOf } from "../../../lib/configuration.ts";
import { bundleFunctions } from "../../../lib/platform/bundle.ts";
import { CountingServiceStack } from "../../../lib/stack.ts";

const { context } = JSON.parse(readFileSync("cdk.json", "utf8"));

beforeAll(bundleFunctions);

function template(settings: Record<string, string> = {}): Template {
  const app = new App({ context: { ...context, ...settings } });
  return Template.fromStack(
    new CountingServiceStack(app, "Service", { configuration: configurationOf(app.node) }),
  );
}

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

test("a failing service lets no count live on in the CDN, and all encodings share one copy", () => {
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
  });
});

test("an alarm counts the requests that the site's limit refuses", () => {
  const made = template();
  made.hasResourceProperties("AWS::Logs::MetricFilter", {
    FilterPattern: '{ $.status = "429" }',
    LogGroupName: { Ref: Match.stringLikeRegexp("^SiteSurfaceAccessLogs") },
    MetricTransformations: [
      { MetricNamespace: "counting-service-production", MetricName: "ThrottledSiteRequests" },
    ],
  });
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
