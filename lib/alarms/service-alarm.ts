import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  type AlarmBase,
  CfnAlarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { type Configuration, deploymentName } from "../configuration.ts";
import { type AlarmLevel, alarmLevels } from "./alarm-levels.ts";

export type ServiceAlarmProps = AlarmText &
  AlarmMetric &
  AlarmLimit & { configuration: Configuration };

export interface AlarmText {
  /** Distinguishes alarms with the same runbook heading. */
  name?: string;
  /** A sentence on who is affected, and how, while the alarm lasts. */
  impact: `${string}.`;
  /** A heading of docs/operators/runbook.md that says what to do. */
  runbook: string;
}

interface AlarmMetric {
  metric: IMetric;
  /** How many of the last periods must be above, or below. */
  periods: 1 | 2 | 3 | 4 | 5;
  /** How many are looked at, five unless given. */
  of?: 1 | 5;
}

/**
 * The alarm fires when the metric is above this, or below; what reports nothing is below, and where `orSilent` says
 * so above.
 */
type AlarmLimit =
  | { above: number; orSilent?: true; below?: never }
  | { below: number; orSilent?: never; above?: never };

/** What a metric shows when the alarm fires. */
export type AlarmCondition = AlarmMetric & { above: number };

/** An alarm that says who is affected and which runbook heading to read. */
export class ServiceAlarm extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { configuration, metric, periods, of = 5 } = props;
    const { notify, ...text } = described(this, configuration, props);
    this.alarm = new Alarm(this, "Alarm", {
      ...text,
      metric,
      ...conditionOf(props),
      evaluationPeriods: of,
      datapointsToAlarm: periods,
    });
    notify(this.alarm);
    if (props.below !== undefined || props.orSilent) beginAfterFirstData(this.alarm);
  }
}

/**
 * A new alarm on silence would fire at once, because nothing has run yet. It waits for its first data, or for half
 * an hour, in which a first deployment has ended ("Alarm warm-up periods").
 */
function beginAfterFirstData({ node }: Alarm): void {
  const resource = node.defaultChild;
  if (!(resource instanceof CfnAlarm)) throw new Error("the alarm is no CfnAlarm");
  resource.warmUpConfiguration = { warmUpPeriodDurationInMinutes: 30 };
}

/** Name and description of an alarm, and how it tells whom its level is for; throws without a level. */
export function described(
  scope: Construct,
  configuration: Configuration,
  { name, impact, runbook }: AlarmText,
) {
  const title = name === undefined ? runbook : `${runbook} (${name})`;
  const level = alarmLevels[title];
  if (level === undefined) throw new Error(`the alarm "${title}" has no level in alarm-levels.ts`);
  return {
    alarmName: `${deploymentName(configuration)}: ${title}`,
    alarmDescription: `${impact} Level: ${level}. What to do: docs/operators/runbook.md, "${runbook}"`,
    notify: (alarm: AlarmBase) => {
      const topicArn = topicOf(level, configuration);
      if (topicArn === undefined) return;
      const action = new SnsAction(Topic.fromTopicArn(scope, "Topic", topicArn));
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    },
  };
}

/** The topic of one level; one topic hears of both levels unless tickets have their own. */
export function topicOf(
  level: AlarmLevel,
  { alarmTopicArn, ticketTopicArn = alarmTopicArn }: Configuration,
): string | undefined {
  return level === "page" ? alarmTopicArn : ticketTopicArn;
}

function conditionOf({ above, below, orSilent }: AlarmLimit) {
  if (above === undefined) {
    return {
      threshold: below,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    };
  }
  return {
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: orSilent ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  };
}

/** The sum of a metric that the functions report themselves. */
export function serviceMetric(configuration: Configuration, metricName: string): Metric {
  return new Metric({
    namespace: deploymentName(configuration),
    metricName,
    dimensionsMap: { service: configuration.serviceName },
    period: alarmPeriod,
    statistic: Stats.SUM,
  });
}

/** Failed invocations, and failed messages or records of invocations that succeeded, by their metric. */
export function failures(
  configuration: Configuration,
  functions: Record<string, { lambda: IFunction }>,
): MathExpression {
  const usingMetrics = Object.fromEntries(
    Object.entries(functions).flatMap(([metricName, { lambda }], index) => [
      [
        `invocations${index}`,
        lambda.metricErrors({ period: alarmPeriod, statistic: Stats.SUM }),
      ] as const,
      [`items${index}`, serviceMetric(configuration, metricName)] as const,
    ]),
  );
  return new MathExpression({
    label: "Failures",
    expression: filledSum(Object.keys(usingMetrics)),
    usingMetrics,
    period: alarmPeriod,
  });
}

/** The expression of a sum of metrics that have no data unless something happens: one would make it undefined. */
export function filledSum(names: string[]): string {
  return names.map((name) => `FILL(${name}, 0)`).join(" + ");
}

/** The period of every alarm's metrics. */
export const alarmPeriod = Duration.minutes(1);
