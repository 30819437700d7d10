import { manageAlerts } from "../../lambdas/functions/private-api.ts";
import { grantReading, grantUpdating } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

/** Alerts and what they fired, as owners and admins manage them. */
export function serveAlerts(api: PrivateApi): void {
  const served = api.serve(manageAlerts, {});
  grantManagingAlerts(served);
}

/**
 * An alert changes in one transaction with what it watches, the organization's numbers and the audit
 * entry, on condition of the member's role.
 */
function grantManagingAlerts(manager: ServiceFunction<never>): void {
  const tables = tablesOf(manager);
  manager.grant(tables.organizations.tableArn, "dynamodb:GetItem");
  grantUpdating(manager, tables.organizations.tableArn, {
    attributes: ["organizationId", "groupCount", "alertCount", "revision"],
  });
  manager.grant(tables.counters.tableArn, "dynamodb:GetItem", "dynamodb:Query");
  grantUpdating(manager, tables.counters.tableArn, {
    attributes: ["organizationId", "counterId", "alertCount", "version", "updatedAt"],
  });
  manager.grant(tables.counterGroups.tableArn, "dynamodb:GetItem", "dynamodb:Query");
  grantUpdating(manager, tables.counterGroups.tableArn, {
    attributes: ["organizationId", "groupId", "alertCount", "revision"],
  });
  manager.grant(
    tables.alerts.tableArn,
    "dynamodb:Query",
    "dynamodb:PutItem",
    "dynamodb:DeleteItem",
  );
  manager.grant(tables.alertFirings.tableArn, "dynamodb:Query");
  // Only to say whether anybody receives what fires: the items also have the secrets.
  grantReading(manager, tables.webhookEndpoints.tableArn, {
    attributes: ["organizationId", "endpointId", "events"],
    action: "dynamodb:Query",
  });
  manager.grant(tables.members.tableArn, "dynamodb:ConditionCheckItem");
  manager.grant(tables.auditEntries.tableArn, "dynamodb:PutItem");
}
