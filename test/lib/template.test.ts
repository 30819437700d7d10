import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { leaseMs } from "../../core/webhooks/deliver.ts";
import { EndpointHealth } from "../../core/webhooks/endpoint-health.ts";
import { apiFunctions, methodsOf, siteFunctions } from "../../lambdas/functions/functions.ts";
import { configurationOf } from "../../lib/configuration.ts";
import { bundleFunctions } from "../../lib/platform/bundle.ts";
import { CountingServiceStack } from "../../lib/stack.ts";
import { stableLogicalIds } from "./stable-logical-ids.ts";

const { context } = JSON.parse(readFileSync("cdk.json", "utf8"));

beforeAll(bundleFunctions);

function template(settings: Record<string, string> = {}): Template {
  const app = new App({ context: { ...context, ...settings } });
  return Template.fromStack(
    new CountingServiceStack(app, "Service", { configuration: configurationOf(app.node) }),
  );
}

function propertiesOf(type: string, from = template()): Record<string, unknown>[] {
  const resources = Object.values(from.findResources(type));
  expect(resources.length).toBeGreaterThan(0);
  return resources.map(({ Properties }) => Properties);
}

test("each function of the contract is deployed behind its route", () => {
  const routes = propertiesOf("AWS::ApiGatewayV2::Route").map(({ RouteKey }) => RouteKey);
  const wanted = [...apiFunctions, ...siteFunctions].flatMap((contract) =>
    contract.route === "$default"
      ? contract.route
      : methodsOf(contract).map((method) => contract.route.replace("GET", method)),
  );
  expect(routes.toSorted()).toEqual(wanted.toSorted());
});

test("functions run Node.js 24 on arm64, each with a log group of its own", () => {
  const functions = propertiesOf("AWS::Lambda::Function");
  for (const properties of functions) {
    expect(properties).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
  }
  const logGroups = functions.map(({ LoggingConfig }) => JSON.stringify(LoggingConfig));
  expect(new Set(logGroups).size).toBe(functions.length);
});

test("log groups keep what the configuration says", () => {
  const groups = propertiesOf("AWS::Logs::LogGroup", template({ logRetentionDays: "7" }));
  for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(7);
});

test("no grant holds a wildcard, except for what lies below one bucket, group and table", () => {
  const grants = propertiesOf("AWS::IAM::Policy").flatMap(({ PolicyDocument }) =>
    Policy.parse(PolicyDocument).Statement.filter((statement) =>
      JSON.stringify(statement).includes("*"),
    ),
  );
  const actions = grants.map(({ Action }) => Action);
  expect(actions.toSorted()).toEqual([
    "dynamodb:ListStreams",
    "s3:PutObject",
    "scheduler:CreateSchedule",
  ]);
  for (const { Resource } of grants) expect(JSON.stringify(Resource)).toMatch(/\/\*"/);
  for (const { ManagedPolicyArns } of propertiesOf("AWS::IAM::Role")) {
    expect(ManagedPolicyArns).toBeUndefined();
  }
});

const Policy = z.object({
  Statement: z.array(
    z.object({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() }),
  ),
});

test("attempts may write the health of an endpoint, and nothing else of it", () => {
  const conditions = propertiesOf("AWS::IAM::Policy")
    .map(({ PolicyDocument }) => JSON.stringify(PolicyDocument))
    .flatMap((text) => [...text.matchAll(/"dynamodb:Attributes":(\[.*?\])/g)])
    .map(([, attributes = "[]"]) => JSON.parse(attributes).toSorted());
  const health = Object.keys(EndpointHealth.shape);
  expect(conditions).toEqual([["organizationId", "endpointId", ...health].toSorted()]);
});

test("tables are recoverable and protected, except in a throw-away stage", () => {
  const replicas = (stage: string) =>
    propertiesOf("AWS::DynamoDB::GlobalTable", template({ stage })).map(
      ({ Replicas }) => (Replicas as object[])[0],
    );
  for (const stage of ["production", "staging"]) {
    for (const replica of replicas(stage)) {
      expect(replica).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
  }
  for (const stage of ["dev-anna", "test", "local"]) {
    for (const replica of replicas(stage)) {
      expect(replica).toMatchObject({ DeletionProtectionEnabled: false });
    }
  }
});

test("what holds data keeps its logical id", () => {
  const made = template();
  const found = Object.keys(stableLogicalIds).map((type) => [
    type,
    Object.keys(made.findResources(type)).toSorted(),
  ]);
  expect(Object.fromEntries(found)).toEqual(stableLogicalIds);
});

test("only the count-events table has a stream", () => {
  const streams = propertiesOf("AWS::DynamoDB::GlobalTable").filter((p) => p.StreamSpecification);
  expect(streams).toMatchObject([{ StreamSpecification: { StreamViewType: "NEW_IMAGE" } }]);
});

test("every alarm says who is hurt and names a heading of the runbook", () => {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  for (const { AlarmDescription } of propertiesOf("AWS::CloudWatch::Alarm")) {
    const [, heading] =
      /\. What to do: docs\/runbook\.md, "(.+)"$/.exec(`${AlarmDescription}`) ?? [];
    expect(runbook).toContain(`\n## ${heading}\n`);
  }
});

test("no alarm has the name of another", () => {
  const names = propertiesOf("AWS::CloudWatch::Alarm").map(({ AlarmName }) => AlarmName);
  expect(new Set(names).size).toBe(names.length);
});

test("the stream gives up no record, and a bad one does not hold it up", () => {
  const [mapping] = propertiesOf("AWS::Lambda::EventSourceMapping").filter(
    ({ StartingPosition }) => StartingPosition,
  );
  expect(mapping).toMatchObject({
    StartingPosition: "TRIM_HORIZON",
    MaximumRetryAttempts: 5,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    MetricsConfig: { Metrics: ["EventCount"] },
  });
  expect(JSON.stringify(mapping?.DestinationConfig)).toContain("FailedRecords");
});

test("a message is received again only after its function has ended, and at last becomes a dead letter", () => {
  const queues = propertiesOf("AWS::SQS::Queue");
  const working = queues.filter(({ RedrivePolicy }) => RedrivePolicy);
  expect([queues.length, working.length]).toEqual([6, 3]);
  for (const queue of queues) {
    expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 1_209_600 });
  }
  const timeouts = propertiesOf("AWS::Lambda::Function").map(({ Timeout }) => Number(Timeout));
  for (const { VisibilityTimeout } of working) {
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(2 * Math.max(...timeouts));
    // A claim must have ended by then, and not while its handler can still run.
    expect(VisibilityTimeout).toBeGreaterThan(leaseMs / 1_000);
    expect(leaseMs / 1_000).toBeGreaterThan(Math.max(...timeouts));
  }
});

test("the schedule is the contract's, and no private address is allowed, unless told otherwise", () => {
  const environmentOf = (from: Template) => {
    const variables = propertiesOf("AWS::Lambda::Function", from).map(({ Environment }) =>
      z.object({ Variables: z.record(z.string(), z.unknown()) }).parse(Environment),
    );
    return variables.find(({ Variables }) => "SCHEDULER_FROM_SECONDS" in Variables)?.Variables;
  };
  // Without the variable the function has the contract's schedule.
  expect(environmentOf(template())).not.toHaveProperty("RETRY_DELAYS");
  expect(environmentOf(template())).toMatchObject({
    SCHEDULER_FROM_SECONDS: "901",
    ALLOWED_RECEIVER_ADDRESSES: "",
  });
  const settings = {
    retryDelays: "1, 2",
    schedulerFromSeconds: "4",
    allowedReceiverAddresses: "127.0.0.0/8,::1/128",
  };
  expect(environmentOf(template(settings))).toMatchObject({
    RETRY_DELAYS: "1,2",
    SCHEDULER_FROM_SECONDS: "4",
    ALLOWED_RECEIVER_ADDRESSES: "127.0.0.0/8,::1/128",
  });
});

test("the alarm on throttling sees each function also while the others are idle", () => {
  const alarms = propertiesOf("AWS::CloudWatch::Alarm").filter(({ Metrics }) => Metrics);
  expect(JSON.stringify(alarms)).toContain(
    "FILL(f0, 0) + FILL(f1, 0) + FILL(f2, 0) + FILL(f3, 0) + FILL(f4, 0)",
  );
});

test("stages of one account have metrics of their own", () => {
  for (const { Environment } of propertiesOf("AWS::Lambda::Function", template({ stage: "dev" }))) {
    expect(JSON.stringify(Environment)).toContain(
      '"POWERTOOLS_METRICS_NAMESPACE":"counting-service-dev"',
    );
  }
});

test("alarms go to the topic that the configuration names", () => {
  const alarmTopicArn = "arn:aws:sns:eu-central-1:123456789012:alarms";
  for (const alarm of propertiesOf("AWS::CloudWatch::Alarm", template({ alarmTopicArn }))) {
    expect(alarm).toMatchObject({ AlarmActions: [alarmTopicArn], OKActions: [alarmTopicArn] });
  }
});

test("a domain name makes the API answer there and nowhere else", () => {
  const apiCertificateArn = "arn:aws:acm:eu-central-1:123456789012:certificate/abc";
  const own = template({ apiDomainName: "api.example.com", apiCertificateArn });
  own.hasResourceProperties("AWS::ApiGatewayV2::DomainName", { DomainName: "api.example.com" });
  own.hasResourceProperties("AWS::ApiGatewayV2::Api", { DisableExecuteApiEndpoint: true });
  own.hasOutput("ApiUrl", { Value: "https://api.example.com" });
});

test("the site's address is the CDN's, in its output and in what the functions know", () => {
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
    3,
  );
});

test("the CDN keeps one copy of a live view for all viewers, and knows the endpoint's parameters", () => {
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
    ["AWS::CloudFront::CachePolicy", "AWS::CloudFront::ResponseHeadersPolicy"]
      .flatMap((type) => propertiesOf(type, template({ stage })))
      .map((policy) => JSON.stringify(policy).match(/"Name":(.*?\]\]\})/)?.[1]);
  const all = [...names("dev-anna"), ...names("dev-ben")];
  expect(all).not.toContain(undefined);
  expect(new Set(all).size).toBe(10);
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

test("of the site only live views may be framed, also when the CDN answers by itself", () => {
  const policies = propertiesOf("AWS::CloudFront::ResponseHeadersPolicy").map((policy) =>
    JSON.stringify(policy),
  );
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

test("a domain name makes the site answer there, with TLS 1.2 or later", () => {
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

test("the site's addresses take GET and HEAD, the read API's GET alone", () => {
  const keys = propertiesOf("AWS::ApiGatewayV2::Route").map(({ RouteKey }) => `${RouteKey}`);
  expect(keys.filter((key) => key.startsWith("HEAD ")).toSorted()).toEqual([
    "HEAD /api/oembed",
    "HEAD /embed/{sessionId}",
    "HEAD /embed/{sessionId}/count",
  ]);
  const other = keys.filter((key) => !/^(GET|HEAD) /.test(key));
  expect(other).toEqual(["$default", "$default"]);
});

test("functions that show live views may read sessions and counters, and nothing else", () => {
  const policies = Object.entries(template().findResources("AWS::IAM::Policy")).filter(([id]) =>
    /Oembed|Embed/.test(id),
  );
  expect(policies).toHaveLength(3);
  for (const [, { Properties }] of policies) {
    const text = JSON.stringify(Properties.PolicyDocument);
    expect(text.match(/dynamodb:\w+/g)).toEqual(["dynamodb:GetItem"]);
    expect(text.match(/Tables\w+?(?=[0-9A-F]{8})/g)).toEqual([
      "TablesCounters",
      "TablesEmbedSessions",
    ]);
  }
});

test.each([
  [{ stage: "Production" }, /stage: must begin/],
  [{ stage: "" }, /stage/],
  [{ stge: "dev" }, /Unknown configuration: stge/],
  [{ logRetentionDays: "abc" }, /logRetentionDays: must be a number/],
  [{ keyBrand: "c_s" }, /keyBrand: must be/],
  [{ logRetentionDays: "8" }, /logRetentionDays: must be one of/],
  [{ apiDomainName: "api.example.com" }, /apiDomainName: needs apiCertificateArn/],
  [
    { siteDomainName: "https://x", siteCertificateArn: "arn:aws:acm:x" },
    /siteDomainName: must be a host/,
  ],
  [
    { siteDomainName: "x.example.com", siteCertificateArn: "arn:aws:acm:eu-central-1:1:x" },
    /siteCertificateArn: must be in us-east-1/,
  ],
  [{ siteRequestsPerSecond: "many" }, /siteRequestsPerSecond: must be a number/],
  [{ siteRequestsPerSecond: "0" }, /siteRequestsPerSecond/],
  [{ retryDelays: "" }, /retryDelays/],
  [{ retryDelays: "1,soon" }, /retryDelays\.1/],
  [{ schedulerFromSeconds: "902" }, /schedulerFromSeconds/],
  [{ allowedReceiverAddresses: "localhost" }, /allowedReceiverAddresses/],
  [{ alarmTopicArn: "alarms" }, /alarmTopicArn: must be an ARN of the service sns/],
])("the configuration %j is refused with a reason", (settings, message) => {
  const app = new App({ context: { ...context, ...settings } });
  expect(() => configurationOf(app.node)).toThrow(message);
});

test("cdk.json has every feature flag that this version of the CDK recommends", () => {
  const recommended = JSON.parse(
    readFileSync("node_modules/aws-cdk-lib/recommended-feature-flags.json", "utf8"),
  );
  expect(context).toMatchObject(recommended);
  expect(context["@aws-cdk/core:validateAgainstDefaultRules"]).toBe(true);
});
