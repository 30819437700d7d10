import { expect, test } from "vitest";
import * as z from "zod";
import { consoleSurface } from "../../lambdas/functions/console.ts";
import { siteSurface } from "../../lambdas/functions/site.ts";
import {
  alarmTopicArn,
  ephemeral,
  ephemeralAsked,
  everySetting,
  otherSettings,
  propertiesOf,
  resources,
  template,
  warningsOf,
} from "./synthesized.ts";

test("a stage that keeps its data is warned of what it lacks, and deploys all the same", () => {
  expect(warningsOf({})).toEqual(["no-alarm-topic", "unprotected-data"]);
  expect(warningsOf(otherSettings)).toEqual(["unprotected-data"]);
  expect(warningsOf(everySetting)).toEqual([]);
  expect(warningsOf(ephemeral)).toEqual([]);
});

test("a budget counts the costs of this stack alone, and tells the alarm topic in time", () => {
  const [budget, ...others] = propertiesOf("AWS::Budgets::Budget", template(everySetting));
  expect(others).toEqual([]);
  expect(budget).toMatchObject({
    Budget: {
      BudgetType: "COST",
      TimeUnit: "MONTHLY",
      BudgetLimit: { Amount: 250, Unit: "USD" },
      CostFilters: { TagKeyValue: ["user:stack$Service"] },
    },
    NotificationsWithSubscribers: [
      {
        Notification: {
          NotificationType: "ACTUAL",
          ComparisonOperator: "GREATER_THAN",
          Threshold: 80,
          ThresholdType: "PERCENTAGE",
        },
        Subscribers: [{ SubscriptionType: "SNS", Address: alarmTopicArn }],
      },
      {
        Notification: {
          NotificationType: "FORECASTED",
          ComparisonOperator: "GREATER_THAN",
          Threshold: 100,
          ThresholdType: "PERCENTAGE",
        },
        Subscribers: [{ SubscriptionType: "SNS", Address: alarmTopicArn }],
      },
    ],
  });
  expect(template().findResources("AWS::Budgets::Budget")).toEqual({});
});

test("a web ACL protects both CDNs", () => {
  const found = propertiesOf("AWS::CloudFront::Distribution", template(everySetting));
  expect(found).toHaveLength(2);
  for (const { DistributionConfig } of found) {
    expect(DistributionConfig).toMatchObject({ WebACLId: everySetting.webAclArn });
  }
});

test("access logs go to groups that need no room in the account's policy of log destinations", () => {
  const names = propertiesOf("AWS::Logs::LogGroup").flatMap(({ LogGroupName }) =>
    LogGroupName === undefined ? [] : [JSON.stringify(LogGroupName)],
  );
  expect(names).toHaveLength(3);
  for (const name of names) expect(name).toContain('"/aws/vendedlogs/counting-service-production/');
});

test.each([
  ["a stage that keeps its data", {}, true],
  ["an ephemeral stage", ephemeral, false],
  ["an ephemeral stage that asks for it", ephemeralAsked, true],
  ["a stage that turns it off", otherSettings, false],
])("%s has a canary, or not", (_, settings, has) => {
  const text = JSON.stringify(template(settings).toJSON());
  expect(text.includes("CanarySchedule")).toBe(has);
  expect(text.toLowerCase().includes("canary")).toBe(has);
});

test("days start, and the canary runs, every minute; late runs are not kept, and know their time", () => {
  const everyMinute = {
    ScheduleExpression: "rate(1 minute)",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Input: '{"scheduledTime":"<aws.scheduler.scheduled-time>"}',
      RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
    },
  };
  const described = ["Starts the days of organizations", "Runs the canary"];
  expect(propertiesOf("AWS::Scheduler::Schedule")).toMatchObject(
    described.map((Description) => ({ ...everyMinute, Description })),
  );
});

test("the canary first runs when the read API has its routes, and the queues and the stream their readers", () => {
  const made = z
    .record(z.string(), z.object({ Type: z.string(), DependsOn: z.array(z.string()).default([]) }))
    .parse(template().toJSON().Resources);
  const ids = (from: string, type: string) =>
    Object.keys(made).filter((id) => id.startsWith(from) && made[id]?.Type === type);
  const onTheWay = [
    ...ids("ReadApi", "AWS::ApiGatewayV2::Route"),
    ...ids("Webhooks", "AWS::Lambda::EventSourceMapping"),
  ];
  const [schedule = ""] = ids("Canary", "AWS::Scheduler::Schedule");
  expect(onTheWay.length).toBeGreaterThan(8);
  expect(made[schedule]?.DependsOn).toEqual(expect.arrayContaining(onTheWay));
});

test("one schedule starts the days of all organizations, also without a canary", () => {
  const schedules = propertiesOf("AWS::Scheduler::Schedule", template(otherSettings));
  expect(schedules).toMatchObject([{ Description: "Starts the days of organizations" }]);
});

test("with a web ACL, what is behind the CDNs refuses whatever did not pass it; the read API does not", () => {
  const Environment = z.object({ Variables: z.record(z.string(), z.unknown()).default({}) });
  const asking = (settings: Record<string, string>) =>
    Object.entries(resources("AWS::Lambda::Function", template(settings))).flatMap(
      ([id, { Properties }]) => {
        const { Variables } = Environment.parse(Properties.Environment);
        return "REQUIRED_ORIGIN_SECRET" in Variables
          ? [[id, Variables.REQUIRED_ORIGIN_SECRET]]
          : [];
      },
    );
  expect(asking({})).toEqual([]);
  const found = asking(everySetting);
  const behind = [...siteSurface.functions, ...consoleSurface.functions];
  // And each surface's function that refuses what has no route.
  expect(found).toHaveLength(behind.length + 2);
  expect(found.every(([id]) => /^(Site|Console)Surface/.test(String(id)))).toBe(true);
  // What they ask for is what both CDNs send, with a web ACL or without.
  for (const settings of [{}, everySetting]) {
    const made = template(settings);
    const sent = propertiesOf("AWS::CloudFront::Distribution", made).map(
      ({ DistributionConfig }) => Origins.parse(DistributionConfig).Origins[0].OriginCustomHeaders,
    );
    const [[, secret] = []] = found;
    expect(sent).toEqual(
      [0, 1].map(() => [{ HeaderName: "x-origin-secret", HeaderValue: secret }]),
    );
  }
});

const Origins = z.object({
  Origins: z.tuple([z.object({ OriginCustomHeaders: z.array(z.unknown()) })]),
});
