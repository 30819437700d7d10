import type {
  CancellationReason,
  DynamoDBClient,
  TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { CounterKey, StoredCounter } from "../../core/counters/counter.ts";
import type {
  EarlierTap,
  EarlierTaps,
  TapStore,
  TapsChange,
  TapsWriteResult,
} from "../../core/counters/taps/count-batch.ts";
import { idempotencyDays } from "../../core/counters/taps/tap-limits.ts";
import type { TapRecord } from "../../core/counters/taps/undo.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet, type Item } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";
import { dynamodbCalendar } from "../organizations/dynamodb-calendar.ts";
import { countEventOf, counterKeyText } from "./dynamodb-count-events.ts";
import { markPuts } from "./dynamodb-count-marks.ts";
import {
  counterUpdate,
  dynamodbStoredCounters,
  inUse,
  storedCounterOf,
} from "./dynamodb-counters.ts";

/** All that a function needs to count. */
export type TapTables = Tables<
  "counters" | "countEvents" | "idempotencyKeys" | "countMarks" | "organizations"
>;

/** Writes taps of one counter as one transaction on condition of the counter's version. */
export function dynamodbTaps(client: DynamoDBClient, tables: TapTables): TapStore {
  const stored = dynamodbStoredCounters(client, tables).get;

  /** What was written under the keys of these items; keys without a record are absent. */
  async function firstResults(key: CounterKey, items: Item[]): Promise<EarlierTaps> {
    const records = await tapRecords(client, tables, { key, items });
    return new Map(
      [...records].flatMap(([idempotencyKey, { event, undoneBy }]): [string, EarlierTap][] => {
        if (undoneBy === null) return [[idempotencyKey, "undone"]];
        return event === undefined ? [] : [[idempotencyKey, event]];
      }),
    );
  }

  return {
    async counter(key) {
      const counter = await stored(key);
      return counter && inUse(counter);
    },

    async earlierTaps(key, idempotencyKeys) {
      const items = await batchGet(client, recordKeys(tables, key, idempotencyKeys));
      return await firstResults(key, items.get(tables.idempotencyKeys) ?? []);
    },

    calendar: dynamodbCalendar(client, tables),

    async writeTaps(change) {
      const { before, taps } = change;
      const result = await transact(client, [
        ...countItems(tables, change),
        ...taps.flatMap((tap) => tapKeyPut(tables.idempotencyKeys, tap)),
      ]);
      if (result.result === "written") return result;
      const [counterReason, ...others] = result.reasons;
      const used = others.slice(taps.length + change.marks.length).filter(failedCondition);
      const key = { organizationId: before.organizationId, counterId: before.id };
      const earlier = await firstResults(
        key,
        used.flatMap(({ Item }) => (Item === undefined ? [] : [Item])),
      );
      return { result: "conflict", earlier, ...counterNow(counterReason, before, earlier) };
    },
  };
}

/** The counter with its new events and the marks that they begin, the counter first. */
export function countItems(
  tables: Tables<"counters" | "countEvents" | "countMarks">,
  { before, after, taps, marks }: Omit<TapsChange, "taps"> & { taps: { event: CountEvent }[] },
): TransactWriteItem[] {
  const target = { organizationId: before.organizationId, targetId: before.id };
  return [
    counterUpdate(tables.counters, { before, after }),
    ...taps.map((tap) => eventPut(tables.countEvents, before, tap)),
    ...markPuts(tables.countMarks, target, marks),
  ];
}

/** The keys of taps' records, for a read. */
export function recordKeys(
  { idempotencyKeys: tableName }: TapTables,
  { counterId }: CounterKey,
  keys: string[],
): { tableName: string; key: Item }[] {
  return keys.map((idempotencyKey) => ({
    tableName,
    key: marshall({ counterId, idempotencyKey }),
  }));
}

/** What these items of the table of keys say, by key, with the events that they name. */
export async function tapRecords(
  client: DynamoDBClient,
  { countEvents: tableName }: TapTables,
  { key, items }: { key: CounterKey; items: Item[] },
): Promise<Map<string, TapRecord>> {
  const used = items.map((item) => parseItem(IdempotencyItem, item));
  const counterKey = counterKeyText(key);
  const counted = used.flatMap(({ lastEventId }) => lastEventId ?? []);
  const wanted = counted.map((lastEventId) => ({
    tableName,
    key: marshall({ counterKey, lastEventId }),
  }));
  const found = (await batchGet(client, wanted)).get(tableName) ?? [];
  const events = new Map(found.map(countEventOf).map((event) => [event.lastEventId, event]));
  return new Map(
    used.map(({ idempotencyKey, lastEventId, undoneBy }) => [
      idempotencyKey,
      lastEventId === undefined
        ? { event: undefined, undoneBy: null }
        : { event: events.get(lastEventId), undoneBy },
    ]),
  );
}

/** The counter as a canceled transaction shows it, if it does. */
function counterNow(
  reason: CancellationReason | undefined,
  before: StoredCounter,
  earlier: EarlierTaps,
): Pick<Extract<TapsWriteResult, { result: "conflict" }>, "counter"> {
  if (failedCondition(reason)) {
    const counter = reason?.Item && inUse(storedCounterOf(reason.Item));
    return counter === undefined ? {} : { counter };
  }
  // Its condition was met, and only the keys were not.
  return earlier.size > 0 && (reason?.Code ?? "None") === "None" ? { counter: before } : {};
}

/** Of a tap. One that was undone before it arrived has no event; it has format 2. */
const IdempotencyItem = z.object({
  idempotencyKey: z.string(),
  lastEventId: z.int().exactOptional(),
  undoneBy: z.int().exactOptional(),
});

function eventPut(
  tableName: string,
  counter: StoredCounter,
  { event }: { event: CountEvent },
): TransactWriteItem {
  return {
    Put: {
      TableName: tableName,
      Item: eventItem(counter, event),
      ConditionExpression: "attribute_not_exists(counterKey)",
    },
  };
}

/** The item of an event. It has the name that its counter had at that time, for the webhook. */
export function eventItem(counter: StoredCounter, event: CountEvent): Item {
  const { id: _derived, counterId, metadata, ...stored } = event;
  return marshall({
    ...stored,
    counterKey: counterKeyText({ organizationId: counter.organizationId, counterId }),
    counterName: counter.name,
    ...evaluationMarks(counter),
    metadata: metadata === null ? null : JSON.stringify(metadata),
  });
}

/**
 * What evaluation needs to know of the counter at the time of the count. Without these attributes
 * the stream's filter drops the event: a counter that nobody watches costs nothing.
 */
function evaluationMarks({ groupId, alertCount, goalTarget }: StoredCounter) {
  return {
    ...(groupId !== null && { groupId }),
    ...(alertCount > 0 && { hasAlerts: true }),
    ...(alertCount > 0 && goalTarget !== null && { goalTarget }),
  };
}

function tapKeyPut(
  tableName: string,
  { event, idempotencyKey }: TapsChange["taps"][number],
): TransactWriteItem[] {
  if (idempotencyKey === undefined) return [];
  const { counterId, lastEventId, createdAt } = event;
  const record = { counterId, idempotencyKey, lastEventId };
  return [idempotencyPut(tableName, record, createdAt)];
}

/** Keeps under an idempotency key what was done then, unless something is kept under it already. */
export function idempotencyPut(
  tableName: string,
  record: { counterId: string; idempotencyKey: string },
  at: string,
): TransactWriteItem {
  const expiresAt = Math.floor(Date.parse(at) / 1000) + idempotencyDays * 86_400;
  return {
    Put: {
      TableName: tableName,
      Item: marshall({ ...record, expiresAt }),
      ConditionExpression: "attribute_not_exists(counterId)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
  };
}
