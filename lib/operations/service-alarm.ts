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
  /** Tells apart alarms that lead to the same entry of the runbook. */
  name?: string;
  metric: IMetric;
  /** The alarm fires when the metric lies above this. */
  above: number;
  /** How many of the last five periods must lie above. */
  periods: 1 | 2 | 3 | 4 | 5;
  /** A sentence that says who is hurt, and how, while the alarm lasts. */
  impact: `${string}.`;
  /** A heading of docs/operators/runbook.md that says what to do. */
  runbook: string;
}

/** An alarm that says who is hurt and where its runbook entry is. */
export class ServiceAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmProps) {
    super(scope, id);
    const { configuration, name, metric, above, periods, impact, runbook } = props;
    const title = name === undefined ? runbook : `${runbook} (${name})`;
    const alarm = new Alarm(this, "Alarm", {
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
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
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

/** Invocations that failed, and messages or records that failed within one that did not. */
export function failures(
  configuration: Configuration,
  { lambda }: { lambda: IFunction },
  metricName: string,
): MathExpression {
  return new MathExpression({
    label: "Failures",
    // What reports nothing is nothing, and nothing plus something would be nothing.
    expression: "FILL(whole, 0) + FILL(parts, 0)",
    usingMetrics: {
      whole: lambda.metricErrors({ period: alarmPeriod, statistic: Stats.SUM }),
      parts: serviceMetric(configuration, metricName),
    },
    period: alarmPeriod,
  });
}

/** The period over which alarms look at their metrics. */
export const alarmPeriod = Duration.minutes(1);
