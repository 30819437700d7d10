import { type AttributeValue, type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { type GroupKey, GroupMember, StoredGroup } from "../../core/groups/group.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { queriedItems } from "../aws/queried-items.ts";
import { readableItems } from "../aws/readable-items.ts";

export type GroupTables = Tables<"counterGroups" | "groupMembers">;

/** Groups and their members; every read is strongly consistent. */
export interface Groups {
  get(key: GroupKey): Promise<StoredGroup | undefined>;
  /** Every group of the organization, in no particular order. */
  list(organizationId: string): Promise<StoredGroup[]>;
  /** Those of these counters that are members. */
  members(key: GroupKey, counterIds: string[]): Promise<GroupMember[]>;
  allMembers(key: GroupKey): Promise<GroupMember[]>;
}

export function dynamodbGroups(client: DynamoDBClient, tables: GroupTables): Groups {
  const { counterGroups, groupMembers } = tables;
  return {
    get: dynamodbGroupReader(client, { counterGroups }),

    list: dynamodbGroupList(client, { counterGroups }),

    async members(key, counterIds) {
      const keys = counterIds.map((counterId) => memberKey(key, counterId));
      const items = await batchGet(
        client,
        keys.map((key) => ({ tableName: groupMembers, key })),
      );
      return (items.get(groupMembers) ?? []).map(memberOf);
    },

    async allMembers(key) {
      const items = await queriedItems(client, {
        TableName: groupMembers,
        KeyConditionExpression: "groupKey = :groupKey",
        ExpressionAttributeValues: { ":groupKey": { S: groupKeyText(key) } },
        ConsistentRead: true,
      });
      return items.map(memberOf);
    },
  };
}

/** Lists the groups of an organization, strongly consistent. */
export function dynamodbGroupList(
  client: DynamoDBClient,
  { counterGroups: tableName }: Tables<"counterGroups">,
): Groups["list"] {
  return async (organizationId) => {
    const items = await organizationItems(client, { tableName, organizationId });
    return readableItems("counterGroups", items, groupOf);
  };
}

/** Reads single groups, strongly consistent. */
export function dynamodbGroupReader(
  client: DynamoDBClient,
  { counterGroups: tableName }: Tables<"counterGroups">,
): Groups["get"] {
  return async (key) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: marshall(key), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : groupOf(Item);
  };
}

/** Reads single members of groups, strongly consistent. */
export function dynamodbGroupMemberReader(
  client: DynamoDBClient,
  { groupMembers: tableName }: Tables<"groupMembers">,
): (group: GroupKey, counterId: string) => Promise<GroupMember | undefined> {
  return async (group, counterId) => {
    const Key = memberKey(group, counterId);
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : memberOf(Item);
  };
}

/** The key of a member's item. */
export function memberKey(group: GroupKey, counterId: string): Record<string, AttributeValue> {
  return marshall({ groupKey: groupKeyText(group), counterId });
}

/** The item of a member. */
export function memberItem(group: GroupKey, member: GroupMember): Record<string, AttributeValue> {
  return marshall({ groupKey: groupKeyText(group), ...member });
}

/** The item of a group. */
export function groupItem({ id, ...group }: StoredGroup): Record<string, AttributeValue> {
  return marshall({ groupId: id, ...group });
}

/** The partition of a group's members. It begins with the organization, as a counter's events do. */
function groupKeyText({ organizationId, groupId }: GroupKey): string {
  return `${organizationId}/${groupId}`;
}

/** The group in an item of the groups table. */
export function groupOf(item: Record<string, AttributeValue> | undefined): StoredGroup {
  const { groupId, ...group } = parseItem(GroupItem, item);
  return { id: groupId, ...group };
}

function memberOf(item: Record<string, AttributeValue>): GroupMember {
  return parseItem(GroupMember, item);
}

const GroupItem = StoredGroup.omit({ id: true }).extend({ groupId: z.string() });
