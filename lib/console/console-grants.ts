import type { ServiceFunction } from "../platform/service-function.ts";
import type { Tables } from "../platform/tables.ts";

/** Signing in stores people and sessions; of an organization a person sees its name and plan. */
export function letSignIn(signIn: ServiceFunction<never>, tables: Tables): void {
  const { sessions, people, organizations } = tables;
  signIn.grant(sessions.tableArn, "dynamodb:PutItem", "dynamodb:DeleteItem");
  signIn.grant(people.tableArn, "dynamodb:UpdateItem");
  // The item also has the hashes of its API keys.
  signIn.grantIf(
    {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": ["organizationId", "name", "plan"] },
      StringEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    },
    organizations.tableArn,
    "dynamodb:BatchGetItem",
  );
}

/** Taps change a counter's count and nothing else of it, and what happened cannot be rewritten. */
export function letCount(taps: ServiceFunction<never>, tables: Tables): void {
  const { organizations, counters, countEvents, idempotencyKeys, counterGroups, gates } = tables;
  taps.grant(counters.tableArn, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query");
  const counted = ["count", "lastEventId", "version", "updatedAt"];
  taps.grantIf(
    {
      "ForAllValues:StringEquals": {
        "dynamodb:Attributes": ["organizationId", "counterId", ...counted],
      },
    },
    counters.tableArn,
    "dynamodb:UpdateItem",
  );
  taps.grant(countEvents.tableArn, "dynamodb:BatchGetItem", "dynamodb:PutItem");
  taps.grant(idempotencyKeys.tableArn, "dynamodb:BatchGetItem", "dynamodb:PutItem");
  taps.grant(counterGroups.tableArn, "dynamodb:GetItem");
  taps.grant(gates.tableArn, "dynamodb:GetItem");
  letReadName(taps, organizations.tableArn);
}

/** Members, invitations and gates change in transactions with their audit entries. */
export function letManagePeople(manager: ServiceFunction<never>, tables: Tables): void {
  const { organizations, counters, people, members, invitations, gates, auditEntries } = tables;
  letReadName(manager, organizations.tableArn);
  manager.grant(counters.tableArn, "dynamodb:GetItem");
  manager.grant(people.tableArn, "dynamodb:GetItem");
  // Of a person only in which organizations they are.
  manager.grantIf(
    {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": ["personId", "organizationIds"] },
    },
    people.tableArn,
    "dynamodb:UpdateItem",
  );
  // Gates change on condition of the membership of who asks.
  manager.grant(members.tableArn, "dynamodb:ConditionCheckItem");
  for (const { tableArn } of [members, gates]) {
    manager.grant(
      tableArn,
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
      "dynamodb:DeleteItem",
    );
  }
  manager.grant(
    invitations.tableArn,
    "dynamodb:GetItem",
    "dynamodb:Query",
    "dynamodb:PutItem",
    "dynamodb:DeleteItem",
  );
  manager.grant(auditEntries.tableArn, "dynamodb:Query", "dynamodb:PutItem");
}

/** Of an organization only its name: the item also has the hashes of its API keys. */
function letReadName(reader: ServiceFunction<never>, organizationsArn: string): void {
  reader.grantIf(
    {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": ["organizationId", "name"] },
      StringEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    },
    organizationsArn,
    "dynamodb:GetItem",
  );
}
