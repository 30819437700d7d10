import { Duration } from "aws-cdk-lib";
import {
  Alarm,
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
import type { Configuration } from "../configuration.ts";

export type ServiceAlarmProps = AlarmText & AlarmMetric & AlarmLimit;

interface AlarmText {
  configuration: Configuration;
  /** Distinguishes alarms with the same runbook heading. */
  name?: string;
  /** A sentence on who is affected, and how, while the alarm lasts. */
  impact: `${string}.`;
  /** A heading of docs/operators/runbook.md that says what to do. */
  runbook: string;
}

interface AlarmMetric {
  metric: IMetric;
  /** How many of the last five periods must be above, or below. */
  periods: 1 | 2 | 3 | 4 | 5;
}

/** The alarm fires when the metric is above this, or below; what reports nothing is below. */
type AlarmLimit = { above: number; below?: never } | { below: number; above?: never };

/** What a metric shows when the alarm fires. */
export type AlarmCondition = AlarmMetric & { above: number };

/** An alarm that says who is affected and which runbook heading to read. */
export class ServiceAlarm extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { configuration, name, metric, periods, impact, runbook } = props;
    const title = name === undefined ? runbook : `${runbook} (${name})`;
    this.alarm = new Alarm(this, "Alarm", {
      alarmName: `${configuration.serviceName}-${configuration.stage}: ${title}`,
      alarmDescription: `${impact} What to do: docs/operators/runbook.md, "${runbook}"`,
      metric,
      ...conditionOf(props),
      evaluationPeriods: 5,
      datapointsToAlarm: periods,
    });
    if (configuration.alarmTopicArn === undefined) return;
    const topic = Topic.fromTopicArn(this, "Topic", configuration.alarmTopicArn);
    this.alarm.addAlarmAction(new SnsAction(topic));
    this.alarm.addOkAction(new SnsAction(topic));
  }
}

function conditionOf({ above, below }: AlarmLimit) {
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
    treatMissingData: TreatMissingData.NOT_BREACHING,
  };
}

/** The sum of a metric that the functions report themselves. */
export function serviceMetric({ serviceName, stage }: Configuration, metricName: string): Metric {
  return new Metric({
    namespace: `${serviceName}-${stage}`,
    metricName,
    dimensionsMap: { service: serviceName },
    period: alarmPeriod,
    statistic: Stats.SUM,
  });
}

/** Failed invocations, and failed messages or records of invocations that succeeded. */
export function failures(
  configuration: Configuration,
  { lambda }: { lambda: IFunction },
  metricName: string,
): MathExpression {
  return new MathExpression({
    label: "Failures",
    // A metric without data would make the sum undefined.
    expression: "FILL(invocations, 0) + FILL(items, 0)",
    usingMetrics: {
      invocations: lambda.metricErrors({ period: alarmPeriod, statistic: Stats.SUM }),
      items: serviceMetric(configuration, metricName),
    },
    period: alarmPeriod,
  });
}

/** The period of every alarm's metrics. */
export const alarmPeriod = Duration.minutes(1);
