import { globSync, readFileSync } from "node:fs";
import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, test } from "vitest";
import { notingDamaged } from "../../../adapters/aws/damaged-items.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { countOpen } from "../../../adapters/webhooks/dynamodb-open-deliveries.ts";
import { client, tables } from "../../system/service.ts";
import { deliveryReads } from "./paged-delivery-reads.ts";
import { listReads } from "./paged-reads.ts";
import { pagingClient } from "./paging-client.ts";
import { endpointOf, type PagedRead } from "./read-items.ts";

// The second life of every paged read: however large its pages are, it returns each item once.

const pagedReads = [...listReads, ...deliveryReads];

const all = [true, true, true, true];
const without = (...indices: number[]) => all.map((_, index) => !indices.includes(index));
const totals = [[], all.slice(0, 3), all];
const filters = [without(0), without(1), without(3), without(0, 1, 3), without(0, 1, 2, 3)];
/** From 1 to one more than there are. */
const limits = [1, 2, 3, 4, 5];
/** More than there are in a test. */
const whole = 100;

async function stored(read: PagedRead, kept: boolean[]) {
  const id = `org_${randomBase62(20)}`;
  const { tableName, items } = await read.items(id, kept);
  const TransactItems = items.map(({ item }) => ({ Put: { TableName: tableName, Item: item } }));
  if (items.length > 0) await client.send(new TransactWriteItemsCommand({ TransactItems }));
  return { id, tableName, items };
}

type Stored = Awaited<ReturnType<typeof stored>>;

/** The names of everything that it returns, in its order. */
async function readAll(
  { all: readToEnd, page, ...read }: PagedRead,
  { id, tableName }: Stored,
  { limit, request, between }: { limit: number; request: number; between(): Promise<unknown> },
): Promise<string[]> {
  if (readToEnd !== undefined) {
    const paging = pagingClient(limit, between);
    const place = { client: paging, id, tableName };
    const names = await notingDamaged([], () => readToEnd(place));
    paging.destroy();
    return names;
  }
  const place = { client: pagingClient(request), id, tableName };
  const names: string[] = [];
  let from: string | undefined;
  for (let pages = 1; ; pages += 1) {
    if (pages > 1) await between();
    const found = await notingDamaged([], async () => page?.(place, { limit, from }));
    if (found === undefined) throw new Error(`${read.of} has neither all nor page`);
    names.push(...found.names);
    if (!read.looksOneFurther) expect(found.names.length).toBeLessThanOrEqual(limit);
    if (found.next === null) break;
    // Nobody learns the name of an item that is not theirs to see.
    if (!read.hasFilter && !read.hidesItsPosition) expect(names).toContain(found.next);
    expect(pages, "it comes to an end").toBeLessThan(15);
    from = found.next;
  }
  place.client.destroy();
  return names;
}

const inOrder = ({ isUnordered }: PagedRead, names: string[]) =>
  isUnordered ? names.toSorted() : names;

function waysOf(read: PagedRead) {
  const least = read.smallestPage ?? 1;
  // Pages that DynamoDB cuts, beside those that have all that is asked for.
  return limits.map((limit) => ({ limit, request: limit % 2 === 0 ? least : whole }));
}

describe.each(pagedReads.map((read) => [read.of, read] as const))("%s", (_, read) => {
  test("returns each item once, whatever its limit, its total and its filter", async () => {
    for (const kept of [...totals, ...(read.hasFilter ? filters : [])]) {
      const there = await stored(read, kept);
      const wanted = there.items.filter((item) => item.isKept).map(({ name }) => name);
      for (const way of waysOf(read)) {
        const names = await readAll(read, there, { ...way, between: async () => {} });
        const which = JSON.stringify({ kept, way });
        expect(inOrder(read, names), which).toEqual(inOrder(read, wanted));
      }
      await remove(read, there, there.items);
    }
  });

  test("returns each item that stays once when others go between two pages", async () => {
    for (const way of waysOf(read)) {
      const there = await stored(read, all);
      // The last of the first page, at which the second begins, and the first of the second.
      const gone = there.items.slice(way.limit - 1, way.limit + 1);
      const between = () => remove(read, there, gone);
      const names = await readAll(read, there, { ...way, between });
      const isGone = (name: string) => gone.some((item) => item.name === name);
      const staying = there.items.map(({ name }) => name).filter((name) => !isGone(name));
      const found = names.filter((name) => !isGone(name));
      if (!read.isUnordered) expect(found, JSON.stringify(way)).toEqual(staying);
      expect(new Set(names).size, JSON.stringify(way)).toBe(names.length);
      await remove(read, there, there.items);
    }
  });
});

async function remove(read: PagedRead, { tableName }: Stored, items: Stored["items"]) {
  const TransactItems = items.map(({ item }) => {
    const key = Object.entries(item).filter(([name]) => read.keys.includes(name));
    return { Delete: { TableName: tableName, Key: Object.fromEntries(key) } };
  });
  if (items.length > 0) await client.send(new TransactWriteItemsCommand({ TransactItems }));
}

test("a count up to a limit is exact or says that it is not, whatever the pages are", async () => {
  const [read] = deliveryReads;
  if (read === undefined) throw new Error("no read of deliveries");
  const { id } = await stored(read, all);
  const of = { endpointId: endpointOf(id), state: "failed" } as const;
  for (const limit of limits) {
    for (const request of limits) {
      const { count, exact } = await countOpen(pagingClient(request), tables.deliveries, {
        ...of,
        limit,
      });
      expect(count, `${limit} in pages of ${request}`).toBeLessThanOrEqual(
        Math.min(limit, all.length),
      );
      expect(exact).toBe(limit >= all.length);
      if (exact) expect(count).toBe(all.length);
    }
  }
});

/** Reads that return no list of everything, and why each is right with one page. */
const singlePages: Record<string, [reads: number, why: string]> = {
  "aws/dynamodb-filtered-page.ts": [1, "audit entries and firings, above, are read with it"],
  "aws/queried-items.ts": [1, "most of the lists above are read with it"],
  "aws/dynamodb-raw-items.ts": [1, "the list of counters, above, is read with it"],
  "aws/dynamodb-removal.ts": [1, "a step of a removal: parts.test.ts"],
  "data/deletion/target-removals.ts": [1, "a step of a removal: parts.test.ts"],
  "data/deletion/dynamodb-deletion-summary.ts": [1, "says when it has not counted all"],
  "webhooks/dynamodb-open-deliveries.ts": [1, "a count up to a limit: below"],
  "webhooks/dynamodb-delivery-search.ts": [1, "the newest thousand, for a plot"],
  "webhooks/dynamodb-endpoints.ts": [1, "ten endpoints at most"],
  "webhooks/stream-events.ts": [1, "the newest of a page; each has 1 KB of metadata at most"],
  "data/restore/dynamodb-restore.ts": [1, "the newest one"],
  "notices/dynamodb-outboxes.ts": [1, "due outboxes: what one sweep leaves, the next one finds"],
  "notices/dynamodb-watched-endpoints.ts": [
    1,
    "due endpoints: what one sweep leaves, the next finds",
  ],
  "operations/canary/dynamodb-canary-history.ts": [2, "what a run leaves, later ones remove"],
  "aws/s3-failed-records.ts": [1, "the SDK's paginator of a service without small pages here"],
  "data/restore/former-stacks.ts": [2, "the SDK's paginator of a service without emulator"],
  "operations/lambda-state.ts": [1, "the SDK's paginator of a service without emulator"],
  "operations/stack-state.ts": [1, "the SDK's paginator of a service without emulator"],
  "operations/first-facts.ts": [1, "the SDK's paginator of a service without emulator"],
};

test("every read that can have pages is in the list above, or says why it needs no second one", () => {
  const reads =
    /new (?:Query|Scan)Command\(|\bpaginate[A-Z]\w*\(|(?<!function\*? )\b(?:filteredPage|rawPages|queriedItems)\(/g;
  const found = globSync("adapters/**/*.ts").flatMap((file) => {
    const count = readFileSync(file, "utf8").match(reads)?.length ?? 0;
    return count === 0 ? [] : [[file.replace("adapters/", ""), count] as const];
  });
  const listed = new Map(Object.entries(singlePages).map(([file, [count]]) => [file, count]));
  for (const { of, sites = 1 } of pagedReads) {
    const [file = ""] = of.split(" ");
    if (sites > 0) listed.set(file, (listed.get(file) ?? 0) + sites);
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
});
