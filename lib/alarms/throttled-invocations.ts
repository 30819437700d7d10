import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ServiceFunction } from "../platform/service-function.ts";
import { alarmPeriod } from "./service-alarm.ts";

/** How often Lambda had no capacity for one of these functions. */
export function throttledInvocations(
  label: string,
  functions: ServiceFunction<never>[],
): MathExpression {
  return new MathExpression({
    label,
    // A function without invocations has no data, which would make the sum undefined.
    expression: functions.map((_, index) => `FILL(f${index}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(
      functions.map(({ lambda }, index) => [
        `f${index}`,
        lambda.metricThrottles({ period: alarmPeriod, statistic: Stats.SUM }),
      ]),
    ),
    period: alarmPeriod,
  });
}
