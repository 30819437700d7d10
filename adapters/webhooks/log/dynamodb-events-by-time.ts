import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { firingWebhook } from "../../../core/alerts/firing.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import type { TimeRange } from "../../../core/webhooks/pauses.ts";
import type { EventPage, EventQuery } from "../../../core/webhooks/recovery/missing-deliveries.ts";
import type { WebhookEvent } from "../../../core/webhooks/webhook-event.ts";
import { firingIn } from "../../alerts/dynamodb-firings.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { counterKeyText, storedCountOf } from "../../counters/dynamodb-count-events.ts";

export interface EventTables {
  counters: string;
  countEvents: string;
  alertFirings: string;
}

/** Counters that one page looks through; most of them have counted nothing in the time. */
const countersAtOnce = 200;

/** Events that one page returns at most. */
const eventsAtOnce = 100;

/** Counters whose events one page searches at most: 20 short reads each, one after the other. */
const searchedAtOnce = 10;

/**
 * Finds events by time. A counter's events are stored by number, and their times rise with it, so
 * each counter that may have counted in the time is searched by halving. Positions are those of
 * `isEventPosition`.
 */
export function dynamodbEventsByTime(client: DynamoDBClient, tables: EventTables) {
  const { counterPage, firstNumberFrom, countPage, firingPage } = readers(client, tables);

  async function counted(query: EventQuery, after: string | undefined): Promise<EventPage> {
    const { organizationId, times } = query;
    const [begun, number = "0"] = after?.split(":") ?? [];
    const events: WebhookEvent[] = [];
    let searched = 0;
    const counters = await counterPage(organizationId, begun);
    for (const counter of counters) {
      if (!mayHaveCounted(counter, times)) continue;
      const key = { organizationId, counterId: counter.counterId };
      let fromNumber = counter.counterId === begun ? Number(number) + 1 : 1;
      for (const { fromMs, toMs } of times) {
        const beginsAt = await firstNumberFrom(key, fromMs, [fromNumber, counter.lastEventId + 1]);
        const page = await countPage(key, beginsAt, eventsAtOnce);
        const within = page.filter(({ createdAt }) => Date.parse(createdAt) < toMs);
        events.push(
          ...within.map(countWebhook).filter((event) => query.types.includes(event.eventType)),
        );
        const last = within.at(-1);
        fromNumber = (last?.lastEventId ?? beginsAt - 1) + 1;
        if (within.length === eventsAtOnce) {
          return { events, next: `${counter.counterId}:${fromNumber - 1}` };
        }
      }
      searched += 1;
      if (searched === searchedAtOnce || events.length >= eventsAtOnce) {
        return { events, next: `${counter.counterId}:${counter.lastEventId}` };
      }
    }
    const lastCounter = counters.length < countersAtOnce ? undefined : counters.at(-1);
    if (lastCounter === undefined) return { events, next: "firings" };
    return { events, next: `${lastCounter.counterId}:${lastCounter.lastEventId}` };
  }

  return async (query: EventQuery): Promise<EventPage> => {
    const { types, after } = query;
    const countsWanted = types.some((type) => type !== "threshold.alert.fired");
    if (countsWanted && !after?.startsWith("firings")) return await counted(query, after);
    if (!types.includes("threshold.alert.fired")) return { events: [], next: null };
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
        Limit: countersAtOnce,
      }),
    );
    return Items.map((item) => parseItem(CounterOfPage, item));
  }

  /** The number of the first event at this time or later, from `low` on; `high` where there is none. */
  async function firstNumberFrom(
    key: CountersKey,
    fromMs: number,
    range: [low: number, high: number],
  ) {
    let [low, high] = range;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [event] = await countPage(key, middle, 1);
      if (event === undefined || Date.parse(event.createdAt) >= fromMs) high = middle;
      else low = event.lastEventId + 1;
    }
    return Math.min(low, range[1]);
  }

  async function countPage(key: CountersKey, fromNumber: number, limit: number) {
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
  }

  /** Firings in any of the times, after a key. */
  async function firingPage(
    { organizationId, times }: EventQuery,
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
        Limit: eventsAtOnce,
      }),
    );
    const events = Items.map((item) => firingWebhook(firingIn(item)));
    const within = events.filter(({ createdAt }) => isIn(times, Date.parse(createdAt)));
    const next = LastEvaluatedKey?.firingKey?.S;
    return { events: within, next: next === undefined ? null : `firings:${next}` };
  }

  return { counterPage, firstNumberFrom, countPage, firingPage };
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
