import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { batchGet } from "../../../adapters/aws/dynamodb-batch-get.ts";
import { GatheredInserts, type Inserted } from "../../../adapters/aws/dynamodb-batch-insert.ts";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { client, outputs } from "../../system/service.ts";
import { type Call, type Fault, proxyOfTest } from "../fault-proxy.ts";

const tableName = outputs.CountMarksTable;

/**
 * Inserts through a proxy, and how many statements each of its calls had. The service fails some
 * statements of itself; calls that only repeat those are left out.
 */
async function through(faultOf: (call: Call) => Fault | undefined = () => undefined) {
  const proxy = await proxyOfTest(faultOf);
  const inserts = new GatheredInserts(localDynamodbClient(proxy.endpoint), {
    backOff: async () => {},
  });
  const sizes = () => {
    const known = new Set<string>();
    const calls = proxy.calls.map(({ input }) => input.Statements as unknown[]);
    const fresh = calls.filter((statements) => {
      const texts = statements.map((statement) => JSON.stringify(statement));
      const isRepeat = texts.every((text) => known.has(text));
      for (const text of texts) known.add(text);
      return !isRepeat;
    });
    return fresh.map(({ length }) => length);
  };
  return { inserts, calls: proxy.calls, sizes };
}

function newItem(text = "x", targetKey = randomBase62(20)) {
  const key = marshall({ targetKey, mark: "any" });
  return { tableName, key, item: { ...key, ...marshall({ text, parts: [{ at: 1 }] }) } };
}

type NewItem = ReturnType<typeof newItem>;

/** Each in a task of its own; all tasks are under way before the first one inserts. */
function inserting(inserts: GatheredInserts, items: NewItem[]): Promise<Inserted>[] {
  const begun = Promise.resolve();
  return items.map((item) => inserts.during(() => begun.then(() => inserts.insert(item))));
}

const insertAll = (inserts: GatheredInserts, items: NewItem[]) =>
  Promise.all(inserting(inserts, items));

async function stored(items: NewItem[]): Promise<unknown[]> {
  const found = (await batchGet(client, items)).get(tableName) ?? [];
  const byKey = new Map(found.map((item) => [item.targetKey?.S, item]));
  return items.map(({ key }) => {
    const item = byKey.get(key.targetKey?.S);
    return item && unmarshall(item).text;
  });
}

const inserted = { result: "inserted" };
const exists = { result: "exists", sentAgain: false };

test("tasks that insert together send one request, and each item keeps its own condition", async () => {
  const { inserts, sizes } = await through();
  const known = newItem("first");
  expect(await insertAll(inserts, [known])).toEqual([inserted]);
  const texts = ["", "'\"?{}", "😀\uFFFE\0", "x".repeat(2_000)];
  const items = texts.map((text) => newItem(text));
  const later = newItem("later", known.key.targetKey?.S);
  expect(await insertAll(inserts, [...items, later])).toEqual([
    ...texts.map(() => inserted),
    exists,
  ]);
  expect(sizes()).toEqual([1, 5]);
  expect(await stored([...items, known])).toEqual([...texts, "first"]);
});

test("an insert waits for the tasks under way, but not for those that take long", async () => {
  const { inserts, sizes } = await through();
  const long = Promise.withResolvers<void>();
  const waiting = inserts.during(() => long.promise);
  expect(await insertAll(inserts, [newItem(), newItem()])).toEqual([inserted, inserted]);
  long.resolve();
  await waiting;
  expect(await insertAll(inserts, [newItem()])).toEqual([inserted]);
  expect(sizes()).toEqual([2, 1]);
});

test("more than DynamoDB takes in a request, and one key twice, become several requests", async () => {
  const { inserts, sizes } = await through();
  const twice = newItem("one");
  const items = [...Array.from({ length: 30 }, () => newItem()), twice, { ...twice }];
  const results = await insertAll(inserts, items);
  expect(results.filter(({ result }) => result === "inserted")).toHaveLength(31);
  expect(results.slice(-2)).toContainEqual(exists);
  expect(sizes()[0]).toBe(25);
});

describe("HTTP 200 says nothing of a statement", () => {
  const answer = (...Responses: object[]) => ({ answer: { Responses } });
  const failed = (Code: string) => ({ Error: { Code, Message: Code } });

  test.each(["ThrottlingError", "ProvisionedThroughputExceeded", "InternalServerError"])(
    "one that fails with %s is sent again, alone",
    async (code) => {
      let calls = 0;
      const { inserts, calls: sent } = await through(() =>
        ++calls === 1 ? answer({ TableName: tableName }, failed(code)) : undefined,
      );
      const items = [newItem(), newItem("again")];
      expect(await insertAll(inserts, items)).toEqual([inserted, inserted]);
      expect(sent[1]?.input.Statements).toHaveLength(1);
      expect(await stored(items)).toEqual([undefined, "again"]);
    },
  );

  test("one that is refused for good, or goes on failing, is an error of its task alone", async () => {
    for (const [code, attempts] of [
      ["ValidationError", 1],
      ["AccessDenied", 1],
      ["ThrottlingError", 8],
    ] as const) {
      const { inserts, calls } = await through(({ input }) => {
        const [, second] = input.Statements as object[];
        return second ? answer({ TableName: tableName }, failed(code)) : answer(failed(code));
      });
      const [fine, refused] = await Promise.allSettled(inserting(inserts, [newItem(), newItem()]));
      expect(fine).toMatchObject({ status: "fulfilled", value: inserted });
      expect(refused).toMatchObject({ reason: { name: code, $metadata: expect.anything() } });
      expect(calls).toHaveLength(attempts);
    }
  });

  test("a response without a word on a statement confirms nothing", async () => {
    let calls = 0;
    const { inserts } = await through(() => (++calls === 1 ? answer() : undefined));
    const item = newItem();
    expect(await insertAll(inserts, [item])).toEqual([inserted]);
    expect(await stored([item])).toEqual(["x"]);
  });

  test("an item that an insert with a lost response left is reported as perhaps its own", async () => {
    let calls = 0;
    const { inserts } = await through(() => (++calls === 1 ? "lose the response" : undefined));
    const item = newItem();
    await client.send(new PutItemCommand({ TableName: tableName, Item: item.item }));
    expect(await insertAll(inserts, [item])).toEqual([{ result: "exists", sentAgain: true }]);
  });

  test.each([
    ["ThrottlingError", false],
    ["InternalServerError", true],
  ])("after %s it is perhaps its own: %s", async (code, sentAgain) => {
    let calls = 0;
    const { inserts } = await through(() => (++calls === 1 ? answer(failed(code)) : undefined));
    const item = newItem();
    await client.send(new PutItemCommand({ TableName: tableName, Item: item.item }));
    expect(await insertAll(inserts, [item])).toEqual([{ result: "exists", sentAgain }]);
  });

  test("a request that DynamoDB refuses because of one item fails only its task", async () => {
    const { inserts } = await through(({ input }) =>
      JSON.stringify(input).includes("poison") ? { error: "ValidationException" } : undefined,
    );
    const items = [newItem(), newItem("poison"), newItem()];
    const results = await Promise.allSettled(inserting(inserts, items));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await stored(items)).toEqual(["x", undefined, "x"]);
  });

  test("a call that fails is the error of all its tasks, and later ones go on", async () => {
    let calls = 0;
    const { inserts } = await through(() =>
      ++calls === 1 ? { error: "InternalServerError" } : undefined,
    );
    const results = await Promise.allSettled(inserting(inserts, [newItem(), newItem()]));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await insertAll(inserts, [newItem()])).toEqual([inserted]);
  });
});
