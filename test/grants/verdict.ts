import type { Grant } from "./policies.ts";
import type { Call } from "./recorded-calls.ts";

/** Grants that no call of the tests uses, with the reason why they are there. */
interface Exception {
  actions: string[];
  reason: string;
}

/** What Lambda itself does with a function's role. */
export const usedByLambda: Exception[] = [
  { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], reason: "it writes the logs" },
  {
    actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
    reason: "it polls the queues",
  },
  {
    actions: [
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
      "dynamodb:ListStreams",
    ],
    reason: "it polls the streams",
  },
  {
    actions: ["s3:ListBucket", "s3:PutObject"],
    reason: "it stores the records of which it cannot dispose",
  },
];

/** What functions call too rarely for a test on a shared service: by logical id, action, resource. */
export const rarelyCalled: { grant: RegExp; reason: string }[] = [
  {
    grant: /^(ConsoleSurfaceManageWebhooks|CanaryRunCanary)\w+ dynamodb:PutItem TablesDataKeys/,
    reason: "only the first signing secret of a stack needs a new data key",
  },
  {
    grant:
      /^(ConsoleSurfaceManageWebhooks|CanaryRunCanary)\w+ kms:GenerateDataKeyWithoutPlaintext /,
    reason: "the same",
  },
  {
    grant: /^CanaryRunCanary\w+ dynamodb:BatchGetItem Tables(CountEvents|IdempotencyKeys)/,
    reason: "only a run that Scheduler repeats, and one whose counter somebody has locked",
  },
  {
    grant: /^ConsoleSurfaceManageCounters\w+ dynamodb:ConditionCheckItem TablesGroupMembers/,
    reason: "only a counter that leaves its group before the group's totals know it",
  },
];

export interface Finding {
  functionId: string;
  kind: "called but not allowed" | "allowed but never called";
  action: string;
  resource: string;
}

/** Holds the calls of each function against its grants, both ways. */
export function findingsOf(
  calls: ReadonlyMap<string, Call[]>,
  grants: ReadonlyMap<string, Grant[]>,
): Finding[] {
  return [...grants].flatMap(([functionId, granted]) => {
    const called = calls.get(functionId) ?? [];
    const refused = called.filter((call) => !granted.some((grant) => allows(grant, call)));
    const unused = granted.filter(
      (grant) =>
        !isUsedByLambda(grant) &&
        !isRarelyCalled(functionId, grant) &&
        !called.some((call) => allows(grant, call)),
    );
    return [
      ...refused.map((call) => ({ functionId, kind: "called but not allowed" as const, ...call })),
      ...unused.map((grant) => ({
        functionId,
        kind: "allowed but never called" as const,
        ...grant,
      })),
    ];
  });
}

const isUsedByLambda = ({ action }: Grant) =>
  usedByLambda.some(({ actions }) => actions.includes(action));

const isRarelyCalled = (functionId: string, { action, resource }: Grant) =>
  rarelyCalled.some(({ grant }) => grant.test(`${functionId} ${action} ${resource}`));

function allows(grant: Grant, { action, resource }: Call): boolean {
  if (resource === "*") return grant.action === action;
  const pattern = grant.resource
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return grant.action === action && new RegExp(`^${pattern}$`, "s").test(resource);
}
