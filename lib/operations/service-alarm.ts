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

export interface ServiceAlarmProps {
  configuration: Configuration;
  /** Distinguishes alarms with the same runbook heading. */
  name?: string;
  metric: IMetric;
  /** The alarm fires when the metric is above this. */
  above: number;
  /** How many of the last five periods must be above. */
  periods: 1 | 2 | 3 | 4 | 5;
  /** A sentence on who is affected, and how, while the alarm lasts. */
  impact: `${string}.`;
  /** A heading of docs/operators/runbook.md that says what to do. */
  runbook: string;
}

/** An alarm that says who is affected and which runbook heading to read. */
export class ServiceAlarm extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { configuration, name, metric, above, periods, impact, runbook } = props;
    const title = name === undefined ? runbook : `${runbook} (${name})`;
    this.alarm = new Alarm(this, "Alarm", {
      alarmName: `${configuration.serviceName}-${configuration.stage}: ${title}`,
      alarmDescription: `${impact} What to do: docs/operators/runbook.md, "${runbook}"`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 5,
      datapointsToAlarm: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (configuration.alarmTopicArn === undefined) return;
    const topic = Topic.fromTopicArn(this, "Topic", configuration.alarmTopicArn);
    this.alarm.addAlarmAction(new SnsAction(topic));
    this.alarm.addOkAction(new SnsAction(topic));
  }
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
