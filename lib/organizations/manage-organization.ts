import { manageOrganization, unsubscribeRoute } from "../../lambdas/functions/private-api.ts";
import { grantUpdating } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

/** The organization, members, invitations, gates and the audit log; and what people get mails of. */
export function serveOrganization(
  api: PrivateApi,
  unsubscribeSecretArn?: string,
): ServiceFunction<never> {
  const mail = unsubscribeSecretArn && { UNSUBSCRIBE_SECRET_ARN: unsubscribeSecretArn };
  const served = api.serve(
    mail
      ? { ...manageOrganization, routes: [...manageOrganization.routes, unsubscribeRoute] }
      : manageOrganization,
    { ...api.addressVariables, ...mail },
  );
  if (unsubscribeSecretArn) served.grant(unsubscribeSecretArn, "secretsmanager:GetSecretValue");
  api.grantViewerAddress(served);
  grantManagingPeople(served);
  return served;
}

/** Members, invitations and gates change in transactions with their audit entries. */
function grantManagingPeople(manager: ServiceFunction<never>): void {
  const { organizations, counters, people, members, invitations, gates, auditEntries } =
    tablesOf(manager);
  manager.grant(organizations.tableArn, "dynamodb:GetItem", "dynamodb:ConditionCheckItem");
  // Of an organization only what its owners and admins set, and when its next day starts.
  grantUpdating(manager, organizations.tableArn, {
    attributes: [
      "organizationId",
      "name",
      "timeZone",
      "dayStarts",
      "language",
      "mails",
      "nextDayStart",
      "revision",
    ],
  });
  manager.grant(counters.tableArn, "dynamodb:GetItem");
  manager.grant(people.tableArn, "dynamodb:GetItem");
  // Of people, it reads only which organizations they belong to.
  grantUpdating(manager, people.tableArn, { attributes: ["personId", "organizationIds"] });
  // Gates change on condition of the membership of who asks.
  manager.grant(members.tableArn, "dynamodb:ConditionCheckItem");
  for (const { tableArn } of [members, gates]) {
    manager.grant(
      tableArn,
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:PutItem",
      "dynamodb:UpdateItem",
    );
  }
  // A gate that was revoked stays.
  manager.grant(members.tableArn, "dynamodb:DeleteItem");
  manager.grant(
    invitations.tableArn,
    "dynamodb:GetItem",
    "dynamodb:Query",
    "dynamodb:PutItem",
    "dynamodb:DeleteItem",
  );
  manager.grant(auditEntries.tableArn, "dynamodb:Query", "dynamodb:PutItem");
}
