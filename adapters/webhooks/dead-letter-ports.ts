import type { LateEvaluationPorts } from "../../core/alerts/evaluate-late-counts.ts";
import type { DispatchPorts } from "../../core/webhooks/dispatch.ts";
import { dynamodbEvaluation } from "../alerts/dynamodb-evaluation.ts";
import { s3FailedRecords } from "../aws/s3-failed-records.ts";
import { watchedCountOf } from "../counters/dynamodb-count-events.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import type { Service } from "../stack-outputs.ts";
import { systemClock } from "../system-clock.ts";
import { dynamodbWebhookEndpoints } from "./dynamodb-endpoints.ts";
import { sqsAttemptQueue } from "./sqs-attempt-queue.ts";
import { sqsDeadLetters } from "./sqs-dead-letters.ts";
import { webhookEventOf } from "./stream-events.ts";

export type DeadLetterPorts = ReturnType<typeof deadLetterPorts>;

/** The ports for redriving dead letters and failed stream records. */
export function deadLetterPorts({
  clients: { dynamodb, sqs, s3 },
  outputs,
}: Service<
  | "OrganizationsTable"
  | "CountersTable"
  | "CounterGroupsTable"
  | "GroupMembersTable"
  | "AlertsTable"
  | "AlertFiringsTable"
  | "WebhookEndpointsTable"
  | "FirstAttemptsQueue"
  | "RetriesQueue"
  | "SlowAttemptsQueue"
  | "FirstAttemptsDeadLetters"
  | "RetriesDeadLetters"
  | "SlowAttemptsDeadLetters"
  | "CountMarksTable"
  | "FailedRecordsBucket"
  | "FailedEvaluationsBucket",
  "dynamodb" | "sqs" | "s3"
>) {
  const queues = { fast: outputs.FirstAttemptsQueue, slow: outputs.SlowAttemptsQueue };
  const dispatch: DispatchPorts = {
    endpoints: dynamodbWebhookEndpoints(dynamodb, outputs.WebhookEndpointsTable).list,
    send: sqsAttemptQueue(sqs, queues),
    now: systemClock.now,
  };
  const counters = dynamodbStoredCounters(dynamodb, outputs.CountersTable);
  const evaluation: LateEvaluationPorts = {
    store: dynamodbEvaluation(dynamodb, {
      organizations: outputs.OrganizationsTable,
      counterGroups: outputs.CounterGroupsTable,
      groupMembers: outputs.GroupMembersTable,
      alerts: outputs.AlertsTable,
      alertFirings: outputs.AlertFiringsTable,
      countMarks: outputs.CountMarksTable,
    }),
    clock: systemClock,
    newestCount: async ({ organizationId, counterId }) =>
      (await counters.get({ organizationId, counterId }))?.lastEventId,
  };
  return {
    now: systemClock.now,
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
