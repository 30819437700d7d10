import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { StoredCount } from "../../core/counters/count-event.ts";
import type { Tables } from "../../core/tables.ts";
import { firingWebhook } from "../../core/webhooks/alert-webhooks.ts";
import { countWebhook } from "../../core/webhooks/count-webhooks.ts";
import type { EventPage, EventQuery } from "../../core/webhooks/missing-deliveries.ts";
import type { TimeRange } from "../../core/webhooks/pauses.ts";
import { storedAs } from "../../core/webhooks/webhook-event.ts";
import { firingIn } from "../alerts/dynamodb-firings.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { counterKeyText, storedCountOf } from "../counters/dynamodb-count-events.ts";

export type EventTables = Tables<"counters" | "countEvents" | "alertFirings">;

/** Counters that one page looks through; most of them have counted nothing in the time. */
const countersPerPage = 200;

/**
 * After this many sequential reads of events, a page starts no further search; a binary search takes
 * about 20 in a million events, and 41 after the reserve of a restore.
 */
const readsPerPage = 60;

/**
 * Finds events by time. Events are stored by number, and their times rise with it, so each counter
 * that may have counted in the period is searched with a binary search. Positions are those of
 * `isEventPosition`.
 */
export function dynamodbEventsByTime(client: DynamoDBClient, tables: EventTables) {
  const { counterPage, countReader, firingPage } = readers(client, tables);

  async function counted(query: EventQuery): Promise<EventPage> {
    const { organizationId, times, types, counterIds, limit } = query;
    const [begun, number = "0"] = query.after?.split(":") ?? [];
    const reader = countReader();
    const events: StoredCount[] = [];
    const pageUntil = (next: string): EventPage => ({
      events: events.map(countWebhook).filter(({ eventType }) => types.includes(eventType)),
      next,
    });
    const counters = await counterPage(organizationId, begun);
    for (const counter of counters) {
      if (counterIds?.includes(counter.counterId) === false) continue;
      if (!mayHaveCounted(counter, times)) continue;
      const key = { organizationId, counterId: counter.counterId };
      let fromNumber = counter.counterId === begun ? Number(number) + 1 : 1;
      // Also when the position was made up.
      if (fromNumber > counter.lastEventId) continue;
      // The event with this number, or the one after it: times before it are done.
      let [nextEvent] = fromNumber === 1 ? [] : await reader.page(key, fromNumber, 1);
      if (fromNumber > 1 && nextEvent === undefined) continue;
      for (const { fromMs, toMs } of times) {
        const nextMs = nextEvent === undefined ? 0 : Date.parse(nextEvent.createdAt);
        if (nextMs >= toMs) continue;
        if (events.length >= limit || reader.reads >= readsPerPage) {
          return pageUntil(`${counter.counterId}:${fromNumber - 1}`);
        }
        if (nextMs < fromMs) {
          const range: [number, number] = [fromNumber, counter.lastEventId + 1];
          fromNumber = await reader.firstNumberFrom(key, fromMs, range);
        }
        const wanted = limit - events.length;
        const page = await reader.page(key, fromNumber, wanted);
        const within = page.filter(({ createdAt }) => Date.parse(createdAt) < toMs);
        events.push(...within);
        fromNumber = (within.at(-1)?.lastEventId ?? fromNumber - 1) + 1;
        if (within.length === wanted) return pageUntil(`${counter.counterId}:${fromNumber - 1}`);
        nextEvent = page[within.length];
        if (nextEvent === undefined) break;
      }
    }
    const lastCounter = counters.length < countersPerPage ? undefined : counters.at(-1);
    if (lastCounter === undefined) return pageUntil("firings");
    return pageUntil(`${lastCounter.counterId}:${lastCounter.lastEventId}`);
  }

  return async (query: EventQuery): Promise<EventPage> => {
    const { types, after } = query;
    const countsWanted = types.some((type) => storedAs[type] === "count");
    if (countsWanted && !after?.startsWith("firings")) return await counted(query);
    if (!types.some((type) => storedAs[type] === "firing")) return { events: [], next: null };
    return await firingPage(query, after?.replace(/^firings:?/, "") ?? "");
  };
}

function readers(client: DynamoDBClient, tables: EventTables) {
  /** From the counter `begun` on, that one included. */
  async function counterPage(organizationId: string, begun = ""): Promise<CounterOfPage[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tables.counters,
        KeyConditionExpression: "organizationId = :organizationId AND counterId >= :begun",
        ProjectionExpression: "counterId, lastEventId, createdAt, updatedAt",
        ExpressionAttributeValues: marshall({
          ":organizationId": organizationId,
          ":begun": begun === "" ? " " : begun,
        }),
        ConsistentRead: true,
        Limit: countersPerPage,
      }),
    );
    return Items.map((item) => parseItem(CounterOfPage, item));
  }

  /** Reads counts, and says how often it has. */
  function countReader() {
    const reader = {
      reads: 0,

      async page(key: CountersKey, fromNumber: number, limit: number): Promise<StoredCount[]> {
        reader.reads += 1;
        const { Items = [] } = await client.send(
          new QueryCommand({
            TableName: tables.countEvents,
            KeyConditionExpression: "counterKey = :counterKey AND lastEventId >= :from",
            ExpressionAttributeValues: marshall({
              ":counterKey": counterKeyText(key),
              ":from": fromNumber,
            }),
            ConsistentRead: true,
            Limit: limit,
          }),
        );
        return Items.map(storedCountOf);
      },

      /** The number of the first event at this time or later, from `low` on; `high` where there is none. */
      async firstNumberFrom(key: CountersKey, fromMs: number, range: [low: number, high: number]) {
        let [low, high] = range;
        while (low < high) {
          const middle = Math.floor((low + high) / 2);
          const [event] = await reader.page(key, middle, 1);
          if (event === undefined || Date.parse(event.createdAt) >= fromMs) high = middle;
          else low = event.lastEventId + 1;
        }
        return Math.min(low, range[1]);
      },
    };
    return reader;
  }

  /** Firings in any of the times, after a key. */
  async function firingPage(
    { organizationId, times, limit }: EventQuery,
    after: string,
  ): Promise<EventPage> {
    const first = times[0];
    const last = times.at(-1);
    if (first === undefined || last === undefined) return { events: [], next: null };
    const from = new Date(first.fromMs).toISOString();
    const to = new Date(last.toMs).toISOString();
    if (after >= to) return { events: [], next: null };
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tables.alertFirings,
        KeyConditionExpression:
          "organizationId = :organizationId AND firingKey BETWEEN :from AND :to",
        ExpressionAttributeValues: marshall({
          ":organizationId": organizationId,
          // The key after this one: no key has the same beginning and a space.
          ":from": after > from ? `${after} ` : from,
          ":to": to,
        }),
        ConsistentRead: true,
        Limit: limit,
      }),
    );
    const events = Items.map((item) => firingWebhook(firingIn(item)));
    const within = events.filter(({ createdAt }) => isIn(times, Date.parse(createdAt)));
    const next = LastEvaluatedKey?.firingKey?.S;
    return { events: within, next: next === undefined ? null : `firings:${next}` };
  }

  return { counterPage, countReader, firingPage };
}

interface CountersKey {
  organizationId: string;
  counterId: string;
}

const CounterOfPage = z.object({
  counterId: z.string(),
  lastEventId: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
type CounterOfPage = z.infer<typeof CounterOfPage>;

/** `updatedAt` is the last count's time or later. */
function mayHaveCounted({ lastEventId, createdAt, updatedAt }: CounterOfPage, times: TimeRange[]) {
  const counts = lastEventId > 0;
  return (
    counts &&
    times.some(
      ({ fromMs, toMs }) => Date.parse(updatedAt) >= fromMs && Date.parse(createdAt) < toMs,
    )
  );
}

function isIn(times: TimeRange[], ms: number): boolean {
  return times.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
}
