import { manageCounters } from "../../lambdas/functions/private-api.ts";
import { grantUpdating } from "../platform/attribute-conditions.ts";
import { boundedRunTimeout, type PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";
import { countAttributes } from "./count-attributes.ts";

/** Counters, groups and embeds as the console manages them. */
export function serveCounters(api: PrivateApi, { baseUrl }: { baseUrl: string }): void {
  const served = api.serve(
    manageCounters,
    {
      BASE_URL: baseUrl,
    },
    // Imports, and resetting and deleting groups.
    { timeout: boundedRunTimeout },
  );
  grantManagingCounters(served);
}

/** It adds count events, but cannot change or delete any. Counters are never deleted. */
function grantManagingCounters(manager: ServiceFunction<never>): void {
  const { organizations, members, counters, settingsChanges, counterGroups, groupMembers } =
    tablesOf(manager);
  const { countEvents, countMarks, idempotencyKeys } = tablesOf(manager);
  const { alerts, embedSessions, auditEntries } = tablesOf(manager);
  // Limits are checked against what the organization has; its item also holds hashes of API keys,
  // which open nothing.
  manager.grant(organizations.tableArn, "dynamodb:GetItem", "dynamodb:ConditionCheckItem");
  // Each change is written on condition that the member may still make it.
  manager.grant(members.tableArn, "dynamodb:ConditionCheckItem");
  const limits = ["organizationId", "counterCount", "groupCount", "alertCount", "revision"];
  grantUpdating(manager, organizations.tableArn, {
    attributes: [...limits, "nextDayStart", "dayStartsIndex"],
    // Counters beyond the limit are refused with the number that there are.
    returned: ["ALL_OLD"],
  });
  manager.grant(
    counters.tableArn,
    "dynamodb:GetItem",
    "dynamodb:BatchGetItem",
    "dynamodb:Query",
    "dynamodb:PutItem",
  );
  const settings = ["name", "mode", "incrementStep", "decrementStep", "groupId", "goalTarget"];
  const daily = ["resetDaily", "resetTo", "dailyResetSince"];
  const changed = [...settings, ...daily, "countsPeople", "locked", "archivedAt", "lastAdjustedAt"];
  grantUpdating(manager, counters.tableArn, {
    attributes: [...countAttributes, "adjusted", ...changed],
    // A change that conflicts is told what the counter is now.
    returned: ["ALL_OLD"],
  });
  manager.grant(countEvents.tableArn, "dynamodb:PutItem", "dynamodb:Query");
  // Of forms that adjust a counter.
  manager.grant(idempotencyKeys.tableArn, "dynamodb:BatchGetItem", "dynamodb:PutItem");
  manager.grant(settingsChanges.tableArn, "dynamodb:PutItem");
  manager.grant(
    counterGroups.tableArn,
    "dynamodb:GetItem",
    "dynamodb:BatchGetItem",
    "dynamodb:Query",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  );
  manager.grant(
    groupMembers.tableArn,
    "dynamodb:BatchGetItem",
    "dynamodb:Query",
    "dynamodb:PutItem",
    "dynamodb:DeleteItem",
    "dynamodb:ConditionCheckItem",
  );
  // Charts show a number that was set, and a counter that joins or leaves a group.
  manager.grant(countMarks.tableArn, "dynamodb:PutItem");
  // They are drawn anew after a change of the time zone.
  manager.grant(countMarks.tableArn, "dynamodb:Query", "dynamodb:BatchWriteItem");
  // Those of a counter pause when it is archived; those of a group end with it.
  manager.grant(alerts.tableArn, "dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem");
  manager.grant(
    embedSessions.tableArn,
    "dynamodb:GetItem",
    "dynamodb:BatchGetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  );
  manager.grant(auditEntries.tableArn, "dynamodb:PutItem");
}
