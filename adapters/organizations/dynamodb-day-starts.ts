import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Tables } from "../../core/tables.ts";

/** The one partition of the index of day starts. */
export const dayStartsPartition = "all";

/**
 * The parts of an update with which an organization joins the index of day starts, unless it is in it:
 * it is due at once, and the next run of the schedule finds out when its next day starts.
 */
export function joiningDayStarts(at: string) {
  return {
    expression: "SET nextDayStart = if_not_exists(nextDayStart, :due), dayStartsIndex = :partition",
    values: { ":due": at, ":partition": dayStartsPartition },
  };
}

/** Lets an organization join the index, with a counter that begins to be reset each day. */
export function dayStartsJoined(
  { organizations }: Tables<"organizations">,
  { organizationId, updatedAt: at }: { organizationId: string; updatedAt: string },
): TransactWriteItem {
  const { expression, values } = joiningDayStarts(at);
  return {
    Update: {
      TableName: organizations,
      Key: marshall({ organizationId }),
      UpdateExpression: expression,
      // An update would otherwise create an organization that has just been deleted.
      ConditionExpression: "attribute_exists(organizationId)",
      ExpressionAttributeValues: marshall(values),
    },
  };
}
