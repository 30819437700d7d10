import { readFileSync } from "node:fs";
import { sequentialCalls } from "../read-api/sequential-calls.ts";
import { type CallCapacity, capacityByCall } from "../service/capacity-by-call.ts";
import type { ProxiedCall } from "../service/dynamodb-proxy.ts";
import type { Invocation } from "../service/invocation-log.ts";
import { processCpuMs } from "../service/process-usage.ts";
import type { Tap } from "../service/tapper.ts";
import { waitAndClearLogs } from "../webhooks/webhook-customer.ts";
import type { WebhookStack } from "../webhooks/webhook-stack.ts";

/** What it took evaluate-alerts to evaluate some counts. */
export interface EvaluationCounts {
  taps: Tap[];
  invocations: Invocation[];
  cpuMs: number;
  /** In the function's own log lines. */
  log: { bytes: number; lines: number };
  /** Without proxy, empty. */
  calls: ProxiedCall[];
  /** Empty unless the proxy asks for it. */
  capacity: CallCapacity[];
  /** Round trips to DynamoDB that wait for one another, in all; 0 without proxy. */
  roundTrips: number;
}

/** Counts what evaluate-alerts does with the taps that `act` makes; its environment must be warm. */
export async function evaluationCountsOf(
  stack: WebhookStack,
  act: () => Promise<Tap[]>,
): Promise<EvaluationCounts> {
  const { proxy, evaluations } = stack;
  const pool = stack.pool("evaluate-alerts");
  const logOf = () => readFileSync(pool.logFile, "utf8");
  await waitAndClearLogs(stack);
  await proxy.takeCalls();
  const before = { cpuMs: processCpuMs(pool.pids), logLength: logOf().length };
  const taps = await act();
  await evaluations.untilHandled(taps.length);
  const cpuMs = processCpuMs(pool.pids) - before.cpuMs;
  const log = logOf().slice(before.logLength);
  const calls = await proxy.takeCalls();
  return {
    taps,
    invocations: evaluations.take(),
    cpuMs,
    log: { bytes: Buffer.byteLength(log), lines: log.split("\n").length - 1 },
    calls,
    capacity: proxy.asksForCapacity ? capacityByCall(stack.outputs, calls) : [],
    roundTrips: sequentialCalls(calls),
  };
}

/** How many counts an invocation got on average. */
export function batchSize({ taps, invocations }: EvaluationCounts): number {
  return taps.length / invocations.length;
}
