import type {
  CancellationReason,
  DynamoDBClient,
  TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { keptSumNames } from "../../core/counters/count-mark.ts";
import { type CounterKey, isGroupId, type StoredCounter } from "../../core/counters/counter.ts";
import type {
  EarlierTap,
  EarlierTaps,
  TapStore,
  TapsChange,
  TapsWriteResult,
} from "../../core/counters/taps/count-batch.ts";
import { idempotencyDays } from "../../core/counters/taps/tap-limits.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet, type Item } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";
import { dynamodbTimeZone } from "../organizations/dynamodb-time-zone.ts";
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

  /** The events that these items of the table of keys name. */
  async function firstResults(key: CounterKey, items: Item[]): Promise<EarlierTaps> {
    const used = items.map((item) => parseItem(IdempotencyItem, item));
    const events = await batchGet(
      client,
      used.flatMap(({ lastEventId }) =>
        lastEventId === undefined
          ? []
          : [
              {
                tableName: tables.countEvents,
                key: marshall({ counterKey: counterKeyText(key), lastEventId }),
              },
            ],
      ),
    );
    const found = new Map(
      (events.get(tables.countEvents) ?? [])
        .map(countEventOf)
        .map((event) => [event.lastEventId, event]),
    );
    return new Map(
      used.flatMap(({ idempotencyKey, lastEventId }): [string, EarlierTap][] => {
        if (lastEventId === undefined) return [[idempotencyKey, "undone"]];
        const event = found.get(lastEventId);
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
      const items = await batchGet(
        client,
        idempotencyKeys.map((idempotencyKey) => ({
          tableName: tables.idempotencyKeys,
          key: marshall({ counterId: key.counterId, idempotencyKey }),
        })),
      );
      return await firstResults(key, items.get(tables.idempotencyKeys) ?? []);
    },

    timeZone: dynamodbTimeZone(client, tables),

    async writeTaps(change) {
      const { before, after } = change;
      const target = { organizationId: before.organizationId, targetId: before.id };
      const result = await transact(client, [
        counterUpdate(tables.counters, { before, after }, changedByTaps(after)),
        ...change.taps.map((tap) => eventPut(tables.countEvents, before, tap)),
        ...change.taps.flatMap((tap) => idempotencyPut(tables.idempotencyKeys, tap)),
        ...markPuts(tables.countMarks, target, change.marks),
      ]);
      if (result.result === "written") return result;
      const [counterReason, ...others] = result.reasons;
      const used = others.slice(change.taps.length).filter(failedCondition);
      const key = { organizationId: before.organizationId, counterId: before.id };
      const earlier = await firstResults(
        key,
        used.flatMap(({ Item }) => (Item === undefined ? [] : [Item])),
      );
      return { result: "conflict", earlier, ...counterNow(counterReason, before, earlier) };
    },
  };
}

function changedByTaps(after: StoredCounter): (keyof StoredCounter)[] {
  return ["count", "lastEventId", ...keptSumNames.filter((name) => after[name] !== undefined)];
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
});

// The event has the name that its counter had at that time, for the webhook.
function eventPut(
  tableName: string,
  counter: StoredCounter,
  { event }: TapsChange["taps"][number],
): TransactWriteItem {
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
  { event, idempotencyKey }: TapsChange["taps"][number],
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
