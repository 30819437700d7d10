import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { GroupKey } from "../../../core/groups/group.ts";
import type { MemberCorrection } from "../../../core/groups/recount-plan.ts";
import type { RecountStore, RecountWrite } from "../../../core/groups/settings/recount.ts";
import type { Tables } from "../../../core/tables.ts";
import { type MemberAuditTables, transactAudited } from "../../members/member-audit-items.ts";
import { dynamodbCalendar } from "../../organizations/dynamodb-calendar.ts";
import { dynamodbGroups, type GroupTables, memberItem, memberKey } from "../dynamodb-groups.ts";
import { levelChangeItems, type MarkTable } from "../dynamodb-membership.ts";

export type RecountTables = GroupTables &
  MarkTable &
  MemberAuditTables &
  Tables<"organizations" | "counters">;

export function dynamodbRecounts(client: DynamoDBClient, tables: RecountTables): RecountStore {
  const { members, allMembers } = dynamodbGroups(client, tables);
  return {
    // A correction takes up to two items of a transaction, the group one, its marks three, and what
    // the audit entry needs two.
    maximumCorrections: 47,
    calendar: dynamodbCalendar(client, tables),
    members,
    allMembers,

    async write({ before, corrections, audit, ...sum }) {
      const key = { organizationId: before.organizationId, groupId: before.id };
      const items = [
        groupUpdate(tables, key, { before, ...sum }),
        ...(sum.levelChange ? levelChangeItems(tables, key, sum.levelChange) : []),
        ...corrections.flatMap((correction) => correctionItems(tables, key, correction)),
      ];
      const audited = { tables, audit, action: "manage_counters" } as const;
      const { result } = await transactAudited(client, items, audited);
      return result === "written" ? "written" : "conflict";
    },
  };
}

function groupUpdate(
  { counterGroups }: RecountTables,
  key: GroupKey,
  { before, total, memberCount, levelChange }: Omit<RecountWrite, "corrections" | "audit">,
): TransactWriteItem {
  return {
    Update: {
      TableName: counterGroups,
      Key: marshall(key),
      UpdateExpression: `SET #total = :total, memberCount = :memberCount, revision = :next${levelChange ? ", lastCountAt = :at" : ""}`,
      ConditionExpression: "revision = :revision",
      ExpressionAttributeNames: { "#total": "total" },
      ExpressionAttributeValues: marshall({
        ":total": total,
        ":memberCount": memberCount,
        ":revision": before.revision,
        ":next": before.revision + 1,
        ...(levelChange && { ":at": levelChange.at }),
      }),
    },
  };
}

/** The group's revision is the fence of its members: whoever changes one raises it. */
function correctionItems(
  { groupMembers, counters }: RecountTables,
  key: GroupKey,
  { counterId, before, after }: MemberCorrection,
): TransactWriteItem[] {
  if (after === undefined) {
    return [{ Delete: { TableName: groupMembers, Key: memberKey(key, counterId) } }];
  }
  const put = { Put: { TableName: groupMembers, Item: memberItem(key, after) } };
  // Evaluation passes over counts of a counter that is no member, or whose member is ahead, without a
  // change of the group, and such a counter leaves it so: it has to be as it was read.
  if (before !== undefined && before.lastEventId < after.lastEventId) return [put];
  const unchanged = {
    ConditionCheck: {
      TableName: counters,
      Key: marshall({ organizationId: key.organizationId, counterId }),
      ConditionExpression:
        "groupId = :groupId AND lastEventId = :lastEventId AND attribute_not_exists(archivedAt)",
      ExpressionAttributeValues: marshall({
        ":groupId": key.groupId,
        ":lastEventId": after.lastEventId,
      }),
    },
  };
  return [put, unchanged];
}
