import {
  BatchWriteItemCommand,
  UpdateItemCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { firingCreation } from "../../../adapters/alerts/dynamodb-firings.ts";
import { transact } from "../../../adapters/aws/dynamodb-transaction.ts";
import { counterKeyText } from "../../../adapters/counters/dynamodb-count-events.ts";
import { dynamodbEventsByTime } from "../../../adapters/webhooks/dynamodb-events-by-time.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type { EventQuery } from "../../../core/webhooks/missing-deliveries.ts";
import type { TimeRange } from "../../../core/webhooks/pauses.ts";
import { client, createCounter, createOrganization, tables } from "../../system/service.ts";
import { meteredClient } from "./metered-client.ts";

const minuteMs = 60_000;
/** A number of events that takes 20 halvings. */
const manyEvents = 1_000_000;

/** A counter with `stored` events, a minute apart, whose numbers are far apart, up to `newest`. */
async function createHistory(stored: number, newest = manyEvents) {
  const counter = await createCounter(await createOrganization("pro"));
  const beginMs = Date.parse(counter.createdAt);
  const apart = newest / stored;
  const puts = between(1, stored + 1).map((event) => ({
    PutRequest: {
      Item: eventItem(counter, event * apart, new Date(beginMs + event * minuteMs).toISOString()),
    },
  }));
  for (let start = 0; start < stored; start += 25) {
    await write(puts.slice(start, start + 25));
  }
  await client.send(
    new UpdateItemCommand({
      TableName: tables.counters,
      Key: marshall({ organizationId: counter.organizationId, counterId: counter.id }),
      UpdateExpression: "SET lastEventId = :last, updatedAt = :updatedAt",
      ExpressionAttributeValues: marshall({
        ":last": newest,
        ":updatedAt": new Date(beginMs + stored * minuteMs).toISOString(),
      }),
    }),
  );
  /** The time from one event, which is in it, to another, which is not. */
  const from = (first: number, end: number): TimeRange => ({
    fromMs: beginMs + first * minuteMs,
    toMs: beginMs + end * minuteMs,
  });
  return { counter, from, numberOf: (event: number) => event * apart };
}

async function write(requests: WriteRequest[]): Promise<void> {
  for (let left = requests; left.length > 0; ) {
    const command = new BatchWriteItemCommand({ RequestItems: { [tables.countEvents]: left } });
    left = (await client.send(command)).UnprocessedItems?.[tables.countEvents] ?? [];
  }
}

function eventItem(counter: StoredCounter, lastEventId: number, createdAt: string) {
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  return marshall({
    ...{ counterKey: counterKeyText(key), lastEventId, counterName: counter.name, createdAt },
    ...{ eventType: "increment", previousCount: 0, count: 1, delta: 1, metadata: null },
  });
}

/** Every page of a query: the numbers of its events, and how many reads it took. */
async function pagesOf(query: Omit<EventQuery, "types">) {
  const { metered, units } = meteredClient();
  const eventsIn = dynamodbEventsByTime(metered, tables);
  const pages: { numbers: number[]; reads: number }[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const readBefore = units.length;
    const page = await eventsIn({ ...query, types: ["counter.increment"], after });
    const numbers = page.events.map(({ eventId }) => Number(eventId.split(":").at(-1)));
    pages.push({ numbers, reads: units.length - readBefore });
    after = page.next;
  }
  return pages;
}

test("one page of a search through many pauses makes few reads, and the next goes on behind it", async () => {
  const { counter, from, numberOf } = await createHistory(100);
  const times = Array.from({ length: 20 }, (_, pause) => from(5 * pause + 2, 5 * pause + 4));
  const { organizationId } = counter;
  const pages = await pagesOf({ organizationId, times, limit: 100 });
  const expected = times.flatMap((_, pause) => [numberOf(5 * pause + 2), numberOf(5 * pause + 3)]);
  expect(pages.flatMap(({ numbers }) => numbers)).toEqual(expected);
  for (const { reads } of pages) expect(reads).toBeLessThan(90);
});

test("numbers as high as those after a restore take twice as many reads, and no more", async () => {
  const { counter, from, numberOf } = await createHistory(10, 1_800_000_000_000);
  const { organizationId } = counter;
  const [page] = await pagesOf({ organizationId, times: [from(4, 6)], limit: 8 });
  expect(page?.numbers).toEqual([numberOf(4), numberOf(5)]);
  expect(page?.reads).toBeLessThan(46);
});

test("only events of the requested counters are read", async () => {
  const { counter, from, numberOf } = await createHistory(10);
  const query = { organizationId: counter.organizationId, times: [from(2, 4)], limit: 8 };
  const reads = async (counterIds: string[]) => {
    const pages = await pagesOf({ ...query, counterIds });
    const sum = pages.reduce((all, page) => all + page.reads, 0);
    return { numbers: pages.flatMap(({ numbers }) => numbers), reads: sum };
  };
  expect((await reads([counter.id])).numbers).toEqual([2, 3].map(numberOf));
  // The list of counters alone.
  expect(await reads(["ctr_other"])).toEqual({ numbers: [], reads: 1 });
});

test("one page returns no more events than asked for, however many times it searches", async () => {
  const { counter, from, numberOf } = await createHistory(25);
  const times = [from(1, 11), from(13, 15), from(16, 26)];
  const { organizationId } = counter;
  const pages = await pagesOf({ organizationId, times, limit: 8 });
  for (const { numbers } of pages) expect(numbers.length).toBeLessThanOrEqual(8);
  const expected = [...between(1, 11), ...between(13, 15), ...between(16, 26)].map(numberOf);
  expect(pages.flatMap(({ numbers }) => numbers)).toEqual(expected);
});

test("times in which nothing was counted cost a search each, and end", async () => {
  const { counter, from } = await createHistory(2);
  const { organizationId } = counter;
  const times = [from(-9, -8), from(1.2, 1.4), from(1.5, 1.6), from(3, 4)];
  const pages = await pagesOf({ organizationId, times, limit: 8 });
  expect(pages.flatMap(({ numbers }) => numbers)).toEqual([]);
});

test.each(["9007199254740991", "9999999999999999"])(
  "a position behind every event, number %s, finds nothing",
  async (number) => {
    const { counter, from } = await createHistory(2);
    const { organizationId, id } = counter;
    const eventsIn = dynamodbEventsByTime(client, tables);
    const types: EventQuery["types"] = ["counter.increment"];
    const query = { organizationId, types, times: [from(1, 4)], limit: 8 };
    const page = await eventsIn({ ...query, after: `${id}:${number}` });
    expect(page).toEqual({ events: [], next: "firings" });
  },
);

test("firings are found once, page by page", async () => {
  const { id: organizationId } = await createOrganization("enterprise");
  const beginMs = Date.UTC(2030, 0, 1);
  const firings = Array.from({ length: 5 }, (_, index) => ({
    ...{ organizationId, alertId: "alt_1", alertName: "Full", scope: "counter" as const },
    ...{ kind: "absolute" as const, counterId: "ctr_1", counterName: "Gate", groupId: null },
    ...{ groupName: null, threshold: 100, capacity: null, percent: null },
    ...{ previousLevel: 99, level: 100, lastEventId: index + 1 },
    createdAt: new Date(beginMs + index).toISOString(),
  }));
  await transact(
    client,
    firings.map((firing) => firingCreation(tables.alertFirings, firing)),
  );
  const times = [{ fromMs: beginMs, toMs: beginMs + minuteMs }];
  const types: EventQuery["types"] = ["threshold.alert.fired"];
  const eventsIn = dynamodbEventsByTime(client, tables);
  const found: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await eventsIn({ organizationId, types, times, limit: 2, after });
    found.push(...page.events.map(({ createdAt }) => createdAt));
    after = page.next;
  }
  expect(found).toEqual(firings.map(({ createdAt }) => createdAt));
});

function between(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
