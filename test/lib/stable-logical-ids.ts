/**
 * What CloudFormation would replace under another logical id: tables, keys and buckets with their data,
 * queues with their messages, mappings with their position in the stream. Stable from 0.2.0 on.
 */
export const stableLogicalIds = {
  "AWS::DynamoDB::GlobalTable": [
    "TablesAlertFirings4FD19B81",
    "TablesAlertsF4292B9D",
    "TablesApiKeys330F873D",
    "TablesCountEventsEF261116",
    "TablesCounterGroups1DA1C50A",
    "TablesCountersF3818E58",
    "TablesDataKeysB9A9331A",
    "TablesDeliveries21CE5B69",
    "TablesEmbedSessions41E99275",
    "TablesGroupMembersC3EF1F2A",
    "TablesIdempotencyKeys202702E1",
    "TablesOrganizations088B5E4A",
    "TablesSettingsChanges3E39C626",
    "TablesWebhookEndpointsF7982590",
  ],
  "AWS::KMS::Key": ["WebhooksSecretsKeyD20F1394"],
  "AWS::S3::Bucket": ["AlertsFailedRecords450ECEBF", "WebhooksDispatchFailedRecords137BC199"],
  "AWS::SQS::Queue": [
    "WebhooksFirstAttemptsDeadLettersE0F089C3",
    "WebhooksFirstAttemptsQueue98ED7539",
    "WebhooksRetriesDeadLetters1CC38CAA",
    "WebhooksRetriesQueue9C90856B",
    "WebhooksSlowAttemptsDeadLetters3435566F",
    "WebhooksSlowAttemptsQueueBB07BEBB",
  ],
  "AWS::Lambda::EventSourceMapping": [
    "AlertsMapping18F0B580",
    "WebhooksDispatchFiringsE733F833",
    "WebhooksDispatchMapping6382D90C",
    "WebhooksFirstAttemptsMappingCD57AEFE",
    "WebhooksRetriesMapping535A1E58",
    "WebhooksSlowAttemptsMappingEAA451EB",
  ],
  "AWS::Scheduler::ScheduleGroup": ["WebhooksSchedules055BEE66"],
};
