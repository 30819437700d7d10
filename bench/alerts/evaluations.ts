import * as z from "zod";
import { firingDays } from "../../core/alerts/firing.ts";
import type { Usage } from "../costs/usage.ts";
import { sequentialCalls } from "../read-api/sequential-calls.ts";
import { type CallCapacity, capacityByCall } from "../service/capacity-meter.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import type { ProxiedCall } from "../service/dynamodb-proxy.ts";
import type { Invocation } from "../service/invocation-log.ts";
import { itemBytes } from "../service/item-size.ts";
import { loggedBytes } from "../service/logged-bytes.ts";
import { processCpuMs } from "../service/process-usage.ts";
import type { TapStream } from "../service/tapper.ts";
import { assumed } from "../webhooks/delivery-usage.ts";
import { waitAndClearLogs } from "../webhooks/webhook-customer.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";

/** What it took evaluate-alerts to evaluate some counts. */
export interface EvaluationCounts {
  counts: number;
  invocations: Invocation[];
  cpuMs: number;
  logBytes: number;
  calls: ProxiedCall[];
  capacity: CallCapacity[];
}

/** Counts so far apart that each is alone in its batch, or (`together`) all there when it begins. */
export async function evaluated(
  stack: WebhookStack,
  stream: TapStream,
  { together }: { together: boolean },
): Promise<EvaluationCounts> {
  const { proxy, evaluations, outputs, tapper } = stack;
  const pool = stack.pool("evaluate-alerts");
  await waitAndClearLogs(stack);
  await proxy.takeCalls();
  const cpuMsBefore = processCpuMs(pool.pids);
  const logged = loggedBytes([pool]);
  const tap = async () => {
    await tapper.tap(stream);
    await stack.dispatches.quiet();
  };
  await (together ? evaluations.holdDuring(tap) : tap());
  await evaluations.untilHandled(stream.count);
  const logBytes = logged();
  const calls = await proxy.takeCalls();
  return {
    counts: stream.count,
    invocations: evaluations.take(),
    cpuMs: processCpuMs(pool.pids) - cpuMsBefore,
    logBytes,
    calls,
    capacity: proxy.asksForCapacity ? capacityByCall(outputs, calls) : [],
  };
}

/** What AWS charges for evaluating one count, beside the tap and the webhooks of what fires. */
export function evaluationUsage(stack: WebhookStack, evaluation: EvaluationCounts): Usage {
  const { counts, invocations, cpuMs, logBytes, capacity, calls } = evaluation;
  const each = (sum: number) => sum / counts;
  const { processors, dynamodbMs, memoryGigabytes } = assumed;
  // Lambda bills CPU time on the share of a processor that the function has, and assumed waits.
  const seconds = (cpuMs / processors + sequentialCalls(calls) * dynamodbMs) / 1_000;
  return {
    dynamodbWrite: each(unitsOf(capacity, "write")),
    dynamodbRead: each(unitsOf(capacity, "read")),
    dynamodbStorage: each(firingByteMonths(stack.outputs.AlertFiringsTable, calls)),
    lambdaRequest: each(invocations.length),
    lambdaDuration: each(seconds * memoryGigabytes),
    logsIngestion: each(logBytes),
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
function firingByteMonths(table: string, calls: ProxiedCall[]): number {
  const bytes = calls
    .filter(({ operation, status }) => operation === "TransactWriteItems" && status === 200)
    .flatMap(({ request }) => Transaction.parse(JSON.parse(request.toString())).TransactItems)
    .flatMap(({ Put }) => (Put?.TableName === table ? [itemBytes(Put.Item)] : []));
  const daysOfMonth = 30;
  return bytes.reduce((sum, one) => sum + one + assumed.itemBytes, 0) * (firingDays / daysOfMonth);
}
