import { NestedStack, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { type BurnWindow, fastBurn, type Objective, shareAt } from "./objectives.ts";

/** What counts against an objective, and everything that it is about. */
export interface Measured {
  failed: Metric;
  all: Metric;
}

/**
 * The windows of an objective's page, which fires when all of them are above its limit. These alarms notify
 * nobody. They are in a nested stack, because a template has 500 resources at most.
 */
export class BurnWindows extends NestedStack {
  /** The stack's windows; made at the first call. */
  static within(scope: Construct): BurnWindows {
    const stack = Stack.of(scope);
    const found = stack.node.tryFindChild("BurnWindows");
    return found instanceof BurnWindows ? found : new BurnWindows(stack, "BurnWindows");
  }

  /** Names of alarms, one for each window; whoever uses them depends on this stack. */
  watch(title: string, objective: Objective, measured: Measured): string[] {
    return fastBurn.windows.map((window) => {
      const length = window.length.toHumanString();
      const alarmName = `${title}, over ${length}`;
      new Alarm(this, `${objective.name} ${length}`, {
        alarmName,
        alarmDescription:
          "One of the windows of the alarm whose name begins in the same way. It notifies nobody.",
        metric: shareOfFailures(measured, window),
        threshold: shareAt(fastBurn.rate, objective),
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: 1,
        datapointsToAlarm: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      return alarmName;
    });
  }
}

/** From 0 to 1; 0 where there are too few failures to say anything. */
export function shareOfFailures(
  { failed, all }: Measured,
  { length: period, atLeast }: BurnWindow,
): MathExpression {
  return new MathExpression({
    label: "Share of failures",
    expression: `IF(FILL(failed, 0) >= ${atLeast}, FILL(failed, 0) / FILL(all, 1), 0)`,
    usingMetrics: { failed: failed.with({ period }), all: all.with({ period }) },
    period,
  });
}
