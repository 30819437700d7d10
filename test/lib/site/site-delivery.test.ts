import { Match } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import * as z from "zod";
import { everySetting, propertiesOf, resolved, template } from "../synthesized.ts";

const limitOf = (perSecond: number) => ({
  ThrottlingRateLimit: perSecond,
  ThrottlingBurstLimit: perSecond / 2,
});

test.each([
  ["by default", {}, [800, 800, 800]],
  ["with limits of their own", everySetting, [200, 5_000, 3_000]],
])(
  "%s the HTTP APIs take so many requests a second",
  (_, settings, [api = 0, site = 0, own = 0]) => {
    const made = template(settings);
    const limits = Object.entries(made.findResources("AWS::ApiGatewayV2::Stage")).map(
      ([id, { Properties }]) => [id.replace(/Surface.*/, ""), Properties.DefaultRouteSettings],
    );
    expect(Object.fromEntries(limits)).toEqual({
      ReadApi: limitOf(api),
      Site: limitOf(site),
      Console: limitOf(own),
    });
  },
);

test("looks of phones use up neither the limit of taps nor that of the console", () => {
  const made = template(everySetting);
  const stages = Object.entries(made.findResources("AWS::ApiGatewayV2::Stage"));
  const [, console] = stages.find(([id]) => id.startsWith("Console")) ?? [];
  expect(console?.Properties.RouteSettings).toEqual({
    "GET /api/organizations/{organizationId}/counters/{counterId}": limitOf(3_000),
    "GET /api/gates/{gateId}/counters/{counterId}": limitOf(3_000),
    "GET /api/gates/{gateId}/counters/{counterId}/today": limitOf(3_000),
    "POST /api/organizations/{organizationId}/counters/{counterId}/taps": limitOf(3_000),
    "POST /api/organizations/{organizationId}/counters/{counterId}/undos": limitOf(3_000),
    "POST /api/gates/{gateId}/counters/{counterId}/taps": limitOf(3_000),
    "POST /api/gates/{gateId}/counters/{counterId}/undos": limitOf(3_000),
  });
  // A stage cannot name a route that does not exist yet.
  const routes = made.findResources("AWS::ApiGatewayV2::Route");
  const first = (console?.DependsOn ?? []).map((id: string) => routes[id]?.Properties.RouteKey);
  expect(first).toEqual(expect.arrayContaining(Object.keys(console?.Properties.RouteSettings)));
});

test("an alarm counts the requests that the site's limit refuses", () => {
  const made = template();
  const filters = propertiesOf("AWS::Logs::MetricFilter").map((filter) => resolved(filter));
  // It counts nothing but refusals: no other value, no default for other lines.
  expect(filters).toContainEqual({
    FilterPattern: '{ ($.status = "429") && ($.integrationStatus = "-") }',
    LogGroupName: "{SiteSurfaceAccessLogs}",
    MetricTransformations: [
      {
        MetricNamespace: "counting-service-production",
        MetricName: "ThrottledSiteRequests",
        MetricValue: "1",
      },
    ],
  });
  made.hasResourceProperties("AWS::CloudWatch::Alarm", {
    AlarmName: Match.stringLikeRegexp("Embeds reach the site's request limit"),
    MetricName: "ThrottledSiteRequests",
    Namespace: "counting-service-production",
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
    12,
  );
});

test("the CDN holds the errors of a failing service for a second, and none that is about one request", () => {
  const errors = z.array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() }));
  const [distribution] = propertiesOf("AWS::CloudFront::Distribution");
  const { CustomErrorResponses } = z
    .object({ CustomErrorResponses: errors })
    .parse(distribution?.DistributionConfig);
  const seconds = CustomErrorResponses.map((error) => [error.ErrorCode, error.ErrorCachingMinTTL]);
  expect(Object.fromEntries(seconds)).toEqual({
    404: 0,
    414: 0,
    500: 1,
    501: 0,
    502: 1,
    503: 1,
    504: 1,
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
  const own = template(everySetting);
  own.hasOutput("BaseUrl", { Value: "https://live.example.com" });
  own.hasOutput("SiteDnsTarget", {});
  own.hasResourceProperties("AWS::CloudFront::Distribution", {
    DistributionConfig: {
      Aliases: ["live.example.com"],
      ViewerCertificate: { MinimumProtocolVersion: "TLSv1.2_2021" },
    },
  });
});
