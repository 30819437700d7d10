import { DeleteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import {
  batchGet,
  gatheredReads,
  type Item,
  type ReadItem,
} from "../../../adapters/aws/dynamodb-batch-get.ts";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { client, createCustomer, outputs } from "../../system/service.ts";
import { type Call, type Fault, proxyOfTest } from "../fault-proxy.ts";

const tableName = outputs.OrganizationsTable;

async function through(faultOf: (call: Call) => Fault | undefined) {
  const proxy = await proxyOfTest(faultOf);
  return { proxy, client: localDynamodbClient(proxy.endpoint) };
}

async function customers(count: number) {
  const made = await Promise.all(Array.from({ length: count }, () => createCustomer("free")));
  const ids = made.map(({ organization }) => organization.id);
  return {
    ids: ids.toSorted(),
    wanted: ids.map((organizationId) => ({ tableName, key: marshall({ organizationId }) })),
  };
}

const idsOf = (found: Awaited<ReturnType<typeof batchGet>>) =>
  (found.get(tableName) ?? []).map(({ organizationId }) => organizationId?.S).toSorted();

test("of a table whose attributes are named nothing else is read", async () => {
  const { ids, wanted } = await customers(2);
  const found = await batchGet(client, wanted, { [tableName]: ["organizationId", "plan"] });
  const items = (found.get(tableName) ?? []).map((item) => unmarshall(item));
  const byId = Map.groupBy(items, ({ organizationId }) => organizationId);
  expect([...byId.keys()].toSorted()).toEqual(ids);
  for (const item of items)
    expect(item).toEqual({ organizationId: expect.any(String), plan: "free" });
});

test("keys that DynamoDB leaves unprocessed are read again, with the same attributes", async () => {
  const { ids, wanted } = await customers(3);
  let calls = 0;
  const spoiled = await through(({ input }) => {
    // The table of these tests leaves keys unprocessed by itself, too.
    if (++calls > 2) return undefined;
    return { answer: { Responses: {}, UnprocessedKeys: input.RequestItems } };
  });
  const found = await batchGet(spoiled.client, wanted, { [tableName]: ["organizationId"] });
  expect(idsOf(found)).toEqual(ids);
  for (const item of found.get(tableName) ?? []) expect(Object.keys(item)).toHaveLength(1);
});

test("a table that returns nothing again and again is an error, and no empty result", async () => {
  const { wanted } = await customers(1);
  const spoiled = await through(({ input }) => ({
    answer: { Responses: {}, UnprocessedKeys: input.RequestItems },
  }));
  await expect(batchGet(spoiled.client, wanted)).rejects.toThrow("unprocessed again and again");
  expect(spoiled.proxy.calls).toHaveLength(5);
});

test("what is asked for in one turn is read with one call, each item once", async () => {
  const { ids, wanted } = await customers(2);
  const { proxy, client: counted } = await through(() => undefined);
  const readItem = gatheredReads(counted);
  const none = { tableName, key: marshall({ organizationId: "org_none" }) };
  const asked = [...wanted, ...wanted, none];
  const read = async () => await Promise.all(asked.map((one) => readItem(one.tableName, one.key)));
  const found = (await read()).map((item) => item?.organizationId?.S);
  expect(found.toSorted()).toEqual([...ids, ...ids, undefined].toSorted());
  // What the table leaves unprocessed, as it does at random, is read by other calls after it.
  const [first] = proxy.calls;
  expect(first?.input.RequestItems).toMatchObject({ [tableName]: { Keys: { length: 3 } } });
  await client.send(new DeleteItemCommand({ TableName: tableName, Key: asked[0]?.key }));
  expect((await read()).filter((item) => item === undefined)).toHaveLength(3);
});

describe("one key among others", () => {
  const read = (readItem: ReadItem, wanted: { tableName: string; key: Item }[]) =>
    Promise.allSettled(wanted.map((one) => readItem(one.tableName, one.key)));
  const statuses = (results: PromiseSettledResult<unknown>[]) =>
    results.map(({ status }) => status);

  test("that DynamoDB leaves unprocessed is read alone, and is an error of its own", async () => {
    const { wanted } = await customers(3);
    const [hot] = wanted;
    const { client: busy } = await through(({ operation, input }) => {
      if (operation === "GetItem") return { error: "ProvisionedThroughputExceededException" };
      const Items = (input.RequestItems as Record<string, { Keys: Item[] }>)[tableName]?.Keys;
      const others = Items?.filter(
        ({ organizationId }) => organizationId?.S !== hot?.key.organizationId?.S,
      );
      const UnprocessedKeys = { [tableName]: { Keys: [hot?.key] } };
      return { answer: { Responses: { [tableName]: others }, UnprocessedKeys } };
    });
    const results = await read(gatheredReads(busy), wanted);
    expect(statuses(results)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  test("that DynamoDB refuses with the whole request fails none of the others", async () => {
    const { wanted } = await customers(2);
    const tooLong = { tableName, key: marshall({ organizationId: "x".repeat(2_049) }) };
    const { client: direct } = await through(({ operation, input }) =>
      operation === "BatchGetItem" || JSON.stringify(input).length > 2_049
        ? { error: "ValidationException" }
        : undefined,
    );
    const results = await read(gatheredReads(direct), [...wanted, tooLong]);
    expect(statuses(results)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(results[0]).toHaveProperty("value.organizationId");
  });

  test("is no error of whoever asks after a call that failed", async () => {
    const { wanted } = await customers(2);
    let calls = 0;
    const { client: down } = await through(() =>
      ++calls === 1 ? { error: "InternalServerError" } : undefined,
    );
    const readItem = gatheredReads(down);
    expect(statuses(await read(readItem, wanted))).toEqual(["rejected", "rejected"]);
    expect(statuses(await read(readItem, wanted))).toEqual(["fulfilled", "fulfilled"]);
  });
});
