import { showOverview } from "../../lambdas/functions/private-api.ts";
import { grantIndex, grantReading, grantUpdating } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "../platform/private-api.ts";
import { tablesOf } from "../platform/tables.ts";

/** The overview of an organization. It only reads, except for what is pinned. */
export function serveOverview(api: PrivateApi): void {
  const served = api.serve(showOverview, {});
  const { organizations, counters, counterGroups, countMarks, alertFirings } = tablesOf(served);
  const { webhookEndpoints, gates, members, auditEntries } = tablesOf(served);
  // Not the hashes of the API keys.
  const limits = ["endpointIds", "counterCount", "groupCount", "alertCount", "alertEpoch"];
  const settings = [
    "name",
    "plan",
    "timeZone",
    "dayStarts",
    "language",
    "pins",
    "mails",
    "createdAt",
    "nextDayStart",
  ];
  grantReading(served, organizations.tableArn, {
    attributes: ["organizationId", ...settings, ...limits, "revision"],
  });
  grantUpdating(served, organizations.tableArn, {
    attributes: ["organizationId", "pins", "revision"],
  });
  // Pins are written on condition that the member may still manage the organization.
  served.grant(members.tableArn, "dynamodb:ConditionCheckItem");
  served.grant(auditEntries.tableArn, "dynamodb:PutItem");
  for (const { tableArn } of [counters, counterGroups]) {
    served.grant(tableArn, "dynamodb:BatchGetItem", "dynamodb:Query");
  }
  served.grant(countMarks.tableArn, "dynamodb:BatchGetItem", "dynamodb:Query");
  for (const { tableArn } of [alertFirings, webhookEndpoints, gates]) {
    served.grant(tableArn, "dynamodb:Query");
  }
  grantIndex(served, "deliveries");
}
