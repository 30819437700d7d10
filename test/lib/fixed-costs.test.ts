import { expect, test } from "vitest";
import * as z from "zod";
import { paidByTheMonth } from "../../bench/costs/fixed-costs.ts";
import { burnWindows, deployments, propertiesOf, template } from "./synthesized.ts";

const Alarm = z.object({
  /** Of an alarm on an expression; another alarm looks at one metric. */
  Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional(),
});
const Mapping = z.object({ EventSourceArn: z.object({ "Fn::GetAtt": z.array(z.string()) }) });

const withoutMail = { lambdaConcurrency: "100" };

test("the cost sheet counts what the template pays for by the month", () => {
  const alarms = [template(), deployments(withoutMail), burnWindows()]
    .flatMap((from) => propertiesOf("AWS::CloudWatch::Alarm", from))
    .map((alarm) => Alarm.parse(alarm));
  const metricsOf = ({ Metrics }: z.infer<typeof Alarm>) =>
    Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;
  const mappings = propertiesOf("AWS::Lambda::EventSourceMapping").map((one) => Mapping.parse(one));
  expect(paidByTheMonth).toEqual({
    alarmMetrics: alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    compositeAlarms: propertiesOf("AWS::CloudWatch::CompositeAlarm").length,
    dashboards: propertiesOf("AWS::CloudWatch::Dashboard").length,
    keys: propertiesOf("AWS::KMS::Key").length,
    secrets: propertiesOf("AWS::SecretsManager::Secret").length,
    polledQueues: mappings.filter(({ EventSourceArn }) => EventSourceArn["Fn::GetAtt"][1] === "Arn")
      .length,
  });
});
