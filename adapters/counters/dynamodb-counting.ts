import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Counter, CounterKey, StoredCounter } from "../../core/counters/counter.ts";
import type { CounterArchive } from "../../core/counters/counter-archive.ts";
import {
  type CounterChange,
  type CountingStore,
  idempotencyDays,
  type NoGroupToJoin,
  type TapChange,
  type WriteResult,
} from "../../core/counters/counting.ts";
import { isGroupId } from "../../core/groups/group.ts";
import { alertReplacement, dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";
import { dynamodbGroups, type GroupTables } from "../groups/dynamodb-groups.ts";
import { membershipItems, missingGroup } from "../groups/dynamodb-membership.ts";
import { counterKeyText, dynamodbCountEvents } from "./dynamodb-count-events.ts";
import { dynamodbStoredCounters, storedCounterOf } from "./dynamodb-counters.ts";

export interface CountingTables extends GroupTables {
  counters: string;
  alerts: string;
  countEvents: string;
  settingsChanges: string;
  idempotencyKeys: string;
}

/** Writes each change of a counter as one transaction on condition of the counter's version. */
export function dynamodbCounting(
  client: DynamoDBClient,
  tables: CountingTables,
): CountingStore & CounterArchive {
  const events = dynamodbCountEvents(client, tables.countEvents);

  async function earlierTap(key: CounterKey, idempotencyKey: string) {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tables.idempotencyKeys,
        Key: marshall({ counterId: key.counterId, idempotencyKey }),
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : await firstResult(key, Item);
  }

  async function firstResult(key: CounterKey, item: Record<string, AttributeValue>) {
    return await events.get(key, parseItem(IdempotencyItem, item).lastEventId);
  }

  async function write(
    { organizationId, id }: Counter,
    items: TransactWriteItem[],
  ): Promise<WriteResult> {
    const result = await transact(client, items);
    if (result.result === "written") return result;
    const [counterReason, , repeatReason] = result.reasons;
    const key = { organizationId, counterId: id };
    const repeated =
      failedCondition(repeatReason) && (await firstResult(key, repeatReason?.Item ?? {}));
    if (repeated) return { result: "repeated", event: repeated };
    const item = failedCondition(counterReason) ? counterReason?.Item : undefined;
    const newer = item && inUse(storedCounterOf(item));
    return newer === undefined ? { result: "conflict" } : { result: "conflict", counter: newer };
  }

  async function writeChange(
    { counter, change, membership }: CounterChange,
    { changed, others = [] }: { changed: (keyof StoredCounter)[]; others?: TransactWriteItem[] },
  ): Promise<WriteResult | NoGroupToJoin> {
    const items = [
      counterUpdate(tables.counters, counter, changed),
      { Put: { TableName: tables.settingsChanges, Item: marshall(change) } },
      ...membershipItems(tables, membership),
      ...others,
    ];
    const result = await transact(client, items);
    if (result.result === "written") return result;
    const groupId = missingGroup(tables, items, result.reasons);
    return groupId === undefined ? { result: "conflict" } : { result: "no_such_group", groupId };
  }

  const stored = dynamodbStoredCounters(client, tables.counters).get;
  const groups = dynamodbGroups(client, tables);

  return {
    async counter(key) {
      const counter = await stored(key);
      return counter && inUse(counter);
    },
    async member(group, counterId) {
      return (await groups.members(group, [counterId]))[0];
    },
    earlierTap,
    writeTap: (change) =>
      write(change.counter, [
        counterUpdate(tables.counters, change.counter, ["count", "lastEventId"]),
        eventPut(tables.countEvents, change),
        ...idempotencyPut(tables.idempotencyKeys, change),
      ]),
    writeSettings: (change) =>
      writeChange(change, { changed: [...settingNames(change.change.changes)] }),
    stored,
    alerts: dynamodbAlerts(client, tables.alerts).on,
    writeArchival: (change) =>
      writeChange(change, {
        changed: ["archivedAt", "groupId"],
        others: change.pausing.map((pause) => alertReplacement(tables.alerts, pause)),
      }),
  };
}

function inUse(counter: StoredCounter): StoredCounter | undefined {
  return counter.archivedAt === undefined ? counter : undefined;
}

const IdempotencyItem = z.object({ lastEventId: z.int() });

function counterUpdate(
  tableName: string,
  counter: StoredCounter,
  changed: (keyof StoredCounter)[],
): TransactWriteItem {
  const names = [...changed, "version", "updatedAt"] as const;
  const set = names.filter((name) => counter[name] !== undefined);
  const removed = names.filter((name) => counter[name] === undefined);
  const removal = removed.map((name, index) => `${index === 0 ? " REMOVE " : ", "}#${name}`);
  return {
    Update: {
      TableName: tableName,
      Key: marshall({ organizationId: counter.organizationId, counterId: counter.id }),
      ConditionExpression: "#version = :previousVersion",
      UpdateExpression: `SET ${set.map((name) => `#${name} = :${name}`).join(", ")}${removal.join("")}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: marshall({
        ":previousVersion": counter.version - 1,
        ...Object.fromEntries(set.map((name) => [`:${name}`, counter[name]])),
      }),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}

// The event has the name that its counter had at that time, for the webhook.
function eventPut(tableName: string, { counter, event }: TapChange): TransactWriteItem {
  const { id: _derived, counterId, metadata, ...stored } = event;
  return {
    Put: {
      TableName: tableName,
      Item: marshall({
        ...stored,
        counterKey: counterKeyText({ organizationId: counter.organizationId, counterId }),
        counterName: counter.name,
        ...evaluationMarks(counter),
        metadata: metadata === null ? null : JSON.stringify(metadata),
      }),
      ConditionExpression: "attribute_not_exists(counterKey)",
    },
  };
}

/**
 * What evaluation needs to know of the counter at the time of the count. Without these attributes
 * the stream's filter drops the event: a counter that nobody watches costs nothing.
 */
function evaluationMarks({ groupId, alertCount, goalTarget }: StoredCounter) {
  return {
    ...(groupId !== null && isGroupId(groupId) && { groupId }),
    ...(alertCount > 0 && { hasAlerts: true }),
    ...(alertCount > 0 && goalTarget !== null && { goalTarget }),
  };
}

function idempotencyPut(
  tableName: string,
  { event, idempotencyKey }: TapChange,
): TransactWriteItem[] {
  if (idempotencyKey === undefined) return [];
  const { counterId, lastEventId } = event;
  const expiresAt = Math.floor(Date.parse(event.createdAt) / 1000) + idempotencyDays * 86_400;
  return [
    {
      Put: {
        TableName: tableName,
        Item: marshall({ counterId, idempotencyKey, lastEventId, expiresAt }),
        ConditionExpression: "attribute_not_exists(counterId)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      },
    },
  ];
}

function settingNames(settings: object): Set<keyof Counter> {
  return new Set(Object.keys(settings) as (keyof Counter)[]);
}
