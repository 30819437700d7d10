import { expect, test } from "vitest";
import { metricFindings } from "../grants/metric-findings.ts";
import { readingsOf, unreadableFields } from "../grants/read-metrics.ts";
import { metricsOfLine, type WrittenMetric } from "../grants/written-metrics.ts";
import { deployments, template } from "./synthesized.ts";

const templates = () => [template().toJSON(), deployments().toJSON()];
const namespace = "counting-service-production";

function line(functionName: string, metric: string, value: number, unit: string, of = {}) {
  const dimensions = { service: "counting-service", ...of };
  const Metrics = [{ Name: metric, Unit: unit }];
  const described = { Namespace: namespace, Dimensions: [Object.keys(dimensions)], Metrics };
  const _aws = { Timestamp: 0, CloudWatchMetrics: [described] };
  return metricsOfLine(functionName, { _aws, ...dimensions, [metric]: value });
}

const deliver = "WebhooksDeliverWebhookFunction1";
const dispatch = "WebhooksDispatchDispatchEventsFunctionA49599D9";
const evaluate = "AlertsEvaluateAlertsFunction84258B88";

/** What is found of one metric when this was written. */
const found = (metric: string, written: WrittenMetric[]) =>
  metricFindings(templates(), { metrics: written, unprovoked: new Set() })
    .filter((text) => text.includes(` ${metric} `))
    .map((text) => text.slice(text.indexOf(metric)));

test.each<[what: string, metric: string, written: WrittenMetric[], finding: RegExp | undefined]>([
  ["as it is read", "DeliveryAge", line(deliver, "DeliveryAge", 250, "Milliseconds"), undefined],
  ["not at all", "DeliveryAge", [], /never written/],
  ["in seconds", "DeliveryAge", line(deliver, "DeliveryAge", 5.2, "Milliseconds"), /5.2 at most/],
  ["as seconds", "DeliveryAge", line(deliver, "DeliveryAge", 250, "Seconds"), /as Seconds/],
  [
    "by one version",
    "Failures",
    line(deliver, "Failures", 1, "Count"),
    /written in \S+ by service$/m,
  ],
  [
    "with another name of a dimension",
    "Failures",
    line(deliver, "Failures", 1, "Count", { functionName: deliver, version: "1" }),
    /read in \S+ by function\+service\+version and written in \S+ by functionName\+service\+version/,
  ],
  [
    "with another function's name",
    "Failures",
    line(deliver, "Failures", 1, "Count", { function: dispatch, version: "1" }),
    /names \w+DispatchEvents/,
  ],
  [
    "by a function of another alarm",
    "EvaluationErrors",
    line(dispatch, "EvaluationErrors", 1, "Count"),
    /is written by \w+DispatchEvents\w+, not by AlertsEvaluateAlerts/,
  ],
  ["by its own", "EvaluationErrors", line(evaluate, "EvaluationErrors", 1, "Count"), undefined],
  [
    "by the target of another mapping",
    "CountsNotEvaluated",
    line(dispatch, "CountsNotEvaluated", 1, "Count"),
    /not by AlertsEvaluateAlerts/,
  ],
  [
    "without a zero",
    "CanaryFailures",
    line("CanaryRunCanaryFunction1", "CanaryFailures", 1, "Count"),
    /never 0/,
  ],
])("a metric that is written %s: %s", (_, metric, written, finding) => {
  const texts = found(metric, written);
  if (finding === undefined) expect(texts).toEqual([]);
  else expect(texts.join("\n")).toMatch(finding);
});

test("everything that alarms and the dashboard read of the functions is held against what they write", () => {
  const read = new Set(readingsOf(templates()).map(({ metric }) => metric));
  for (const metric of ["Failures", "DeliveryAge", "DayStartDelay", "DailyResets"]) {
    expect(read).toContain(metric);
  }
});

test("a filter finds its fields in its access log, and its routes in its API", () => {
  expect(unreadableFields(templates())).toEqual([]);
  const text = JSON.stringify(template().toJSON());
  const renamed: unknown = JSON.parse(text.replaceAll('\\"route\\":', '\\"routeKey\\":'));
  expect(unreadableFields([renamed]).join("\n")).toMatch(/reads \$\.route/);
  const other: unknown = JSON.parse(text.replaceAll("*/undos", "*/undone"));
  expect(unreadableFields([other]).join("\n")).toMatch(/counts \/undone, which is no route/);
});
