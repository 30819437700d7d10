import * as z from "zod";

/**
 * Whether a call to AWS was refused because too much is read or written at once, had no response in time,
 * lost its connection or met a fault of AWS: the same call can succeed a moment later. It compares names
 * and not classes: functions that call nothing use it, too, and need not load the SDK.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (throttledRequests.has(error.name) || isUnavailable(error.cause)) return true;
  const call = EndedCall.safeParse(error).data;
  if (call !== undefined && hasNoAnswer(error.name, call)) return true;
  const reasons = CanceledTransaction.safeParse(error).data?.CancellationReasons ?? [];
  return reasons.some(({ Code }) => throttledItems.has(Code ?? ""));
}

function hasNoAnswer(name: string, { code = "", $metadata }: z.infer<typeof EndedCall>): boolean {
  const { httpStatusCode = 0 } = $metadata;
  return name === "TimeoutError" || code === "ECONNREFUSED" || httpStatusCode >= 500;
}

/**
 * The SDK adds the metadata, and calls most lost connections a `TimeoutError`, too. Without the metadata,
 * it is the time of the function itself that is over.
 */
const EndedCall = z.object({
  $metadata: z.object({ httpStatusCode: z.number().optional() }),
  code: z.string().optional(),
});

const throttledRequests = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

const CanceledTransaction = z.object({
  CancellationReasons: z.array(z.object({ Code: z.string().optional() })),
});
const throttledItems = new Set(["ProvisionedThroughputExceeded", "ThrottlingError"]);
