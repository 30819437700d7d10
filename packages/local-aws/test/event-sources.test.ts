import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureTable } from "../emulators/dynamodb/tables.ts";
import { sweepExpired } from "../emulators/dynamodb/ttl.ts";
import { sendFailedRecords } from "../events/failure-destination.ts";
import { queueArn } from "../template/arns.ts";
import { eventually } from "./eventually.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

async function seen(id: string): Promise<unknown> {
  const { Item } = await fixture.clients.dynamodb.getItem({
    TableName: "seen",
    Key: { id: { S: id } },
  });
  return Item?.what?.S && JSON.parse(Item.what.S);
}

const send = (queue: string, message: object) => {
  const { sqs, urlOf } = fixture.clients;
  return sqs.sendMessage({ QueueUrl: urlOf(queue), MessageBody: JSON.stringify(message) });
};

async function received(queue: string): Promise<string[]> {
  const { sqs, urlOf } = fixture.clients;
  const { Messages = [] } = await sqs.receiveMessage({
    QueueUrl: urlOf(queue),
    VisibilityTimeout: 0,
  });
  return Messages.map((message) => message.Body ?? "");
}

/** How many messages a queue has, hidden ones included. */
async function messagesIn(queue: string): Promise<number> {
  const { Attributes = {} } = await fixture.clients.sqs.getQueueAttributes({
    QueueUrl: fixture.clients.urlOf(queue),
    AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
  });
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
}

const put = (id: string, more = {}) =>
  fixture.clients.dynamodb.putItem({ TableName: "things", Item: { id: { S: id }, ...more } });

test("a message invokes its function, in Lambda's form", async () => {
  await send("work", { id: "m1", kind: "wanted" });
  expect(await eventually("m1", () => seen("m1"))).toMatchObject({
    body: '{"id":"m1","kind":"wanted"}',
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:work",
    attributes: { ApproximateReceiveCount: "1" },
    messageAttributes: {},
  });
});

test("only the failed messages of a batch come back, and go to the dead-letter queue", async () => {
  const { sqs, urlOf } = fixture.clients;
  const Entries = ["bad", "good1", "good2"].map((id) => ({
    Id: id,
    MessageBody: JSON.stringify({ id, kind: id === "bad" ? "poison" : "wanted" }),
  }));
  await sqs.sendMessageBatch({ QueueUrl: urlOf("work"), Entries });
  const dead = await eventually("a dead letter", async () => (await received("dead-letters"))[0]);
  expect(JSON.parse(dead)).toEqual({ id: "bad", kind: "poison" });
  expect(await seen("bad")).toMatchObject({ attributes: { ApproximateReceiveCount: "2" } });
  expect(await seen("good2")).toMatchObject({ attributes: { ApproximateReceiveCount: "1" } });
  expect(fixture.events).toContainEqual(
    expect.objectContaining({
      kind: "records-failed",
      source: "work",
      destination: "dead-letters",
    }),
  );
});

test("records that do not match the filter are finished with, however many there are", async () => {
  const ids = Array.from({ length: 25 }, (_, index) => `changed-${index}`);
  // More than are read ahead: changes, while the filter passes only what is new.
  for (let round = 0; round <= 84; round += 1) {
    const changes = ids.map((id) => ({
      PutRequest: { Item: { id: { S: id }, round: { N: String(round) } } },
    }));
    await fixture.clients.dynamodb.batchWriteItem({ RequestItems: { things: changes } });
  }
  await put("after-the-changes");
  await eventually("after-the-changes", () => seen("after-the-changes"));
});

test("a message that does not match the filter is deleted", async () => {
  const dead = () => messagesIn("dead-letters");
  const deadBefore = await dead();
  await send("work", { id: "unwanted", kind: "other" });
  await send("work", { id: "after", kind: "wanted" });
  await eventually("the later message", () => seen("after"));
  await eventually("an empty queue", async () => (await messagesIn("work")) === 0 || undefined);
  expect(await dead()).toBe(deadBefore);
  expect(await seen("unwanted")).toBeUndefined();
});

test("a queue whose messages hang does not delay another queue of the same function", async () => {
  const pool = fixture.runtime.functions.get("wait-in-queue");
  expect(pool?.limit).toBe(12);
  const until = join(fixture.dataDir, "slow-may-end");
  const slow = Array.from({ length: 12 }, (_, index) => `slow-${index}`);
  for (const id of slow) await send("slow", { id, until });
  const begun = async () => {
    const notes = await Promise.all(slow.map((id) => seen(id)));
    return notes.filter((note) => note === "begun").length;
  };
  await eventually("six slow messages", async () => (await begun()) === 6 || undefined);
  const quick = Array.from({ length: 20 }, (_, index) => `quick-${index}`);
  for (const id of quick) await send("quick", { id });
  for (const id of quick) await eventually(id, () => seen(id));
  expect(await begun()).toBe(6);
  writeFileSync(until, "");
  await eventually("all slow messages", async () => (await begun()) === 12 || undefined);
});

test("a stream record invokes its function within 200 ms", async () => {
  // The quickest of several: each of them may have waited for other programs.
  const quick = async (name: string) => {
    const startedMs = performance.now();
    await put(name);
    await eventually(name, () => seen(name));
    return performance.now() - startedMs < 200;
  };
  let tries = 1;
  while (!(await quick(`quick-record-${tries}`))) {
    tries += 1;
    expect(tries).toBeLessThan(30);
  }
});

test("a stream record invokes its function in Lambda's form", async () => {
  const startedAt = Date.now();
  await put("t1", { bytes: { B: new Uint8Array([1, 2]) }, list: { L: [{ N: "1.5" }] } });
  const record = await eventually("t1", () => seen("t1"));
  expect(record).toMatchObject({
    eventName: "INSERT",
    eventSource: "aws:dynamodb",
    awsRegion: "us-east-1",
    eventSourceARN: "arn:aws:dynamodb:us-east-1:000000000000:table/things/stream/local",
    dynamodb: {
      Keys: { id: { S: "t1" } },
      NewImage: { id: { S: "t1" }, bytes: { B: "AQI=" }, list: { L: [{ N: "1.5" }] } },
      ApproximateCreationDateTime: expect.closeTo(startedAt / 1000, -1),
      StreamViewType: "NEW_AND_OLD_IMAGES",
    },
  });
});

test("bisecting isolates a poison record, stores all of it, and loses no other", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `batch-${index}`);
  const puts = ids.map((id) => put(id, id === "batch-7" ? { poison: { BOOL: true } } : {}));
  await Promise.all(puts);
  for (const id of ids.filter((id) => id !== "batch-7")) await eventually(id, () => seen(id));
  const { s3 } = fixture.clients;
  const Bucket = "failed-records";
  const Key = await eventually("the object", async () => {
    const { Contents } = await s3.listObjectsV2({ Bucket, Prefix: "aws/lambda/" });
    return Contents?.[0]?.Key;
  });
  const { Body } = await s3.getObject({ Bucket, Key });
  const object = JSON.parse((await Body?.transformToString()) ?? "");
  expect(object).toMatchObject({
    requestContext: { condition: "RetryAttemptsExhausted" },
    DDBStreamBatchInfo: { batchSize: 1 },
  });
  const { Records } = JSON.parse(object.payload);
  expect(Records).toHaveLength(1);
  expect(Records[0].dynamodb.NewImage).toEqual({ id: { S: "batch-7" }, poison: { BOOL: true } });
  expect(await seen("batch-7")).toBeUndefined();
});

test("a batch that an environment's death interrupts is processed again", async () => {
  const pool = fixture.runtime.functions.get("consume-stream");
  const ids = Array.from({ length: 30 }, (_, index) => `killed-${index}`);
  for (const id of ids) {
    await put(id);
    // Once only: a record whose second attempt is killed as well is given up.
    if (id === "killed-9") pool?.kill();
  }
  for (const id of ids) await eventually(id, () => seen(id));
});

test("expired items are swept, others stay", async () => {
  const TableName = "seen";
  const now = Date.now();
  const expiry = { "gone-by": now - 5_000, "still-good": now + 60_000 };
  for (const [id, ms] of Object.entries(expiry)) {
    const expiresAt = { N: String(Math.floor(ms / 1000)) };
    await fixture.clients.dynamodb.putItem({ TableName, Item: { id: { S: id }, expiresAt } });
  }
  const definition = {
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" as const }],
    AttributeDefinitions: [],
    GlobalSecondaryIndexes: [],
    LocalSecondaryIndexes: [],
  };
  const table = { name: TableName, ttlAttribute: "expiresAt", definition };
  expect(await sweepExpired(fixture.clients.dynamodb, table, now)).toBe(1);
  const left = await fixture.clients.dynamodb.getItem({
    TableName,
    Key: { id: { S: "still-good" } },
  });
  expect(left.Item).toBeDefined();
});

test("another DynamoDB can be used, its streams as well", async () => {
  const { dataDir, templateFile, runtime } = fixture;
  const second = await startFixture({
    templateFile,
    dataDir: join(dataDir, "second"),
    dynamodbEndpoint: runtime.endpoints.dynamodb,
  });
  runtime.functions.get("consume-stream")?.kill();
  await put("shared");
  await eventually(
    "the second runtime's environment",
    () => second.events.some((event) => event.kind === "environment-started") || undefined,
  );
  await eventually("the record", () => seen("shared"));
  await second.close();
});

test("a queue as on-failure destination gets the position of the records, as on AWS", async () => {
  const { clients, runtime } = fixture;
  const record = {
    sequenceNumber: "17",
    createdAtMs: 1_700_000_000_000,
    key: "k",
    event: { eventName: "INSERT" as const },
  };
  const mapping = {
    id: "an-id",
    functionName: "consume-stream",
    tableName: "things",
    onFailureArn: queueArn("scheduled"),
  };
  await sendFailedRecords(
    {
      condition: "RetryAttemptsExhausted",
      mapping,
      shardId: "shard-1",
      records: [record],
      attempts: 2,
    },
    {
      client: clients.sqs,
      sqsUrl: runtime.endpoints.sqs,
      putObject: () => expect.fail("the destination is a queue"),
      stopping: new AbortController().signal,
      onEvent: (event) => fixture.events.push(event),
    },
  );
  const [body = ""] = await received("scheduled");
  expect(JSON.parse(body)).toMatchObject({
    requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 2 },
    DDBStreamBatchInfo: {
      shardId: "shard-1",
      startSequenceNumber: "17",
      endSequenceNumber: "17",
      approximateArrivalOfFirstRecord: "2023-11-14T22:13:20.000Z",
      batchSize: 1,
    },
  });
});

test("a table whose keys differ from the template's is an error that an empty data folder remedies", async () => {
  const definition = {
    KeySchema: [{ AttributeName: "other", KeyType: "HASH" as const }],
    AttributeDefinitions: [{ AttributeName: "other", AttributeType: "S" as const }],
    GlobalSecondaryIndexes: [],
    LocalSecondaryIndexes: [],
  };
  const ensure = ensureTable(fixture.clients.dynamodb, { name: "things", definition });
  await expect(ensure).rejects.toMatchObject({ remedy: "empty-data-folder" });
});

test("an index that the template has gained is added to the table, with the items in it", async () => {
  const { dynamodb } = fixture.clients;
  const key = { AttributeName: "id", AttributeType: "S" as const };
  const before = {
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" as const }],
    AttributeDefinitions: [key],
    GlobalSecondaryIndexes: [],
    LocalSecondaryIndexes: [],
  };
  const name = "gains-an-index";
  await ensureTable(dynamodb, { name, definition: before });
  await dynamodb.putItem({ TableName: name, Item: { id: { S: "1" }, color: { S: "red" } } });
  const index = {
    IndexName: "ByColor",
    KeySchema: [{ AttributeName: "color", KeyType: "HASH" as const }],
    Projection: { ProjectionType: "KEYS_ONLY" as const, NonKeyAttributes: [] },
  };
  const definition = {
    ...before,
    AttributeDefinitions: [key, { AttributeName: "color", AttributeType: "S" as const }],
    GlobalSecondaryIndexes: [index],
  };
  await ensureTable(dynamodb, { name, definition });
  await ensureTable(dynamodb, { name, definition });
  const found = () =>
    dynamodb.query({
      TableName: name,
      IndexName: "ByColor",
      KeyConditionExpression: "color = :color",
      ExpressionAttributeValues: { ":color": { S: "red" } },
    });
  await eventually(
    "the item in the index",
    async () => ((await found()).Count ?? 0) > 0 || undefined,
  );
});
