import { PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { groupItem } from "../../adapters/groups/dynamodb-groups.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { type AlertSetup, createAlert } from "../../core/alerts/manage-alerts.ts";
import { newGroupId, type StoredGroup } from "../../core/groups/group.ts";
import { operator } from "../core/audit/operator.ts";
import { client, outputs, stores } from "./service.ts";

export const groups = stores.groups;

/** Stores a group without members, whose total nobody has counted. */
export async function putGroup(
  organizationId: string,
  differences: Partial<StoredGroup> = {},
): Promise<StoredGroup> {
  const group: StoredGroup = {
    id: newGroupId(randomBase62),
    organizationId,
    name: "Hall",
    capacity: null,
    total: 0n,
    memberCount: 0,
    alertCount: 0,
    revision: 1,
    createdAt: new Date().toISOString(),
    ...differences,
  };
  const item = { TableName: outputs.CounterGroupsTable, Item: groupItem(group) };
  await client.send(new PutItemCommand(item));
  return group;
}

type Watched = { organizationId: string; id: string };

/** An alert at a level that tests do not reach, unless they give another rule. */
export function alertSetup(
  scope: AlertSetup["scope"],
  { organizationId, id }: Watched,
  rule: AlertSetup["rule"] = { kind: "absolute", at: 1_000_000 },
): AlertSetup {
  return { scope, organizationId, targetId: id, name: "Full", rule };
}

/** Creates an alert; throws when it is refused. */
export async function newAlert(...setup: Parameters<typeof alertSetup>) {
  const created = await createAlert(stores, alertSetup(...setup), operator);
  if (created.result !== "created") throw new Error(`no alert: ${created.refusal.reason}`);
  return created.status.alert;
}

/** Sets the stored number of an organization's alerts. */
export async function setAlertCount(organizationId: string, count: number) {
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.OrganizationsTable,
      Key: marshall({ organizationId }),
      UpdateExpression: "SET alertCount = :count",
      ExpressionAttributeValues: marshall({ ":count": count }),
    }),
  );
}

/** What evaluation does to a group with a count. */
export async function countInGroup({ organizationId, id }: Watched, delta = 1): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CounterGroupsTable,
      Key: marshall({ organizationId, groupId: id }),
      UpdateExpression: "ADD #total :delta, revision :one",
      ExpressionAttributeNames: { "#total": "total" },
      ExpressionAttributeValues: marshall({ ":delta": delta, ":one": 1 }),
    }),
  );
}
