import type { CancellationReason, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { GroupKey, GroupMember } from "../../core/groups/group.ts";
import type { GroupLevelChange } from "../../core/groups/level-change.ts";
import type { MembershipChange } from "../../core/groups/membership.ts";
import { sumOf } from "../../core/groups/recount-plan.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition } from "../aws/dynamodb-transaction.ts";
import { markPuts } from "../counters/dynamodb-count-marks.ts";
import { type GroupTables, memberItem, memberKey } from "./dynamodb-groups.ts";

/** What a transaction contains besides a counter that leaves or joins a group. */
export function membershipItems(
  tables: GroupTables & MarkTable,
  { leaves, joins }: MembershipChange,
): TransactWriteItem[] {
  return [
    ...(leaves ? leavingItems(tables, leaves) : []),
    ...(leaves?.levelChange ? levelChangeItems(tables, leaves.group, leaves.levelChange) : []),
    ...(joins ? joiningItems(tables, joins.group, [joins.member], joins.levelChange) : []),
    ...(joins?.levelChange ? levelChangeItems(tables, joins.group, joins.levelChange) : []),
  ];
}

export type MarkTable = Tables<"countMarks">;

/** The marks of a change of a group's level. */
export function levelChangeItems(
  { countMarks }: MarkTable,
  { organizationId, groupId }: GroupKey,
  { marks }: GroupLevelChange,
): TransactWriteItem[] {
  return markPuts(countMarks, { organizationId, targetId: groupId }, marks);
}

/** Adds members to one group, which must exist; without a level change, all of their counts must be 0. */
export function joiningItems(
  tables: GroupTables,
  group: GroupKey,
  members: GroupMember[],
  levelChange?: GroupLevelChange,
): TransactWriteItem[] {
  const { total } = sumOf(members);
  const puts = members.map((member) => ({
    Put: {
      TableName: tables.groupMembers,
      Item: memberItem(group, member),
      ConditionExpression: "attribute_not_exists(counterId)",
    },
  }));
  return [groupAddition(tables, group, { total, members: members.length, levelChange }), ...puts];
}

/**
 * The group of a canceled transaction that did not exist when it was read. The item of one that did
 * fails for its revision: another writer has changed it.
 */
export function missingGroup(
  { counterGroups }: GroupTables,
  items: TransactWriteItem[],
  reasons: CancellationReason[],
): string | undefined {
  const missing = items.find(
    ({ Update }, index) =>
      Update?.TableName === counterGroups &&
      Update.ConditionExpression === groupExists &&
      failedCondition(reasons[index]),
  );
  return missing && parseItem(GroupIdOnly, missing.Update?.Key).groupId;
}

const GroupIdOnly = z.object({ groupId: z.string() });

function leavingItems(
  tables: GroupTables,
  { group, counterId, member, levelChange }: NonNullable<MembershipChange["leaves"]>,
): TransactWriteItem[] {
  const membership = { TableName: tables.groupMembers, Key: memberKey(group, counterId) };
  if (member === undefined) {
    const ConditionExpression = "attribute_not_exists(counterId)";
    return [{ ConditionCheck: { ...membership, ConditionExpression } }];
  }
  const { count, lastEventId } = member;
  return [
    groupAddition(tables, group, { total: -BigInt(count), members: -1, levelChange }),
    {
      Delete: {
        ...membership,
        ConditionExpression: "#count = :count AND lastEventId = :lastEventId",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: marshall({ ":count": count, ":lastEventId": lastEventId }),
      },
    },
  ];
}

interface GroupAddition {
  total: bigint;
  members: number;
  levelChange: GroupLevelChange | undefined;
}

function groupAddition(
  { counterGroups }: GroupTables,
  group: GroupKey,
  { total, members, levelChange }: GroupAddition,
): TransactWriteItem {
  const added = { ":total": total, ":members": members, ":one": 1 };
  const moved = levelChange && { ":revision": levelChange.revision, ":at": levelChange.at };
  const add = "ADD #total :total, memberCount :members, revision :one";
  return {
    Update: {
      TableName: counterGroups,
      Key: marshall(group),
      UpdateExpression: moved ? `SET lastCountAt = :at ${add}` : add,
      ConditionExpression: moved ? "revision = :revision" : groupExists,
      ExpressionAttributeNames: { "#total": "total" },
      ExpressionAttributeValues: marshall({ ...added, ...moved }),
    },
  };
}

const groupExists = "attribute_exists(groupId)";
