import type { DispatchPorts } from "../../core/webhooks/dispatch.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { s3FailedRecords } from "./s3-failed-records.ts";
import { sqsAttemptQueue } from "./sqs-attempt-queue.ts";
import { sqsDeadLetters } from "./sqs-dead-letters.ts";

export type DeadLetterPorts = ReturnType<typeof deadLetterPorts>;

/** The ports for redriving dead letters and failed stream records. */
export function deadLetterPorts({
  clients: { dynamodb, sqs, s3 },
  outputs,
}: Service<
  | "WebhookEndpointsTable"
  | "FirstAttemptsQueue"
  | "RetriesQueue"
  | "SlowAttemptsQueue"
  | "FirstAttemptsDeadLetters"
  | "RetriesDeadLetters"
  | "SlowAttemptsDeadLetters"
  | "FailedRecordsBucket",
  "dynamodb" | "sqs" | "s3"
>) {
  const queues = { fast: outputs.FirstAttemptsQueue, slow: outputs.SlowAttemptsQueue };
  return {
    now: systemClock.now,
    /** By the names of the sources in `dead-letter list`. */
    deadLetters: {
      "first-attempts": sqsDeadLetters(sqs, {
        deadLetters: outputs.FirstAttemptsDeadLetters,
        queue: outputs.FirstAttemptsQueue,
      }),
      retries: sqsDeadLetters(sqs, {
        deadLetters: outputs.RetriesDeadLetters,
        queue: outputs.RetriesQueue,
      }),
      "slow-attempts": sqsDeadLetters(sqs, {
        deadLetters: outputs.SlowAttemptsDeadLetters,
        queue: outputs.SlowAttemptsQueue,
      }),
    },
    failedRecords: s3FailedRecords(s3, outputs.FailedRecordsBucket),
    /** The same ports as the dispatch-events function has. */
    dispatch: {
      endpoints: dynamodbWebhookEndpoints(dynamodb, outputs.WebhookEndpointsTable).list,
      send: sqsAttemptQueue(sqs, queues),
    } satisfies DispatchPorts,
  };
}
