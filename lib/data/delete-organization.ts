import { deleteOrganization } from "../../lambdas/functions/private-api.ts";
import { grantIndex, grantUpdating } from "../platform/attribute-conditions.ts";
import { boundedRunTimeout, type PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

/** Deleting an organization, in a function of its own: no other may remove so much. */
export function serveDeletion(api: PrivateApi): void {
  const served = api.serve(deleteOrganization, {}, { timeout: boundedRunTimeout });
  grantBeginning(served);
  grantRemoving(served);
}

/** The first transaction, and what it is decided from. */
function grantBeginning(deleter: ServiceFunction<never>): void {
  const tables = tablesOf(deleter);
  const { organizations, organizationDeletions, apiKeys, webhookEndpoints, members } = tables;
  deleter.grant(organizations.tableArn, "dynamodb:GetItem", "dynamodb:DeleteItem");
  deleter.grant(
    organizationDeletions.tableArn,
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  );
  deleter.grant(apiKeys.tableArn, "dynamodb:DeleteItem");
  deleter.grant(webhookEndpoints.tableArn, "dynamodb:DeleteItem");
  deleter.grant(tables.auditEntries.tableArn, "dynamodb:PutItem");
  deleter.grant(
    members.tableArn,
    "dynamodb:GetItem",
    "dynamodb:Query",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
  );
  // Of the roster; nobody's role can be changed.
  grantUpdating(deleter, members.tableArn, {
    attributes: [
      "organizationId",
      "memberKey",
      "deletedAt",
      "revision",
      "ownerCount",
      "memberCount",
    ],
  });
  grantIndex(deleter, "deliveries");
}

/** What goes item by item: it reads keys, and removes. */
function grantRemoving(deleter: ServiceFunction<never>): void {
  const tables = tablesOf(deleter);
  const { counters, counterGroups, embedSessions, people, notices } = tables;
  if (notices !== undefined) {
    deleter.lambda.addEnvironment("NOTICES_TABLE", notices.tableName);
    deleter.grant(notices.tableArn, "dynamodb:Query", "dynamodb:BatchWriteItem");
  }
  for (const { tableArn } of [
    ...[tables.alerts, tables.gates, tables.alertFirings, tables.invitations, tables.deliveries],
    ...[tables.countEvents, tables.countMarks, tables.settingsChanges, tables.groupMembers],
  ]) {
    deleter.grant(tableArn, "dynamodb:Query", "dynamodb:BatchWriteItem");
  }
  for (const { tableArn } of [counters, counterGroups]) {
    deleter.grant(tableArn, "dynamodb:Query", "dynamodb:DeleteItem");
  }
  deleter.grant(embedSessions.tableArn, "dynamodb:GetItem", "dynamodb:BatchWriteItem");
  // Who belongs to nothing else goes; others leave the organization.
  deleter.grant(people.tableArn, "dynamodb:GetItem", "dynamodb:DeleteItem");
  grantUpdating(deleter, people.tableArn, { attributes: ["personId", "organizationIds"] });
}
