import * as z from "zod";
import type { BatchFaults } from "../batch-faults.ts";

/** An entry as a response names it that failed although the call succeeded. */
export interface FailedEntry {
  Id: string;
  SenderFault: boolean;
  Code: string;
  Message: string;
}

const Entry = z.looseObject({ Id: z.string(), DelaySeconds: z.number().optional() });
const Batch = z.looseObject({ QueueUrl: z.string(), Entries: z.array(Entry) });

const operations = ["SendMessageBatch", "DeleteMessageBatch", "ChangeMessageVisibilityBatch"];

/**
 * Takes the entries out of a batch that shall fail, and returns what the response says of them: those
 * that `faults` chooses, and those that AWS refuses by themselves.
 */
export function takeFailing(
  faults: BatchFaults | undefined,
  operation: string,
  body: unknown,
): FailedEntry[] {
  if (!operations.includes(operation)) return [];
  const batch = Batch.safeParse(body);
  if (!batch.success || typeof body !== "object" || body === null) return [];
  const { QueueUrl, Entries } = batch.data;
  // It is refused as a whole.
  if (Entries.length > maxEntries) return [];
  // Entry ids are unique within one call only.
  const failing = faults?.refused(operation, Entries, ({ Id: _, ...entry }) => [QueueUrl, entry]);
  const failed = Entries.flatMap((entry): FailedEntry[] => {
    const { Id, DelaySeconds = 0 } = entry;
    if (DelaySeconds > maxDelaySeconds) return [delayed(Id, DelaySeconds)];
    if (!failing?.has(entry)) return [];
    const Message = "We encountered an internal error. Please try again.";
    return [{ Id, SenderFault: false, Code: "InternalError", Message }];
  });
  const ids = new Set(failed.map(({ Id }) => Id));
  if (failed.length > 0) Object.assign(body, { Entries: Entries.filter(({ Id }) => !ids.has(Id)) });
  return failed;
}

const maxEntries = 10;
const maxDelaySeconds = 900;

function delayed(Id: string, seconds: number): FailedEntry {
  const Message = delayText(seconds);
  return { Id, SenderFault: true, Code: "InvalidParameterValue", Message };
}

/** Why a delay is refused, or undefined if it is not. */
export function delayRefusal(seconds: number): string | undefined {
  return seconds > maxDelaySeconds ? delayText(seconds) : undefined;
}

function delayText(seconds: number): string {
  return (
    `Value ${seconds} for parameter DelaySeconds is invalid. ` +
    `Reason: DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`
  );
}
