import type { Removal } from "local-aws";

const withoutTls = (service: string, name: string, resources = name) =>
  ["", ": Bool aws:SecureTransport false"].map(
    (value) =>
      `${value ? "value" : "statement"} of ${name}: Deny ${service}:* on ${resources}${value}`,
  );

const lanes = ["WebhooksFirstAttempts", "WebhooksRetries", "WebhooksSlowAttempts", "Notices"];
const queues = lanes.flatMap((name) => [`${name}Queue`, `${name}DeadLetters`]);
const buckets = ["WebhooksDispatchFailedRecords", "AlertsFailedRecords", "NoticesFailedRecords"];
const makers = ["ConsoleSurfaceManageWebhooksRole", "CanaryRunCanaryRole"];

/**
 * Parts of policies that no call of the tests needs, each with the reason why they are there. Each
 * names one removal as `partOf` does, so that nothing beside it is excused.
 */
export const unnoticed: { parts: string[]; reason: string }[] = [
  {
    parts: [
      ...queues.flatMap((queue) => withoutTls("sqs", queue, "*")),
      ...buckets.flatMap((bucket) => withoutTls("s3", bucket, `${bucket}, ${bucket}/*`)),
    ],
    reason: "a refusal of what comes without TLS; the emulators have none, and no call may need it",
  },
  {
    parts: makers.flatMap((role) => [
      `grant of ${role}: dynamodb:PutItem on table/TablesDataKeys`,
      `grant of ${role}: kms:GenerateDataKeyWithoutPlaintext on key/WebhooksSecretsKey`,
    ]),
    reason: "only the first signing secret of a stack needs a new data key",
  },
  {
    parts: ["CountEvents", "IdempotencyKeys"].map(
      (table) => `grant of CanaryRunCanaryRole: dynamodb:BatchGetItem on table/Tables${table}`,
    ),
    reason: "only a run that Scheduler repeats, and one whose counter a person has locked",
  },
  {
    parts: [
      "grant of ConsoleSurfaceManageCountersRole: dynamodb:ConditionCheckItem on table/TablesGroupMembers",
    ],
    reason: "only a counter that leaves its group before the group's totals know it",
  },
  {
    parts: Object.entries({
      ConsoleSurfaceCountTaps: ["Counters", "IdempotencyKeys"],
      ConsoleSurfaceManageOrganization: ["Organizations", "People"],
      ConsoleSurfaceDeleteOrganization: ["Members", "People"],
      ConsoleSurfaceManageCounters: ["Counters", "Organizations"],
      ConsoleSurfaceManageKeys: ["Organizations"],
      ConsoleSurfaceManageAlerts: ["Organizations", "Counters", "CounterGroups"],
      ConsoleSurfaceShowOverview: ["Organizations"],
      ConsoleSurfaceManageWebhooks: ["Organizations"],
      DayStartsStartDays: ["Counters"],
    }).flatMap(([name, tables]) =>
      tables.map(
        (table) =>
          `value of ${name}Role: Allow dynamodb:UpdateItem on table/Tables${table}: ` +
          "StringEqualsIfExists dynamodb:ReturnValues NONE",
      ),
    ),
    reason:
      "all of these updates are parts of transactions; AWS does not say whether those have the key",
  },
  {
    parts: ["GetItem", "UpdateItem"].flatMap((action) =>
      [
        ["DayStartsStartDays", "Organizations", "dayStartsIndex"],
        ["NoticesTellPeople", "WebhookEndpoints", "plan"],
      ].map(
        ([name, table, key]) =>
          `value of ${name}Role: Allow dynamodb:${action} on table/Tables${table}: ` +
          `ForAllValues:StringEquals dynamodb:Attributes ${key}`,
      ),
    ),
    reason: "a policy that names an index must list its keys, whether or not a call has them",
  },
  {
    parts: ["grant of DayStartsStartDaysRole: dynamodb:GetItem on table/TablesCounters"],
    reason: "only a counter that is tapped at the moment of its daily reset",
  },
  {
    parts: ["grant of WebhooksScheduleRole: sqs:SendMessage on WebhooksRetriesDeadLetters"],
    reason: "only a schedule that Scheduler cannot deliver for a day",
  },
  {
    parts: [
      "statement of NoticesSendNoticesRole: Allow sqs:SendMessage on NoticesDeadLetters",
      "grant of NoticesSendNoticesRole: sqs:SendMessage on NoticesDeadLetters",
    ],
    reason: "only a mail that could not be sent for a day",
  },
  {
    parts: ["FirstAttempts", "Retries", "SlowAttempts"].map(
      (name) =>
        `grant of WebhooksDeliverWebhookRole: sqs:ChangeMessageVisibility on Webhooks${name}Queue`,
    ),
    reason: "only a batch that Lambda has held for seconds, because the function was throttled",
  },
];

/** A removal in words, without the account and what the CDK adds to names. */
export const partOf = ({ kind, owner, text }: Removal) =>
  `${kind} of ${owner}: ${text}`
    .replaceAll(/arn:aws:\w+:[\w-]*:\d*:/g, "")
    .replaceAll(/(?<=[a-z])[0-9A-F]{8}(?![0-9A-Za-z])/g, "");

export const reasonOf = (removal: Removal) =>
  unnoticed.find(({ parts }) => parts.includes(partOf(removal)))?.reason;

/** The exceptions that do not name exactly one of the removals. */
export function inexactExceptions(removals: readonly Removal[]): string[] {
  const named = removals.map(partOf);
  const exceptions = unnoticed.flatMap(({ parts }) => parts);
  return exceptions.filter((part) => named.filter((name) => name === part).length !== 1);
}
