import { manageKeys } from "../../lambdas/functions/private-api.ts";
import { grantUpdating } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

export interface KeysProps {
  /** {api_url}, which the keys open. */
  apiUrl: string;
  keyBrand: string;
}

/** API keys as owners and admins manage them. */
export function serveKeys(api: PrivateApi, { apiUrl, keyBrand }: KeysProps): void {
  const served = api.serve(manageKeys, {
    API_URL: apiUrl,
    KEY_BRAND: keyBrand,
  });
  grantManagingKeys(served);
}

/** A key changes in one transaction with its organization and the audit entry. */
function grantManagingKeys(manager: ServiceFunction<never>): void {
  const { organizations, apiKeys, members, auditEntries } = tablesOf(manager);
  manager.grant(organizations.tableArn, "dynamodb:GetItem");
  grantUpdating(manager, organizations.tableArn, {
    attributes: ["organizationId", "apiKeys", "revision"],
  });
  manager.grant(apiKeys.tableArn, "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:DeleteItem");
  // Keys change on condition of the membership of who asks.
  manager.grant(members.tableArn, "dynamodb:ConditionCheckItem");
  manager.grant(auditEntries.tableArn, "dynamodb:PutItem");
}
