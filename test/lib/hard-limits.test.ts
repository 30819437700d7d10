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

/** Of what is near its limit: what would have to grow fivefold is not measured. */
const limits: Limit[] = [
  ofTemplate("resources", 500, ({ Resources }) => sizeOf(Resources)),
  ofTemplate("outputs", 200, ({ Outputs }) => sizeOf(Outputs)),
  ofTemplate("parameters", 200, ({ Parameters }) => sizeOf(Parameters)),
  // As the CDK uploads it: indented.
  ofTemplate("bytes", 1_000_000, (all) => JSON.stringify(all, null, 1).length),

  each("AWS::CloudWatch::Alarm", "metrics", 10, cloudwatch, ({ Metrics }) =>
    list(Metrics).filter((query) => text(query).includes('"MetricStat"')),
  ),
  each("AWS::CloudWatch::Alarm", "characters of the name", 255, putMetricAlarm, ({ AlarmName }) =>
    text(AlarmName),
  ),
  each("AWS::CloudWatch::Alarm", "characters of the description", 1_024, putMetricAlarm, (alarm) =>
    text(alarm.AlarmDescription),
  ),
  each("AWS::CloudWatch::Dashboard", "alarms of a widget", 100, dashboards, (dashboard) =>
    Math.max(...widgetsOf(dashboard).map(({ properties: { alarms = [] } }) => alarms.length)),
  ),
  each("AWS::IAM::Role", "characters of inline policies", 10_240, iam, ({ Policies }) =>
    list(Policies)
      .map((policy) => text(part(policy, "PolicyDocument")).length)
      .reduce((sum, length) => sum + length, 0),
  ),
  each("AWS::IAM::Role", "characters of the trust policy", 2_048, iam, (role) =>
    text(role.AssumeRolePolicyDocument),
  ),
  each("AWS::Lambda::Function", "bytes of environment variables", 4_096, lambda, (one) =>
    text(part(one.Environment ?? null, "Variables")),
  ),
  each("AWS::Lambda::EventSourceMapping", "filters", 5, lambda, ({ FilterCriteria }) =>
    part(FilterCriteria ?? null, "Filters"),
  ),
  {
    what: "routes of an HTTP API",
    most: 300,
    page: httpApi,
    measure(all) {
      const routes = ofType(all, "AWS::ApiGatewayV2::Route");
      const byApi = Map.groupBy(routes, ([, { ApiId }]) => JSON.stringify(ApiId));
      return [...byApi].map(([api, of]) => [api, of.length]);
    },
  },
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

function ofType({ Resources }: Template, type: string): [id: string, Properties][] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
    Type === type ? [[id, Properties]] : [],
  );
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
      properties: z.looseObject({ alarms: z.array(z.unknown()).optional() }),
    }),
  ),
});

function widgetsOf({ DashboardBody }: Properties) {
  const body = z.string().parse(withReferences(DashboardBody));
  return Widgets.parse(JSON.parse(body)).widgets;
}
