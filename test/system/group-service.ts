import {
  type AttributeValue,
  DeleteItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { alertCreation } from "../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbEvaluation } from "../../adapters/alerts/dynamodb-evaluation.ts";
import { watchedCountOf } from "../../adapters/counters/count-images.ts";
import { counterKeyText } from "../../adapters/counters/dynamodb-count-events.ts";
import { memberItem, memberKey } from "../../adapters/groups/dynamodb-groups.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { newAlertId, type StoredAlert } from "../../core/alerts/alert.ts";
import { evaluateCounts } from "../../core/alerts/evaluate-counts.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { updateSettings } from "../../core/counters/settings/change-counter.ts";
import type {
  GroupKey,
  GroupMember,
  InitialGroupSettings,
  StoredGroup,
} from "../../core/groups/group.ts";
import { createGroup } from "../../core/groups/group-changes.ts";
import { overtakenClient } from "../adapters/overtaken-client.ts";
import { operator } from "../core/audit/operator.ts";
import { client, outputs, stores, storesThrough, tables } from "./service.ts";

/** The stores of someone before whose first write this happens, although the reads came before it. */
export function storesOvertakenBy(happens: () => Promise<unknown>): typeof stores {
  return storesThrough(overtakenClient(happens));
}

const store = dynamodbEvaluation(client, tables);

/** Work that nobody stops, and nobody watches. */
export const uninterrupted = { onProgress: () => {}, isStopped: () => false };

export async function newGroup(
  { id }: { id: string },
  setup: InitialGroupSettings = { name: "Hall" },
): Promise<StoredGroup> {
  const creation = await createGroup(stores, { organizationId: id, group: setup }, operator);
  if (creation.result !== "created") throw new Error(`no group: ${creation.result}`);
  return creation.group;
}

export function keyOf({ organizationId, id }: StoredGroup): GroupKey {
  return { organizationId, groupId: id };
}

type CounterIdentity = Pick<StoredCounter, "organizationId" | "id">;

export function regroup(
  { organizationId, id }: CounterIdentity,
  groupId: string | null,
  ports = stores,
) {
  const key = { organizationId, counterId: id };
  return updateSettings(ports, { key, settings: { groupId } }, operator);
}

/** What is stored of a group: its own sums, and its members by id. */
export async function sumsOf(group: StoredGroup) {
  const [stored, members] = await Promise.all([
    stores.groups.get(keyOf(group)),
    stores.recounts.allMembers(keyOf(group)),
  ]);
  const counts = members.map(({ counterId, count }) => [counterId, count] as const);
  return {
    total: stored?.total,
    memberCount: stored?.memberCount,
    counts: Object.fromEntries(counts),
  };
}

/** Evaluates every count of these counters, whether it has been evaluated already or not. */
export async function evaluateAll(counters: CounterIdentity[]): Promise<void> {
  for (const { organizationId, id } of counters) {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: outputs.CountEventsTable,
        KeyConditionExpression: "counterKey = :counterKey",
        ExpressionAttributeValues: {
          ":counterKey": { S: counterKeyText({ organizationId, counterId: id }) },
        },
        ConsistentRead: true,
        Limit: 1_000,
      }),
    );
    const failed = await evaluateCounts({ store, clock: stores.clock }, Items.map(watchedCountOf));
    if (failed.length > 0) throw failed[0]?.cause;
  }
}

/** Stores a member as if something had gone wrong. */
export async function putMember(group: StoredGroup, member: GroupMember): Promise<void> {
  const Item = memberItem(keyOf(group), member);
  await client.send(new PutItemCommand({ TableName: outputs.GroupMembersTable, Item }));
}

export async function removeMember(group: StoredGroup, counterId: string): Promise<void> {
  const Key = memberKey(keyOf(group), counterId);
  await client.send(new DeleteItemCommand({ TableName: outputs.GroupMembersTable, Key }));
}

/** Sets the total that is stored of a group. */
export async function setTotal(group: StoredGroup, total: bigint): Promise<void> {
  await update(outputs.CounterGroupsTable, marshall(keyOf(group)), { total });
}

/** Stores an alert on a counter or a group, and counts it there. */
export async function putAlert(
  target: { scope: "counter" | "group" } & CounterIdentity,
  rule: Partial<StoredAlert> = {},
): Promise<StoredAlert> {
  const { organizationId, id, scope } = target;
  const createdAt = new Date().toISOString();
  const alert: StoredAlert = {
    ...{ id: newAlertId(randomBase62), organizationId, name: "Full", scope, targetId: id },
    ...{ kind: "at_capacity", percent: null, at: null, capacity: null, rearmBelow: null },
    ...{ paused: false, state: "armed", stateSince: createdAt, stateEventId: null },
    ...{ position: 0, epoch: 0, revision: 1, createdAt },
    ...rule,
  };
  const { Put } = alertCreation(outputs.AlertsTable, alert);
  await client.send(new PutItemCommand({ TableName: outputs.AlertsTable, Item: Put?.Item ?? {} }));
  const key = { organizationId };
  const [table, its] =
    scope === "group"
      ? [outputs.CounterGroupsTable, { ...key, groupId: id }]
      : [outputs.CountersTable, { ...key, counterId: id }];
  const alertCount = (await stores.alerts.on({ organizationId, targetId: id })).length;
  await update(table, marshall(its), { alertCount });
  const all = await stores.alerts.list(organizationId);
  await update(outputs.OrganizationsTable, marshall(key), { alertCount: all.length });
  return alert;
}

async function update(
  TableName: string,
  Key: Record<string, AttributeValue>,
  change: Record<string, number | bigint>,
): Promise<void> {
  const [[name, value] = ["", 0]] = Object.entries(change);
  await client.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: marshall({ ":value": value }),
    }),
  );
}
