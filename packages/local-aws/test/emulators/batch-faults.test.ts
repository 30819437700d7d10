import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BatchFaults } from "../../emulators/batch-faults.ts";
import { eventually } from "../eventually.ts";
import { type Fixture, startFixture } from "../start-fixture.ts";

const entries = Array.from({ length: 10 }, (_, index) => `entry ${index}`);

function choices(seed: number, rate: number): string[][] {
  const faults = new BatchFaults({ seed, rate });
  return Array.from({ length: 300 }, (_, batch) => [
    ...faults.refused("BatchWriteItem", entries, (entry) => `${entry} of ${batch}`),
  ]);
}

test("the same seed chooses the same entries, another one others", () => {
  expect(choices(7, 0.05)).toEqual(choices(7, 0.05));
  expect(choices(7, 0.05)).not.toEqual(choices(8, 0.05));
});

test("of few batches some entries are left, and of some all", () => {
  const faulty = choices(7, 0.05).filter((batch) => batch.length > 0);
  expect(faulty.length).toBeGreaterThan(5);
  expect(faulty.length).toBeLessThan(30);
  expect(new Set(faulty.map((batch) => batch.length === entries.length))).toEqual(
    new Set([true, false]),
  );
});

test("without options nothing is left", () => {
  expect(new BatchFaults().refused("BatchWriteItem", entries, (entry) => entry)).toEqual(new Set());
});

describe("when every batch is faulty", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({ batchFaults: { seed: 1, rate: 1 } });
  }, 30_000);
  afterAll(() => fixture.close());

  const Keys = Array.from({ length: 25 }, (_, index) => ({ id: { S: `item ${index}` } }));

  test("DynamoDB leaves items unprocessed, and processes each at the third call at the latest", async () => {
    const { dynamodb } = fixture.clients;
    let RequestItems = { seen: Keys.map((Item) => ({ PutRequest: { Item } })) };
    let calls = 0;
    for (; RequestItems.seen?.length > 0; calls += 1) {
      const { UnprocessedItems = {} } = await dynamodb.batchWriteItem({ RequestItems });
      expect(calls > 0 || UnprocessedItems.seen?.length).toBeTruthy();
      RequestItems = UnprocessedItems as typeof RequestItems;
    }
    expect(calls).toBeLessThanOrEqual(3);
    const found: unknown[] = [];
    let asked = { seen: { Keys, ConsistentRead: true } };
    for (calls = 0; asked.seen !== undefined; calls += 1) {
      const { Responses, UnprocessedKeys } = await dynamodb.batchGetItem({ RequestItems: asked });
      found.push(...(Responses?.seen ?? []));
      asked = UnprocessedKeys as typeof asked;
      expect(asked.seen?.ConsistentRead ?? true).toBe(true);
    }
    expect(calls).toBeGreaterThan(1);
    expect(found).toHaveLength(25);
  });

  test("DynamoDB fails statements of a batch, and executes each at the third call at the latest", async () => {
    const { dynamodb } = fixture.clients;
    let left = Array.from({ length: 10 }, (_, index) => `statement ${index}`);
    let calls = 0;
    for (; left.length > 0; calls += 1) {
      const { Responses = [] } = await dynamodb.batchExecuteStatement({
        Statements: left.map((id) => ({
          Statement: `INSERT INTO "seen" VALUE {'id': ?}`,
          Parameters: [{ S: id }],
        })),
      });
      expect(Responses).toHaveLength(left.length);
      const codes = Responses.map((response) => response.Error?.Code);
      // What was executed would be a duplicate the second time.
      expect([undefined, "ThrottlingError"]).toEqual(expect.arrayContaining(codes));
      left = left.filter((_, index) => codes[index] !== undefined);
    }
    expect([2, 3]).toContain(calls);
  });

  test("DynamoDB says what a batch took, also where it has processed nothing", async () => {
    const { dynamodb } = fixture.clients;
    const units: unknown[] = [];
    for (let index = 30; index < 50; index += 1) {
      const RequestItems = { seen: { Keys: [{ id: { S: `item ${index}` } }] } };
      const asked = { RequestItems, ReturnConsumedCapacity: "TOTAL" } as const;
      const { ConsumedCapacity } = await dynamodb.batchGetItem(asked);
      units.push(ConsumedCapacity?.[0]?.CapacityUnits);
    }
    expect(new Set(units)).toEqual(new Set([0]));
  });

  test("SQS fails entries of calls that succeed, and takes each at the third call at the latest", async () => {
    const { sqs, urlOf } = fixture.clients;
    const QueueUrl = urlOf("scheduled");
    let Entries = entries.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    let calls = 0;
    for (; Entries.length > 0; calls += 1) {
      const { Failed = [] } = await sqs.sendMessageBatch({ QueueUrl, Entries });
      for (const entry of Failed) expect(entry).toMatchObject({ SenderFault: false });
      const failed = new Set(Failed.map(({ Id }) => Id));
      Entries = Entries.filter(({ Id }) => failed.has(Id));
    }
    expect([2, 3]).toContain(calls);
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
    expect(Messages).toHaveLength(10);
    const receipts = Messages.map(({ ReceiptHandle }, index) => ({
      Id: `${index}`,
      ReceiptHandle,
    }));
    const hiding = receipts.map((entry) => ({ ...entry, VisibilityTimeout: 60 }));
    const hidden = await sqs.changeMessageVisibilityBatch({ QueueUrl, Entries: hiding });
    expect(hidden.Failed).not.toEqual([]);
    expect((await sqs.deleteMessageBatch({ QueueUrl, Entries: receipts })).Failed).not.toEqual([]);
  });

  test("the runtime's own batches succeed: a message that was handled does not come again", async () => {
    const { sqs, dynamodb, urlOf } = fixture.clients;
    const MessageBody = JSON.stringify({ id: "handled", kind: "wanted" });
    await sqs.sendMessage({ QueueUrl: urlOf("work"), MessageBody });
    await eventually("the message", async () => {
      const { Item } = await dynamodb.getItem({ TableName: "seen", Key: { id: { S: "handled" } } });
      return Item;
    });
    await eventually("an empty queue", async () => {
      const { Attributes = {} } = await sqs.getQueueAttributes({
        QueueUrl: urlOf("work"),
        AttributeNames: ["All"],
      });
      return Attributes.ApproximateNumberOfMessagesNotVisible === "0" || undefined;
    });
    const ended = fixture.events.filter(({ kind }) => kind === "invocation-ended");
    expect(ended).toHaveLength(1);
  });
});
