import * as z from "zod";
import type { StackOutputs } from "../../adapters/stack-outputs.ts";
import { firingDays } from "../../core/alerts/firing.ts";
import type { Usage } from "../costs/usage.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { itemBytes } from "../service/item-size.ts";
import { assumed } from "../webhooks/delivery-usage.ts";
import type { EvaluationCounts } from "./evaluation-counts.ts";

/** What AWS charges for evaluating one count, beside the tap and the webhooks of what fires. */
export function evaluationUsage(outputs: StackOutputs, counts: EvaluationCounts): Usage {
  const { taps, invocations, cpuMs, log, capacity, roundTrips } = counts;
  const each = (sum: number) => sum / taps.length;
  const { processors, dynamodbMs, memoryGigabytes, lineBytes } = assumed;
  // Lambda bills CPU time on the share of a processor that the function has, and assumed waits.
  const seconds = (cpuMs / processors + roundTrips * dynamodbMs) / 1_000;
  return {
    dynamodbWrite: each(unitsOf(capacity, "write")),
    dynamodbRead: each(unitsOf(capacity, "read")),
    dynamodbStorage: each(firingByteMonths(outputs, counts)),
    lambdaRequest: each(invocations.length),
    lambdaDuration: each(seconds * memoryGigabytes),
    logsIngestion: each(log.bytes + log.lines * lineBytes),
  };
}

const Transaction = z.object({
  TransactItems: z.array(
    z.object({
      Put: z
        .object({ TableName: z.string(), Item: z.custom<Parameters<typeof itemBytes>[0]>() })
        .optional(),
    }),
  ),
});

/** The bytes of the firings that were stored, times the months that each is kept. */
function firingByteMonths(
  { AlertFiringsTable }: StackOutputs,
  { calls }: EvaluationCounts,
): number {
  const bytes = calls
    .filter(({ operation, status }) => operation === "TransactWriteItems" && status === 200)
    .flatMap(({ request }) => Transaction.parse(JSON.parse(request.toString())).TransactItems)
    .flatMap(({ Put }) => (Put?.TableName === AlertFiringsTable ? [itemBytes(Put.Item)] : []));
  const daysOfMonth = 30;
  return bytes.reduce((sum, one) => sum + one + assumed.itemBytes, 0) * (firingDays / daysOfMonth);
}
