import { expect, test } from "vitest";
import * as z from "zod";
import { objectives } from "../../lib/alarms/objectives.ts";
import { ephemeral, propertiesOf, resolved, resources, template } from "./synthesized.ts";

const Body = z.object({
  widgets: z.array(
    z.object({
      type: z.string(),
      width: z.number(),
      x: z.number(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
});

function widgets(made = template()) {
  const [dashboard] = propertiesOf("AWS::CloudWatch::Dashboard", made);
  const body = z.string().parse(resolved(dashboard?.DashboardBody));
  return Body.parse(JSON.parse(body)).widgets;
}

const text = () => JSON.stringify(widgets());

test("the dashboard has every alarm of the stack", () => {
  const [status] = widgets().filter(({ type }) => type === "alarm");
  const ids = ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"].flatMap((type) =>
    Object.keys(resources(type)),
  );
  expect(status?.properties.alarms).toHaveLength(ids.length);
  expect(status?.properties.alarms).toEqual(expect.arrayContaining(ids.map((id) => `{${id}.Arn}`)));
});

test("the dashboard shows how each objective was kept in the last 30 days", () => {
  const shown = widgets().filter(({ properties }) => properties.start === "-P30D");
  expect(shown.map(({ properties }) => properties.title)).toEqual(
    Object.values(objectives).map(({ name, target }) => `${name}: ${target} %`),
  );
  for (const { type, properties } of shown) {
    expect(type).toBe("metric");
    expect(properties).toMatchObject({ view: "singleValue", setPeriodToTimeRange: true });
  }
});

test.each([
  ["table", "AWS::DynamoDB::GlobalTable", (id: string) => `"TableName","{${id}}"`],
  ["function", "AWS::Lambda::Function", (id: string) => `"FunctionName","{${id}}"`],
  ["HTTP API", "AWS::ApiGatewayV2::Api", (id: string) => `"ApiId","{${id}}"`],
])("the dashboard shows every %s", (_, type, dimension) => {
  for (const id of Object.keys(resources(type))) expect(text()).toContain(dimension(id));
});

test("the dashboard shows every queue, and links to its dead letters", () => {
  for (const id of Object.keys(resources("AWS::SQS::Queue"))) {
    expect(text()).toContain(`"QueueName","{${id}.QueueName}"`);
  }
});

test("the dashboard links to the logs of every function", () => {
  const links = widgets().filter(({ type }) => type === "text");
  for (const id of Object.keys(resources("AWS::Logs::LogGroup"))) {
    expect(JSON.stringify(links)).toContain(`{${id}}`);
  }
});

test("only stages that keep their data have a dashboard, which costs 3 dollars a month", () => {
  const found = template(ephemeral).findResources("AWS::CloudWatch::Dashboard");
  expect(found).toEqual({});
});

test("no row is wider than CloudWatch's 24 columns", () => {
  for (const { x, width } of widgets()) expect(x + width).toBeLessThanOrEqual(24);
});
