/**
 * Whether a call to AWS was refused because too much is read or written at once, had no response in time,
 * lost its connection or met a fault of AWS: the same call can succeed a moment later. It compares names
 * and not classes: functions that call nothing use it, too, and need not load the SDK.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (throttledRequests.has(error.name) || isUnavailable(error.cause)) return true;
  if (hasNoAnswer(error)) return true;
  const { CancellationReasons: reasons }: { CancellationReasons?: unknown } = Object(error);
  return Array.isArray(reasons) && reasons.some((reason) => throttledItems.has(reason?.Code));
}

/**
 * The SDK adds the metadata, and calls most lost connections a `TimeoutError`, too. Without the metadata,
 * it is the time of the function itself that is over.
 */
function hasNoAnswer(error: Error & { $metadata?: unknown; code?: unknown }): boolean {
  const { name, code, $metadata } = error;
  if (typeof $metadata !== "object") return false;
  const { httpStatusCode } = Object($metadata);
  return name === "TimeoutError" || code === "ECONNREFUSED" || httpStatusCode >= 500;
}

const throttledRequests = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

/** Why a transaction is canceled. */
const throttledItems = new Set<unknown>(["ProvisionedThroughputExceeded", "ThrottlingError"]);
