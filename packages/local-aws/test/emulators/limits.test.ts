import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture } from "../start-fixture.ts";

// Limits that would bite on AWS only, if an emulator did not know them.

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

const TableName = "seen";
const itemLimit = 409_600;
const range = (length: number) => Array.from({ length }, (_, index) => `${index}`);

/** An item of so many bytes: names of attributes and values count. */
function item(id: string, bytes = 100) {
  const others = "id".length + id.length + "text".length;
  return { id: { S: id }, text: { S: "x".repeat(bytes - others) } };
}

describe("DynamoDB refuses", () => {
  const put = (id: string, bytes?: number): TransactWriteItem => ({
    Put: { TableName, Item: item(id, bytes) },
  });
  const check = (id: string): TransactWriteItem => {
    const ConditionExpression = "attribute_not_exists(id)";
    return { ConditionCheck: { TableName, Key: { id: { S: id } }, ConditionExpression } };
  };
  const transact = (TransactItems: TransactWriteItem[]) =>
    fixture.clients.dynamodb.transactWriteItems({ TransactItems });
  const writeBatch = (ids: string[]) => {
    const seen = ids.map((id) => ({ PutRequest: { Item: item(id) } }));
    return fixture.clients.dynamodb.batchWriteItem({ RequestItems: { seen } });
  };
  const readBatch = (ids: string[]) => {
    const Keys = ids.map((id) => ({ id: { S: id } }));
    return fixture.clients.dynamodb.batchGetItem({ RequestItems: { seen: { Keys } } });
  };

  test.each<[what: string, reason: string, call: () => Promise<unknown>]>([
    [
      "an item of more than 400 KB",
      "Item size has exceeded the maximum allowed size",
      () => fixture.clients.dynamodb.putItem({ TableName, Item: item("a", itemLimit + 1) }),
    ],
    [
      "a transaction of 101 items",
      "less than or equal to 100",
      () => transact(range(101).map((id) => put(id))),
    ],
    [
      "two operations of a transaction on one item",
      "Transaction request cannot include multiple operations on one item",
      () => transact([put("a"), check("a")]),
    ],
    [
      "a transaction of more than 4 MB",
      "4MB limit",
      () => transact(range(11).map((id) => put(id, 400_000))),
    ],
    ["a batch of 26 writes", "less than or equal to 25", () => writeBatch(range(26))],
    ["a batch that writes an item twice", "contains duplicates", () => writeBatch(["a", "a"])],
    ["a batch of 101 reads", "less than or equal to 100", () => readBatch(range(101))],
    ["a batch that reads an item twice", "contains duplicates", () => readBatch(["a", "a"])],
    [
      "an expression of more than 4 KB",
      "Expression size has exceeded the maximum allowed size",
      () =>
        fixture.clients.dynamodb.putItem({
          TableName,
          Item: item("a"),
          ConditionExpression: `id <> :a${" AND id <> :a".repeat(340)}`,
          ExpressionAttributeValues: { ":a": { S: "b" } },
        }),
    ],
  ])("%s", async (_, reason, call) => {
    const error = await call().catch((refused: unknown) => refused);
    expect(error).toMatchObject({ name: "ValidationException" });
    expect(String(error)).toContain(reason);
  });

  test("nothing of what fits", async () => {
    await fixture.clients.dynamodb.putItem({ TableName, Item: item("fits", itemLimit) });
    await transact(range(100).map((id) => put(`fits ${id}`)));
    await writeBatch(range(25));
  });
});

test("DynamoDB returns at most 16 MB of a batch, and names the other keys", async () => {
  const { dynamodb } = fixture.clients;
  const ids = range(50).map((id) => `large ${id}`);
  for (const id of ids) await dynamodb.putItem({ TableName, Item: item(id, itemLimit) });
  const Keys = ids.map((id) => ({ id: { S: id } }));
  const { Responses, UnprocessedKeys } = await dynamodb.batchGetItem({
    RequestItems: { seen: { Keys } },
  });
  const found = Responses?.seen?.length ?? 0;
  expect(found * itemLimit).toBeLessThanOrEqual(16 * 2 ** 20);
  expect(UnprocessedKeys?.seen?.Keys).toHaveLength(50 - found);
});

test("DynamoDB takes more than 100 operands of IN, and more than 300 operators", async () => {
  const scan = (FilterExpression: string, values: string[]) =>
    fixture.clients.dynamodb.scan({
      TableName,
      FilterExpression,
      ExpressionAttributeValues: Object.fromEntries(values.map((name) => [name, { S: name }])),
      Limit: 1,
    });
  const many = range(101).map((number) => `:v${number}`);
  await scan(`a IN (${many.join()})`, many);
  await scan(range(302).fill("a=:v").join(" OR "), [":v"]);
});

describe("SQS refuses", () => {
  const QueueUrl = () => fixture.clients.urlOf("scheduled");
  const send = (bytes: number) =>
    fixture.clients.sqs.sendMessage({ QueueUrl: QueueUrl(), MessageBody: "x".repeat(bytes) });
  const sendBatch = (ids: string[], bytes = 1) => {
    const Entries = ids.map((Id) => ({ Id, MessageBody: "x".repeat(bytes) }));
    return fixture.clients.sqs.sendMessageBatch({ QueueUrl: QueueUrl(), Entries });
  };

  test.each<[what: string, name: string, call: () => Promise<unknown>]>([
    ["a message of more than 1 MiB", "InvalidParameterValue", () => send(2 ** 20 + 1)],
    ["a batch of more than 1 MiB", "BatchRequestTooLong", () => sendBatch(["a", "b"], 2 ** 19 + 1)],
    ["a batch of 11", "TooManyEntriesInBatchRequest", () => sendBatch(range(11))],
    ["a batch that has an id twice", "BatchEntryIdsNotDistinct", () => sendBatch(["a", "a"])],
    ["an id with a space", "InvalidBatchEntryId", () => sendBatch(["a b"])],
    ["an empty batch", "EmptyBatchRequest", () => sendBatch([])],
  ])("%s", async (_, name, call) => {
    const error = await call().catch((refused: unknown) => refused);
    expect(error).toMatchObject({ name: expect.stringContaining(name) });
  });

  test("nothing of what fits", async () => {
    await send(2 ** 20);
    expect((await sendBatch(["a", "b"], 2 ** 19)).Successful).toHaveLength(2);
  });
});
