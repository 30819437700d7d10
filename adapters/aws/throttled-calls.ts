import * as z from "zod";

/**
 * Whether DynamoDB refused a call because too much is read or written at once. It compares names
 * and not classes: functions that call nothing use it, too, and need not load the SDK.
 */
export function isThrottled(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (throttledRequests.has(error.name) || isThrottled(error.cause)) return true;
  const reasons = CanceledTransaction.safeParse(error).data?.CancellationReasons ?? [];
  return reasons.some(({ Code }) => throttledItems.has(Code ?? ""));
}

const throttledRequests = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

const CanceledTransaction = z.object({
  CancellationReasons: z.array(z.object({ Code: z.string().optional() })),
});
const throttledItems = new Set(["ProvisionedThroughputExceeded", "ThrottlingError"]);
