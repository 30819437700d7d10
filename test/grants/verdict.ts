import type { KeptGrant } from "./kept-grants.ts";
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
  kind: "called but not allowed" | "allowed but never called" | "kept for too long";
  action: string;
  resource: string;
}

/** Grants that stay for the version before this one. */
export interface Kept {
  grants: readonly KeptGrant[];
  /** Of package.json. */
  release: string;
}

/** Holds the calls of each function against its grants, both ways. */
export function findingsOf(
  calls: ReadonlyMap<string, Call[]>,
  grants: ReadonlyMap<string, Grant[]>,
  kept: Kept = { grants: [], release: "0.0.0" },
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
      ...unused.flatMap((grant) => {
        const kind = kindOfUnused(keptGrant(kept, functionId, grant), kept);
        return kind === undefined ? [] : [{ functionId, kind, ...grant }];
      }),
    ];
  });
}

/** The logical id of a function without its hash. */
export const functionName = (functionId: string) => functionId.replace(/Function[0-9A-F]{8}$/, "");

function keptGrant({ grants }: Kept, functionId: string, { action, resource }: Grant) {
  return grants.find(
    (one) =>
      one.functionName === functionName(functionId) &&
      one.action === action &&
      one.resource === resource,
  );
}

function kindOfUnused(keeping: KeptGrant | undefined, { release }: Kept) {
  if (keeping === undefined) return "allowed but never called" as const;
  const isDue = keeping.goesIn.localeCompare(release, "en", { numeric: true }) <= 0;
  return isDue ? ("kept for too long" as const) : undefined;
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
