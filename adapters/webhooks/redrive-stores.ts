import type { LateEvaluationPorts } from "../../core/alerts/evaluate-late-counts.ts";
import type { DispatchPorts } from "../../core/webhooks/dispatch.ts";
import { dynamodbEvaluation } from "../alerts/dynamodb-evaluation.ts";
import { s3FailedRecords } from "../aws/s3-failed-records.ts";
import { watchedCountOf } from "../counters/count-images.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { type Service, tablesOf } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { sqsAttemptQueue } from "./sqs-attempt-queue.ts";
import { sqsDeadLetters } from "./sqs-dead-letters.ts";
import { webhookEventOf } from "./stream-events.ts";

/** What redrives dead letters and failed stream records. */
export function redriveStores({ clients: { dynamodb, sqs, s3 }, outputs }: Service) {
  const tables = tablesOf(outputs);
  const dispatch: DispatchPorts = {
    endpoints: dynamodbWebhookEndpoints(dynamodb, tables).list,
    send: sqsAttemptQueue(sqs, {
      fast: outputs.FirstAttemptsQueue,
      slow: outputs.SlowAttemptsQueue,
    }),
  };
  const counters = dynamodbStoredCounters(dynamodb, tables);
  const evaluation: LateEvaluationPorts = {
    store: dynamodbEvaluation(dynamodb, tables),
    clock: systemClock,
    newestCount: async ({ organizationId, counterId }) =>
      (await counters.get({ organizationId, counterId }))?.lastEventId,
  };
  return {
    /** By source, as in `dead-letter list`. */
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
    /** By source, as in `dead-letter list`. */
    failedRecords: {
      "stream-records": s3FailedRecords(s3, outputs.FailedRecordsBucket, webhookEventOf),
      "unevaluated-counts": s3FailedRecords(s3, outputs.FailedEvaluationsBucket, watchedCountOf),
    },
    /** What dispatching stream records takes. */
    dispatch,
    /** What evaluating counts takes. */
    evaluation,
  };
}
