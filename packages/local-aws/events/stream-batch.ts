import { setTimeout as delay } from "node:timers/promises";
import type { EnvironmentPool } from "../functions/environment-pool.ts";
import type { InvocationResult } from "../functions/invocation.ts";
import { reportedFailures } from "./batch-failures.ts";
import type { StreamMapping } from "./event-source-mappings.ts";
import type { SetAside } from "./failure-destination.ts";
import type { StreamRecord } from "./stream-record.ts";
import { nextStreamStep, pauseMs } from "./stream-step.ts";

/** What a batch of stream records needs to be processed. */
export interface BatchContext {
  mapping: StreamMapping;
  pool: EnvironmentPool;
  shardId: string;
  /** Hands a batch over to the on-failure destination; resolves when it is safe there. */
  setAside(batch: SetAside): Promise<void>;
  finish(records: readonly StreamRecord[]): void;
  /** Ends retries; what is not finished is read again after a restart. */
  stopping: AbortSignal;
}

interface Part {
  records: StreamRecord[];
  failures: number;
}

/** Processes records in order until each is finished, set aside, or the runtime stops. */
export async function processBatch(records: StreamRecord[], context: BatchContext): Promise<void> {
  const parts: Part[] = [{ records, failures: 0 }];
  for (let part = parts.shift(); part; part = parts.shift()) {
    if (context.stopping.aborted) return;
    const young = await setAsideExpired(part, context);
    if (young.records.length > 0) parts.unshift(...(await attempt(young, context)));
  }
}

/** One invocation; gives the parts that remain to be processed. */
async function attempt(part: Part, context: BatchContext): Promise<Part[]> {
  const { mapping, pool, finish, stopping } = context;
  const { records } = part;
  const result = await pool.invoke({ Records: records.map((record) => record.event) });
  if (result.outcome === "throttled") {
    await pause(pauseMs(part.failures + 1), stopping);
    return [part];
  }
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
    case "set-aside":
      await context.setAside({ ...next, ...context, records, result, attempts: failures });
      finish(records);
      return [];
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

/** Sets aside the records that are older than the mapping allows; gives the others. */
async function setAsideExpired(part: Part, context: BatchContext): Promise<Part> {
  const { maximumRecordAgeSeconds } = context.mapping;
  const oldest = Date.now() - maximumRecordAgeSeconds * 1000;
  const isExpired = ({ createdAtMs }: StreamRecord) => createdAtMs < oldest;
  const expired = maximumRecordAgeSeconds < 0 ? [] : part.records.filter(isExpired);
  if (expired.length === 0) return part;
  const condition = "RecordAgeExceeded";
  await context.setAside({ condition, ...context, records: expired, attempts: part.failures });
  context.finish(expired);
  return { ...part, records: part.records.filter((record) => !expired.includes(record)) };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // A pause that is cut short has done its work.
  await delay(ms, undefined, { signal }).catch(() => {});
}
