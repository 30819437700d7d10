import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

/**
 * A condition check that the organization still exists, for writes that do not touch its item.
 * Without it, a write that began before the deletion would leave behind what nobody finds again.
 */
export function organizationCheck(TableName: string, organizationId: string): TransactWriteItem {
  return {
    ConditionCheck: {
      TableName,
      Key: marshall({ organizationId }),
      ConditionExpression: "attribute_exists(organizationId)",
    },
  };
}
