import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Member } from "../../core/members/member.ts";
import { type Action, rolesThatMay } from "../../core/members/role.ts";

/** A condition check that the person is still a member, in a role that allows this. */
export function membershipCheck(
  TableName: string,
  { organizationId, personId, id }: Member,
  action: Action,
): TransactWriteItem {
  const roles = rolesThatMay(action).map((role, index) => [`:role${index}`, role] as const);
  const ConditionExpression = `memberId = :id AND #role IN (${roles.map(([name]) => name).join(", ")})`;
  return {
    ConditionCheck: {
      TableName,
      Key: marshall({ organizationId, memberKey: personId }),
      ConditionExpression,
      ExpressionAttributeNames: { "#role": "role" },
      ExpressionAttributeValues: marshall({ ":id": id, ...Object.fromEntries(roles) }),
    },
  };
}
