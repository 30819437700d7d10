import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import {
  burnWindows,
  deployments,
  ephemeral,
  ephemeralAsked,
  everySetting,
  otherSettings,
  template,
} from "./synthesized.ts";

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.json()).default({}),
});
const Section = z.record(z.string(), z.unknown()).default({});
const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: Section,
  Parameters: Section,
});
type Template = z.infer<typeof Template>;

/** How much there is of something, by what has it. */
type Measured = [name: string, size: number][];

/** Something that grows here, how much of it AWS takes, and the page of AWS that says so. */
interface Limit {
  what: string;
  most: number;
  page: string;
  measure: (template: Template) => Measured;
}

const cloudformation = "Understand CloudFormation quotas";
const cloudwatch = "CloudWatch service quotas";
const putMetricAlarm = "PutMetricAlarm (CloudWatch API reference)";
const dashboards = "Dashboard Body Structure and Syntax (CloudWatch API reference)";
const iam = "IAM and AWS STS quotas";
const lambda = "Lambda quotas";
const httpApi = "Quotas for configuring and running an HTTP API in API Gateway";
const cloudfront = "Quotas (CloudFront developer guide)";
const dynamodb = "Quotas in Amazon DynamoDB";
const logs = "PutMetricFilter (CloudWatch Logs API reference)";

const limits: Limit[] = [
  ofTemplate("resources", 500, ({ Resources }) => sizeOf(Resources)),
  ofTemplate("outputs", 200, ({ Outputs }) => sizeOf(Outputs)),
  ofTemplate("parameters", 200, ({ Parameters }) => sizeOf(Parameters)),
  // As the CDK uploads it: indented.
  ofTemplate("bytes", 1_000_000, (all) => JSON.stringify(all, null, 1).length),

  each("AWS::CloudWatch::Alarm", "metrics", 10, cloudwatch, ({ Metrics }) =>
    list(Metrics).filter((query) => text(query).includes('"MetricStat"')),
  ),
  each("AWS::CloudWatch::Alarm", "expressions", 10, putMetricAlarm, ({ Metrics }) =>
    list(Metrics).filter((query) => text(query).includes('"Expression"')),
  ),
  each("AWS::CloudWatch::Alarm", "characters of an expression", 2_048, putMetricAlarm, (alarm) =>
    Math.max(0, ...list(alarm.Metrics).map((query) => String(part(query, "Expression")).length)),
  ),
  each("AWS::CloudWatch::Alarm", "actions", 5, cloudwatch, ({ AlarmActions }) => AlarmActions),
  each("AWS::CloudWatch::Alarm", "characters of the name", 255, putMetricAlarm, ({ AlarmName }) =>
    text(AlarmName),
  ),
  each("AWS::CloudWatch::Alarm", "characters of the description", 1_024, putMetricAlarm, (alarm) =>
    text(alarm.AlarmDescription),
  ),
  each(
    "AWS::CloudWatch::CompositeAlarm",
    "characters of the rule",
    10_240,
    "PutCompositeAlarm (CloudWatch API reference)",
    ({ AlarmRule }) => text(AlarmRule),
  ),
  each("AWS::CloudWatch::Dashboard", "widgets", 500, dashboards, widgetsOf),
  each("AWS::CloudWatch::Dashboard", "alarms of a widget", 100, dashboards, (dashboard) =>
    Math.max(...widgetsOf(dashboard).map(({ properties: { alarms = [] } }) => alarms.length)),
  ),
  each("AWS::CloudWatch::Dashboard", "metrics of a widget", 500, cloudwatch, (dashboard) =>
    Math.max(...widgetsOf(dashboard).map(metricsOf)),
  ),
  each("AWS::CloudWatch::Dashboard", "metrics", 2_500, cloudwatch, (dashboard) =>
    widgetsOf(dashboard)
      .map(metricsOf)
      .reduce((sum, metrics) => sum + metrics, 0),
  ),

  {
    what: "characters of a role's inline policies",
    most: 10_240,
    page: iam,
    measure: (all) =>
      ofType(all, "AWS::IAM::Role").map(([id, { Policies }]) => {
        const attached = ofType(all, "AWS::IAM::Policy")
          .filter(([, { Roles }]) => JSON.stringify(Roles).includes(`"${id}"`))
          .map(([, { PolicyDocument }]) => PolicyDocument ?? null);
        const own = list(Policies).map((policy) => part(policy, "PolicyDocument"));
        return [id, [...attached, ...own].reduce<number>((sum, one) => sum + text(one).length, 0)];
      }),
  },
  each("AWS::IAM::Role", "managed policies", 10, iam, (role) => role.ManagedPolicyArns),
  each("AWS::IAM::Role", "characters of the trust policy", 2_048, iam, (role) =>
    text(role.AssumeRolePolicyDocument),
  ),

  each("AWS::Lambda::Function", "bytes of environment variables", 4_096, lambda, (one) =>
    text(part(one.Environment ?? null, "Variables")),
  ),
  each("AWS::Lambda::Function", "layers", 5, lambda, ({ Layers }) => Layers),
  {
    what: "bytes of a function's permissions",
    most: 20_480,
    page: lambda,
    measure: (all) => {
      const permissions = ofType(all, "AWS::Lambda::Permission");
      const bytes = Map.groupBy(permissions, ([, { FunctionName }]) =>
        JSON.stringify(FunctionName),
      );
      // Each becomes a statement, with a little more around what the template says.
      const size = (of: typeof permissions) =>
        of.reduce((sum, [, permission]) => sum + text(permission).length + 200, 0);
      return [...bytes].map(([name, of]) => [name, size(of)]);
    },
  },
  each("AWS::Lambda::EventSourceMapping", "filters", 5, lambda, ({ FilterCriteria }) =>
    part(FilterCriteria ?? null, "Filters"),
  ),
  each("AWS::Lambda::EventSourceMapping", "characters of a filter", 4_096, lambda, (mapping) =>
    Math.max(
      0,
      ...list(part(mapping.FilterCriteria ?? null, "Filters")).map((filter) => text(filter).length),
    ),
  ),

  ofApi("AWS::ApiGatewayV2::Route", "routes", 300),
  ofApi("AWS::ApiGatewayV2::Integration", "integrations", 300),
  each("AWS::ApiGatewayV2::Stage", "stage variables", 100, httpApi, ({ StageVariables = {} }) =>
    sizeOf(StageVariables),
  ),
  each("AWS::ApiGatewayV2::Stage", "bytes of the access log's template", 3_072, httpApi, (stage) =>
    String(part(stage.AccessLogSettings ?? null, "Format")),
  ),

  each("AWS::Logs::MetricFilter", "characters of the pattern", 1_024, logs, ({ FilterPattern }) =>
    String(FilterPattern),
  ),
  {
    what: "metric filters of a log group",
    most: 100,
    page: logs,
    measure: (all) =>
      counted(ofType(all, "AWS::Logs::MetricFilter").map(([, { LogGroupName }]) => LogGroupName)),
  },

  // Some of its pages say 75 and 100, others 25.
  ofDistribution("cache behaviors", 25, ({ CacheBehaviors }) => list(CacheBehaviors).length + 1),
  ofDistribution("origins", 25, ({ Origins }) => list(Origins).length),
  ofDistribution("custom headers of an origin", 10, ({ Origins }) =>
    Math.max(
      ...list(Origins).map((origin) => list(part(origin, "OriginCustomHeaders") ?? null).length),
    ),
  ),
  each("AWS::CloudFront::Function", "bytes", 10_240, cloudfront, ({ FunctionCode }) =>
    text(FunctionCode),
  ),

  each("AWS::DynamoDB::GlobalTable", "global indexes", 20, dynamodb, (table) =>
    list(table.GlobalSecondaryIndexes),
  ),
  each("AWS::DynamoDB::GlobalTable", "projected attributes", 100, dynamodb, (table) =>
    list(table.GlobalSecondaryIndexes)
      .map((index) => list(part(part(index, "Projection"), "NonKeyAttributes") ?? null).length)
      .reduce((sum, attributes) => sum + attributes, 0),
  ),
  each("AWS::SQS::Queue", "receives", 1_000, "SetQueueAttributes (SQS API reference)", (queue) =>
    Number(part(queue.RedrivePolicy ?? null, "maxReceiveCount") ?? 0),
  ),
  each(
    "AWS::Cognito::UserPoolClient",
    "callback URLs",
    100,
    "Quotas in Amazon Cognito",
    ({ CallbackURLs }) => CallbackURLs,
  ),
];

const configurations = { "cdk.json": {}, everySetting, otherSettings, ephemeral, ephemeralAsked };

let templates: [configuration: string, Template][];

beforeAll(() => {
  templates = Object.entries(configurations).flatMap(([name, settings]) =>
    templatesOf(settings).map((one): [string, Template] => [name, one]),
  );
}, 180_000);

test.each(limits)("no template has more than $most $what", ({ most, page, measure }) => {
  const measured = templates.flatMap(([name, one]) =>
    measure(one).map(([id, size]) => [`${name}: ${id}`, size] as const),
  );
  expect(measured.length).toBeGreaterThan(0);
  expect(
    measured.filter(([, size]) => !(size <= most)),
    page,
  ).toEqual([]);
});

test("an alarm with eleven metrics is found", () => {
  const metric = (_: unknown, index: number) => ({ Id: `m${index}`, MetricStat: {} });
  const Metrics = [{ Id: "sum", Expression: "m0" }, ...Array.from({ length: 11 }, metric)];
  const alarm = { Type: "AWS::CloudWatch::Alarm", Properties: { Metrics } };
  const limit = limits.find(({ what }) => what === "metrics of an AWS::CloudWatch::Alarm");
  const made = Template.parse({ Resources: { alarm } });
  expect(limit?.measure(made)).toEqual([["alarm", 11]]);
});

/** The template of the stack with these settings, and those of its nested stacks. */
function templatesOf(settings: Record<string, string>): Template[] {
  const { Resources } = template(settings).toJSON();
  const isGradual = JSON.stringify(Resources).includes("CodeDeployLambdaAliasUpdate");
  const nested = [burnWindows(settings), ...(isGradual ? [deployments(settings)] : [])];
  return [template(settings), ...nested].map((one) => Template.parse(one.toJSON()));
}

function ofTemplate(what: string, most: number, size: (all: Template) => number): Limit {
  return { what, most, page: cloudformation, measure: (all) => [["template", size(all)]] };
}

type Properties = Record<string, z.infer<ReturnType<typeof z.json>> | undefined>;

/** What one resource of this type may have: a number, or a list or text of some length. */
function each(
  type: string,
  what: string,
  most: number,
  page: string,
  sizeIn: (properties: Properties) => number | unknown,
): Limit {
  const size = (properties: Properties) => {
    const found = sizeIn(properties);
    if (typeof found === "number") return found;
    return typeof found === "string"
      ? found.length
      : z.array(z.unknown()).default([]).parse(found).length;
  };
  return {
    what: `${what} of an ${type}`,
    most,
    page,
    measure: (all) => ofType(all, type).map(([id, properties]) => [id, size(properties)]),
  };
}

function ofApi(type: string, what: string, most: number): Limit {
  return {
    what: `${what} of an HTTP API`,
    most,
    page: httpApi,
    measure: (all) => counted(ofType(all, type).map(([, { ApiId }]) => ApiId)),
  };
}

function ofDistribution(what: string, most: number, size: (config: Properties) => number): Limit {
  return each("AWS::CloudFront::Distribution", what, most, cloudfront, ({ DistributionConfig }) =>
    size(z.record(z.string(), z.json()).parse(DistributionConfig)),
  );
}

function ofType({ Resources }: Template, type: string): [id: string, Properties][] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
    Type === type ? [[id, Properties]] : [],
  );
}

function counted(keys: unknown[]): Measured {
  const groups = Map.groupBy(keys, (key) => JSON.stringify(key));
  return [...groups].map(([key, of]) => [key, of.length]);
}

const sizeOf = (value: unknown) => Object.keys(z.object({}).loose().parse(value)).length;
const list = (value: unknown) => z.array(z.json()).parse(value ?? []);

function part(value: unknown, name: string): unknown {
  return z.record(z.string(), z.unknown()).nullable().parse(value)?.[name];
}

/** Longer than any ARN, name or URL that CloudFormation puts in the place of a reference. */
const reference = "x".repeat(140);

/** JSON as AWS gets it, without white space, and with something for each reference. */
function text(value: unknown): string {
  return JSON.stringify(withReferences(value ?? null));
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  const [[name, argument] = []] = Object.entries(value);
  if (name === "Fn::Join") {
    const [separator, parts] = z.tuple([z.string(), z.unknown()]).parse(argument);
    if (Array.isArray(parts)) return parts.map(withReferences).join(separator);
  }
  if (name === "Ref" || name?.startsWith("Fn::")) return reference;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, withReferences(of)]));
}

const Widgets = z.object({
  widgets: z.array(
    z.object({
      properties: z.looseObject({
        alarms: z.array(z.unknown()).optional(),
        metrics: z.array(z.unknown()).optional(),
      }),
    }),
  ),
});

function widgetsOf({ DashboardBody }: Properties) {
  const body = z.string().parse(withReferences(DashboardBody));
  return Widgets.parse(JSON.parse(body)).widgets;
}

const metricsOf = ({ properties }: z.infer<typeof Widgets>["widgets"][number]) =>
  properties.metrics?.length ?? 0;
