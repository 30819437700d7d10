import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

/**
 * Of a transaction: the organization exists still. For what is written without its item: otherwise
 * a write that began before the deletion would leave behind what nobody finds again.
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
