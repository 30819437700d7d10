import * as z from "zod";

/**
 * Whether a call to AWS was refused because too much is read or written at once, or had no response in
 * time: the same call can succeed a moment later. It compares names and not classes: functions that call
 * nothing use it, too, and need not load the SDK.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (throttledRequests.has(error.name) || isUnavailable(error.cause)) return true;
  // The SDK adds the metadata. Without them, it is the time of the function itself that is over.
  if (error.name === "TimeoutError") return "$metadata" in error;
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
