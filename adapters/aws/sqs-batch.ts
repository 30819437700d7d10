import { type BatchResultErrorEntry, SQSServiceException } from "@aws-sdk/client-sqs";
import { systemClock } from "../system-clock.ts";

/** The most messages that SQS takes or returns in one call. */
export const batchSize = 10;

/** How often an entry is sent that SQS does not confirm in a call that succeeds. */
const maximumAttempts = 5;

export interface SqsBatchResult {
  Successful?: { Id: string | undefined }[] | undefined;
  Failed?: BatchResultErrorEntry[] | undefined;
  $metadata: SQSServiceException["$metadata"];
}

/**
 * Calls with up to ten entries, and again with those that SQS has failed to process. Returns the errors
 * of those that are left, by id: entries fail one by one, also when the call succeeds.
 */
export async function callWithBatch<Entry extends { Id: string }>(
  entries: Entry[],
  call: (entries: Entry[]) => Promise<SqsBatchResult>,
): Promise<Map<string, SQSServiceException>> {
  const errors = errorsOf(entries, await call(entries));
  for (let attempt = 1; attempt < maximumAttempts; attempt += 1) {
    const again = entries.filter(({ Id }) => errors.get(Id)?.$fault === "server");
    if (again.length === 0) break;
    await systemClock.backOff(attempt);
    for (const { Id } of again) errors.delete(Id);
    for (const [Id, error] of errorsOf(again, await call(again))) errors.set(Id, error);
  }
  return errors;
}

function errorsOf(
  entries: { Id: string }[],
  { Successful = [], Failed = [], $metadata }: SqsBatchResult,
): Map<string, SQSServiceException> {
  const confirmed = new Set(Successful.map(({ Id }) => Id));
  const unconfirmed = entries.filter(({ Id }) => !confirmed.has(Id));
  const errors = unconfirmed.map(({ Id }) => {
    const failed = Failed.find((entry) => entry.Id === Id);
    const { Code = "Unconfirmed", Message = Code, SenderFault = false } = failed ?? {};
    const message = `the queue did not process a message: ${Message}`;
    const $fault = SenderFault ? ("client" as const) : ("server" as const);
    return [Id, new SQSServiceException({ name: Code, message, $fault, $metadata })] as const;
  });
  return new Map(errors);
}
