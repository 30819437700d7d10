import { setTimeout as delay } from "node:timers/promises";
import type { EnvironmentPool } from "../functions/environment-pool.ts";
import type { InvocationResult } from "../functions/invocation.ts";
import { reportedFailures } from "./batch-failures.ts";
import type { StreamMapping } from "./event-source-mappings.ts";
import type { FailedRecords } from "./failure-destination.ts";
import type { StreamRecord } from "./stream-record.ts";

/** What a batch of stream records needs to be processed. */
export interface BatchContext {
  mapping: StreamMapping;
  pool: EnvironmentPool;
  shardId: string;
  /** Sends a batch to the on-failure destination; false when the runtime stops before it is there. */
  sendFailedRecords(batch: FailedRecords, stopping: AbortSignal): Promise<boolean>;
  finish(records: readonly StreamRecord[]): void;
  /** Ends retries; what is not finished is read again after a restart. */
  stopping: AbortSignal;
}

interface Part {
  records: StreamRecord[];
  failures: number;
}

/** Processes records in order until each is finished or has failed for good, or the runtime stops. */
export async function processBatch(records: StreamRecord[], context: BatchContext): Promise<void> {
  const parts: Part[] = [{ records, failures: 0 }];
  for (let part = parts.shift(); part; part = parts.shift()) {
    if (context.stopping.aborted) return;
    const young = await giveUpExpired(part, context);
    if (young.records.length > 0) parts.unshift(...(await attempt(young, context)));
  }
}

/** One invocation; returns the parts that remain to be processed. */
async function attempt(part: Part, context: BatchContext): Promise<Part[]> {
  const { mapping, pool, finish, stopping } = context;
  const { records } = part;
  const result = await pool.invoke({ Records: records.map((record) => record.event) });
  if (result.outcome === "throttled") {
    await pause(pauseMs(part.failures + 1), stopping);
    return [part];
  }
  // An invocation that the stop interrupted is not a failed attempt: its records are read again.
  if (result.outcome === "failed" && stopping.aborted) return [part];
  const failures = part.failures + 1;
  const firstFailure = firstFailed(records, result, mapping);
  const next = nextStreamStep({ size: records.length, failures, firstFailure }, mapping);
  switch (next.step) {
    case "finish":
      finish(records);
      return [];
    case "continue-at":
      finish(records.slice(0, next.index));
      await pause(pauseMs(1), stopping);
      return [{ records: records.slice(next.index), failures: 1 }];
    case "split":
      return [
        { ...part, records: records.slice(0, next.index) },
        { ...part, records: records.slice(next.index) },
      ];
    case "retry":
      await pause(next.afterMs, stopping);
      return [{ records, failures }];
    case "give-up":
      return (await giveUp({ ...next, records, result, attempts: failures }, context))
        ? []
        : [{ records, failures }];
  }
}

function firstFailed(
  records: readonly StreamRecord[],
  result: InvocationResult,
  mapping: StreamMapping,
): number | undefined {
  if (result.outcome !== "succeeded") return 0;
  if (!mapping.reportsItemFailures) return undefined;
  const identifiers = records.map((record) => record.sequenceNumber);
  const failed = reportedFailures(result.payload, identifiers);
  const index = identifiers.findIndex((identifier) => failed.has(identifier));
  return index < 0 ? undefined : index;
}

/** Gives up the records that are older than the mapping allows; returns the others. */
async function giveUpExpired(part: Part, context: BatchContext): Promise<Part> {
  const { maximumRecordAgeSeconds } = context.mapping;
  const oldest = Date.now() - maximumRecordAgeSeconds * 1000;
  const isExpired = ({ createdAtMs }: StreamRecord) => createdAtMs < oldest;
  const expired = maximumRecordAgeSeconds < 0 ? [] : part.records.filter(isExpired);
  if (expired.length === 0) return part;
  const condition = "RecordAgeExceeded";
  if (!(await giveUp({ condition, records: expired, attempts: part.failures }, context)))
    return part;
  return { ...part, records: part.records.filter((record) => !expired.includes(record)) };
}

async function giveUp(
  failed: Omit<FailedRecords, "mapping" | "shardId">,
  { mapping, shardId, sendFailedRecords, finish, stopping }: BatchContext,
): Promise<boolean> {
  const isStored = await sendFailedRecords({ ...failed, mapping, shardId }, stopping);
  if (isStored) finish(failed.records);
  return isStored;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The stop may end the pause early.
  await delay(ms, undefined, { signal }).catch(() => {});
}

/** A batch of stream records after an invocation: what a mapping does next. */
type StreamStep =
  | { step: "finish" }
  | { step: "give-up"; condition: "RetryAttemptsExhausted" }
  | { step: "continue-at"; index: number }
  | { step: "split"; index: number }
  | { step: "retry"; afterMs: number };

interface AttemptedBatch {
  size: number;
  /** Failed attempts, this one included; halving a batch does not count as one. */
  failures: number;
  /** Index of the first record that failed; 0 when the function failed as a whole. */
  firstFailure: number | undefined;
}

interface StreamPolicy {
  bisects: boolean;
  /** −1 for no limit. */
  maximumRetryAttempts: number;
}

/** The next step. A batch is halved before anything is given up, so a bad record ends up alone. */
export function nextStreamStep(batch: AttemptedBatch, policy: StreamPolicy): StreamStep {
  const { size, failures, firstFailure } = batch;
  if (firstFailure === undefined) return { step: "finish" };
  if (firstFailure > 0) return { step: "continue-at", index: firstFailure };
  if (policy.bisects && size > 1) return { step: "split", index: Math.ceil(size / 2) };
  if (policy.maximumRetryAttempts >= 0 && failures > policy.maximumRetryAttempts) {
    return { step: "give-up", condition: "RetryAttemptsExhausted" };
  }
  return { step: "retry", afterMs: pauseMs(failures) };
}

/** Pause before the next attempt: 100 ms at first, doubled each time, at most 5 s. */
const pauseMs = (failures: number): number => Math.min(50 * 2 ** failures, 5000);
