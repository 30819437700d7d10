import * as z from "zod";
import { metricMath } from "./metric-math.ts";

/** Per metric its minutes, the newest last, each with the values that were reported in it. */
export type Reported = Record<string, number[][]>;

const Dimensions = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);
const Metric = z.strictObject({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions,
});

const MetricQuery = z.union([
  z.strictObject({
    Id: z.string(),
    Label: z.string().optional(),
    Expression: z.string(),
    ReturnData: z.boolean().default(true),
  }),
  z.strictObject({
    Id: z.string(),
    Label: z.string().optional(),
    MetricStat: z.strictObject({ Metric, Period: z.number(), Stat: z.string() }),
    ReturnData: z.boolean().default(true),
  }),
]);

/** All that an alarm of the template may have: what this does not know it cannot evaluate. */
export const Alarm = z.strictObject({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()).optional(),
  OKActions: z.array(z.string()).optional(),
  ComparisonOperator: z.enum([
    "GreaterThanThreshold",
    "GreaterThanOrEqualToThreshold",
    "LessThanThreshold",
    "LessThanOrEqualToThreshold",
  ]),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number(),
  TreatMissingData: z.enum(["breaching", "notBreaching", "ignore", "missing"]).default("missing"),
  ...Metric.partial().shape,
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Period: z.number().optional(),
  Metrics: z.array(MetricQuery).optional(),
  /** For how long a new alarm waits for its first data. */
  WarmUpConfiguration: z.strictObject({ WarmUpPeriodDurationInMinutes: z.number() }).optional(),
});
export type Alarm = z.infer<typeof Alarm>;

/** An alarm's state afterwards; `unchanged` is the one that it had before. */
export type State = "ALARM" | "OK" | "INSUFFICIENT_DATA" | "unchanged";

/**
 * The state of an alarm as CloudWatch documents it
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring, pages "Alarm evaluation" and
 * "Configuring how CloudWatch alarms treat missing data"): it fires when enough data points of the
 * evaluation periods breach. CloudWatch looks at some more periods than those, and lets reported data
 * points of them take the place of missing ones; only what is missing then is treated as configured.
 * How many more is not documented, so a state counts only if it is the same for none and for two.
 */
export function stateOf(alarm: Alarm, reported: Reported): State {
  const points = dataPoints(alarm, reported);
  const [state = "unchanged", other] = [0, 2].map((more) =>
    stateWithin(alarm, points, alarm.EvaluationPeriods + more),
  );
  if (state !== other) throw new Error("depends on how far CloudWatch looks back");
  return state;
}

/** An alarm that fires while all alarms that its rule names do. */
export const CompositeAlarm = z.strictObject({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()).optional(),
  OKActions: z.array(z.string()).optional(),
  AlarmRule: z.string().regex(/^ALARM\("[^"]+"\)( AND ALARM\("[^"]+"\))*$/),
});

/** The state of a composite alarm over these alarms; throws if its rule names another one. */
export function stateOfComposite(
  { AlarmRule }: z.infer<typeof CompositeAlarm>,
  alarms: Alarm[],
  reported: Reported,
): State {
  const states = [...AlarmRule.matchAll(/ALARM\("([^"]+)"\)/g)].map(([, name]) => {
    const alarm = alarms.find(({ AlarmName }) => AlarmName === name);
    if (alarm === undefined) throw new Error(`no alarm is named ${name}`);
    return stateOf(alarm, reported);
  });
  return states.every((state) => state === "ALARM") ? "ALARM" : "OK";
}

/**
 * What a metric reported, minute by minute, the newest last: `-` is nothing, commas stand between
 * the values of one minute, `3*80` is three times 80.
 */
export type Minutes = Record<string, string>;

/** What alarms are evaluated on. */
export function reportedIn(metrics: Minutes): Reported {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, minutes]) => [name, minutes.split(" ").map(samples)]),
  );
}

function samples(minute: string): number[] {
  if (minute === "-") return [];
  return minute.split(",").flatMap((part) => {
    const [value = Number.NaN, times = 1] = part.split("*").map(Number).toReversed();
    return Array<number>(times).fill(value);
  });
}

/** The same for some minutes, and then other things for others. */
export function inTurn(...spans: [minutes: number, minute: string][]): string {
  return spans.flatMap(([minutes, minute]) => Array<string>(minutes).fill(minute)).join(" ");
}

/** The state when CloudWatch looks at this many of the last periods. */
export function stateWithin(alarm: Alarm, points: (number | undefined)[], range: number): State {
  const real = points
    .slice(-range)
    .filter((point) => point !== undefined)
    .slice(-alarm.EvaluationPeriods);
  const missing = alarm.EvaluationPeriods - real.length;
  const breaching = real.filter((point) => breaches(alarm, point)).length;
  const bad = alarm.TreatMissingData === "breaching" ? breaching + missing : breaching;
  if (bad >= alarm.DatapointsToAlarm) return "ALARM";
  const undecided = missing > 0 && breaching === real.length;
  if (undecided && alarm.TreatMissingData === "ignore") return "unchanged";
  // With some data it may even fire, which the documentation calls premature.
  if (undecided && alarm.TreatMissingData === "missing") return "INSUFFICIENT_DATA";
  return "OK";
}

function breaches({ ComparisonOperator, Threshold }: Alarm, point: number): boolean {
  if (ComparisonOperator === "GreaterThanThreshold") return point > Threshold;
  if (ComparisonOperator === "GreaterThanOrEqualToThreshold") return point >= Threshold;
  if (ComparisonOperator === "LessThanThreshold") return point < Threshold;
  return point <= Threshold;
}

/** One value for each period, the newest last; undefined where there is none. */
function dataPoints(alarm: Alarm, reported: Reported): (number | undefined)[] {
  const { Metrics, Namespace, MetricName, Dimensions: dimensions, Period } = alarm;
  if (Metrics === undefined) {
    const Stat = alarm.Statistic ?? alarm.ExtendedStatistic;
    const metric = Metric.parse({ Namespace, MetricName, Dimensions: dimensions });
    return statistics(reported[nameOf(metric)], Stat ?? "", Period ?? Number.NaN, reported);
  }
  const values = Object.fromEntries(
    Metrics.flatMap((query) => {
      if (!("MetricStat" in query)) return [];
      const { Metric: metric, Stat, Period: period } = query.MetricStat;
      return [[query.Id, statistics(reported[nameOf(metric)], Stat, period, reported)]];
    }),
  );
  const returned = Metrics.filter(({ ReturnData }) => ReturnData);
  const [result] = returned;
  if (returned.length !== 1 || result === undefined) throw new Error("must return one series");
  return "Expression" in result ? metricMath(result.Expression, values) : (values[result.Id] ?? []);
}

/** A metric in one line: namespace, name, dimensions. */
function nameOf({ Namespace, MetricName, Dimensions: dimensions }: z.infer<typeof Metric>): string {
  const parts = dimensions.map(({ Name, Value }) => `${Name}=${Value}`);
  return [Namespace, MetricName, ...parts].join(" ");
}

/** The statistic of each period; a metric that reports nothing has as many periods as the others. */
function statistics(
  minutes: number[][] | undefined,
  statistic: string,
  periodSeconds: number,
  all: Reported,
): (number | undefined)[] {
  const length = Math.max(...Object.values(all).map((series) => series.length));
  const series = minutes ?? Array.from({ length }, () => []);
  const size = periodSeconds / 60;
  if (!Number.isInteger(size)) throw new Error(`period of ${periodSeconds} s`);
  const periods: (number | undefined)[] = [];
  for (let end = series.length; end > 0; end -= size) {
    periods.unshift(statisticOf(series.slice(Math.max(0, end - size), end).flat(), statistic));
  }
  return periods;
}

function statisticOf(samples: number[], statistic: string): number | undefined {
  if (samples.length === 0) return undefined;
  const sum = samples.reduce((total, sample) => total + sample, 0);
  if (statistic === "Sum") return sum;
  if (statistic === "Average") return sum / samples.length;
  if (statistic === "SampleCount") return samples.length;
  if (statistic === "Maximum") return Math.max(...samples);
  if (statistic === "Minimum") return Math.min(...samples);
  const above = /^TC\((\d+):\)$/.exec(statistic)?.[1];
  if (above !== undefined) return samples.filter((sample) => sample > Number(above)).length;
  const percent = Number(/^p([\d.]+)$/.exec(statistic)?.[1]);
  if (Number.isNaN(percent)) throw new Error(`statistic ${statistic}`);
  const rank = Math.ceil((percent / 100) * samples.length);
  return samples.toSorted((a, b) => a - b)[rank - 1];
}
