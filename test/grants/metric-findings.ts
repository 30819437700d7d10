import { type Reading, readingsOf, unreadableFields } from "./read-metrics.ts";
import type { WrittenMetric } from "./written-metrics.ts";

/** What the functions wrote, and how to hold it against what is read. */
export interface Written {
  metrics: readonly WrittenMetric[];
  /** Metrics that no test of the service provokes. */
  unprovoked: ReadonlySet<string>;
}

/**
 * The function of a metric that alarms or the dashboard read beside no metric of AWS: such a metric names the
 * function itself.
 */
const writers: Record<string, string> = {
  CanaryFailures: "CanaryRunCanary",
  DayStartDelay: "DayStartsStartDays",
  DailyResets: "DayStartsStartDays",
  ScheduleErrors: "WebhooksDeliverWebhook",
  DeliveryAge: "WebhooksDeliverWebhook",
  SlowDeliveryAge: "WebhooksDeliverWebhook",
  DeliveriesDelivered: "WebhooksDeliverWebhook",
  AttemptsFailed: "WebhooksDeliverWebhook",
  DeliveriesFailed: "WebhooksDeliverWebhook",
  DeliveriesStopped: "WebhooksDeliverWebhook",
  DeliveriesCancelled: "WebhooksDeliverWebhook",
  DeliveriesPaused: "WebhooksDeliverWebhook",
};

/** Errors of calls to AWS that emulators do not have; `test/lambdas` asserts the lines of each. */
export const unprovoked: ReadonlySet<string> = new Set([
  "AttemptErrors",
  "DispatchErrors",
  "EvaluationErrors",
  "ScheduleErrors",
]);

/** In a run of all tests something takes at least this long; the same in seconds would be far below. 0 says nothing. */
const longestAtLeastMs = 100;

/** Durations are in milliseconds, all else is counted. */
const unitOf = (metric: string) => (/(Age|Delay)$/.test(metric) ? "Milliseconds" : "Count");

/** Where what alarms, dashboard and metric filters read is not what the functions write. */
export function metricFindings(templates: readonly unknown[], written: Written): string[] {
  const readings = readingsOf(templates);
  return [
    ...(readings.length === 0 ? ["nothing reads any metric of the functions"] : []),
    ...unreadableFields(templates),
    ...new Set(
      readings.flatMap((reading) =>
        findingsOf(reading, written).map((text) => `${reading.reader}: ${reading.metric} ${text}`),
      ),
    ),
  ];
}

function findingsOf(reading: Reading, { metrics, unprovoked: excused }: Written): string[] {
  const { metric, dimensions } = reading;
  const named = metrics.filter(({ name }) => name === metric);
  if (named.length === 0) return excused.has(metric) ? [] : ["is never written"];
  const matching = named.filter((one) => hasDimensions(one, reading));
  if (matching.length === 0) {
    const found = new Set(
      named.map((one) => `${one.namespace} by ${Object.keys(one.dimensions).toSorted().join("+")}`),
    );
    const read = Object.keys(dimensions).toSorted().join("+");
    return [`is read in ${reading.namespace} by ${read} and written in ${[...found]}`];
  }
  return [
    ...matching.flatMap((one) => [...wrongUnit(one), ...wrongFunction(one, reading)]),
    ...wrongSize(matching),
    ...missingZero(matching, reading),
  ];
}

function hasDimensions(one: WrittenMetric, { namespace, dimensions }: Reading): boolean {
  const names = Object.keys(dimensions);
  if (one.namespace !== namespace || names.length !== Object.keys(one.dimensions).length)
    return false;
  return names.every((name) => {
    const wanted = dimensions[name];
    return name in one.dimensions && (wanted === undefined || wanted === one.dimensions[name]);
  });
}

function wrongUnit({ name, unit }: WrittenMetric): string[] {
  return unit === unitOf(name) ? [] : [`is written as ${unit} and not as ${unitOf(name)}`];
}

function wrongSize(matching: WrittenMetric[]): string[] {
  const unit = matching[0]?.unit;
  const most = Math.max(...matching.map((one) => one.most));
  if (unit !== "Milliseconds" || most === 0 || most >= longestAtLeastMs) return [];
  return [`is ${most} at most: are those milliseconds?`];
}

/** It must be of a function that the alarm watches, or of the one that the metric is about. */
function wrongFunction(
  { functionName, dimensions }: WrittenMetric,
  { metric, watched, dimensions: read }: Reading,
): string[] {
  const named = dimensions.function;
  if ("function" in read)
    return named === functionName ? [] : [`of ${functionName} names ${named} as its function`];
  const declared = writers[metric];
  const expected = watched.length > 0 ? watched : declared === undefined ? [] : [declared];
  if (expected.length === 0) return ["has no function in metric-findings.ts that writes it"];
  if (expected.some((name) => functionName.includes(name))) return [];
  return [`is written by ${functionName}, not by ${expected.join(" or ")}`];
}

/** What is missing is a fault to such an alarm: each run must report, also that nothing is wrong. */
function missingZero(matching: WrittenMetric[], { isMissedWhenAbsent }: Reading): string[] {
  if (!isMissedWhenAbsent || matching.some(({ least }) => least === 0)) return [];
  return ["is never 0, and the alarm takes a missing value for a fault"];
}
