import type { CancellationReason, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { GroupKey, GroupMember } from "../../core/groups/group.ts";
import type { MembershipChange } from "../../core/groups/membership.ts";
import { sumOf } from "../../core/groups/recount-plan.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition } from "../aws/dynamodb-transaction.ts";
import { type GroupTables, memberItem, memberKey } from "./dynamodb-groups.ts";

/** What a transaction contains besides a counter that leaves or joins a group. */
export function membershipItems(
  tables: GroupTables,
  { leaves, joins }: MembershipChange,
): TransactWriteItem[] {
  return [
    ...(leaves ? leavingItems(tables, leaves) : []),
    ...(joins ? joiningItems(tables, joins.group, [joins.member]) : []),
  ];
}

/** Adds members to one group, which must exist. */
export function joiningItems(
  tables: GroupTables,
  group: GroupKey,
  members: GroupMember[],
): TransactWriteItem[] {
  const { total } = sumOf(members);
  const puts = members.map((member) => ({
    Put: {
      TableName: tables.groupMembers,
      Item: memberItem(group, member),
      ConditionExpression: "attribute_not_exists(counterId)",
    },
  }));
  return [groupAddition(tables, group, { total, members: members.length }), ...puts];
}

/**
 * The group of a canceled transaction that does not exist. Sums are added to a group without a
 * condition on its revision, so existence is all that a group's item can fail for.
 */
export function missingGroup(
  { counterGroups }: GroupTables,
  items: TransactWriteItem[],
  reasons: CancellationReason[],
): string | undefined {
  const missing = items.find(
    ({ Update }, index) => Update?.TableName === counterGroups && failedCondition(reasons[index]),
  );
  return missing && parseItem(GroupIdOnly, missing.Update?.Key).groupId;
}

const GroupIdOnly = z.object({ groupId: z.string() });

function leavingItems(
  tables: GroupTables,
  { group, counterId, member }: NonNullable<MembershipChange["leaves"]>,
): TransactWriteItem[] {
  const its = { TableName: tables.groupMembers, Key: memberKey(group, counterId) };
  if (member === undefined) {
    const ConditionExpression = "attribute_not_exists(counterId)";
    return [{ ConditionCheck: { ...its, ConditionExpression } }];
  }
  const { count, lastEventId } = member;
  return [
    groupAddition(tables, group, { total: -BigInt(count), members: -1 }),
    {
      Delete: {
        ...its,
        ConditionExpression: "#count = :count AND lastEventId = :lastEventId",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: marshall({ ":count": count, ":lastEventId": lastEventId }),
      },
    },
  ];
}

function groupAddition(
  { counterGroups }: GroupTables,
  group: GroupKey,
  { total, members }: { total: bigint; members: number },
): TransactWriteItem {
  return {
    Update: {
      TableName: counterGroups,
      Key: marshall(group),
      UpdateExpression: "ADD #total :total, memberCount :members, revision :one",
      ConditionExpression: "attribute_exists(groupId)",
      ExpressionAttributeNames: { "#total": "total" },
      ExpressionAttributeValues: marshall({ ":total": total, ":members": members, ":one": 1 }),
    },
  };
}
