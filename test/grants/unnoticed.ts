import type { Removal } from "local-aws";

/** Parts of policies that no call of the tests needs, each with the reason why they are there. */
export const unnoticed: { part: RegExp; reason: string }[] = [
  {
    part: /^arn:aws:(sqs|s3):\S+ Deny (sqs|s3):\*/,
    reason: "a refusal of what comes without TLS; the emulators have none, and no call may need it",
  },
  {
    part: /^(ConsoleSurfaceManageWebhooks|CanaryRunCanary)Role\w+ .*dynamodb:PutItem on \S+\/TablesDataKeys/,
    reason: "only the first signing secret of a stack needs a new data key",
  },
  {
    part: /^(ConsoleSurfaceManageWebhooks|CanaryRunCanary)Role\w+ .*kms:GenerateDataKeyWithoutPlaintext/,
    reason: "the same",
  },
  {
    part: /^CanaryRunCanaryRole\w+ .*dynamodb:BatchGetItem on \S+\/Tables(CountEvents|IdempotencyKeys)/,
    reason: "only a run that Scheduler repeats, and one whose counter somebody has locked",
  },
  {
    part: /^ConsoleSurfaceManageCountersRole\w+ .*dynamodb:ConditionCheckItem on \S+\/TablesGroupMembers/,
    reason: "only a counter that leaves its group before the group's totals know it",
  },
  {
    part: /^ConsoleSurface(CountTaps|ManageCounters)Role\w+ .*dynamodb:ReturnValues NONE$/,
    reason:
      "AWS does not say whether what a failed condition returns counts, so both values are allowed",
  },
  {
    part: /^WebhooksScheduleRole\w+ sqs:SendMessage on \S+DeadLetters/,
    reason: "only a schedule that Scheduler cannot deliver for a day",
  },
];

/** A part as the patterns above name it. */
export const partOf = ({ owner, text }: Removal) => `${owner} ${text}`;

export const reasonOf = (removal: Removal) =>
  unnoticed.find(({ part }) => part.test(partOf(removal)))?.reason;
