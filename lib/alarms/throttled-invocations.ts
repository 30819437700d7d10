import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ServiceFunction } from "../platform/service-function.ts";
import { alarmPeriod, filledSum } from "./service-alarm.ts";

/** How often Lambda had no capacity for one of these functions. */
export function throttledInvocations(
  label: string,
  functions: ServiceFunction<never>[],
): MathExpression {
  return new MathExpression({
    label,
    expression: filledSum(functions.map((_, index) => `f${index}`)),
    usingMetrics: Object.fromEntries(
      functions.map(({ lambda }, index) => [
        `f${index}`,
        lambda.metricThrottles({ period: alarmPeriod, statistic: Stats.SUM }),
      ]),
    ),
    period: alarmPeriod,
  });
}
