import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localCredentials, localRegion } from "../template/arns.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

// Each test holds a line of the README's table of differences from AWS. One that fails after an
// update of an emulator means that the line is no longer true.

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

const queue = () => fixture.clients.urlOf("scheduled");

/** Sends a message and receives it. */
async function through(message: { MessageBody: string; MessageGroupId?: string }) {
  const { sqs } = fixture.clients;
  await sqs.sendMessage({ QueueUrl: queue(), ...message });
  const { Messages } = await sqs.receiveMessage({
    QueueUrl: queue(),
    WaitTimeSeconds: 5,
    MessageSystemAttributeNames: ["All"],
  });
  return Messages?.[0];
}

async function streamRecords(): Promise<number> {
  const { endpoints } = fixture.runtime;
  const local = { region: localRegion, credentials: localCredentials };
  const streams = new DynamoDBStreamsClient({ ...local, endpoint: endpoints.dynamodb });
  const { Table } = await fixture.clients.dynamodb.describeTable({ TableName: "things" });
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const [shard] = StreamDescription?.Shards ?? [];
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn,
      ShardId: shard?.ShardId,
      ShardIteratorType: "TRIM_HORIZON",
    }),
  );
  const { Records } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  streams.destroy();
  return Records?.length ?? 0;
}

test("SQS takes the characters that AWS takes, and refuses the others", async () => {
  const body = "Gate ö € 🎪 \u{10FFFF}\uFFFD";
  expect((await through({ MessageBody: body }))?.Body).toBe(body);
  for (const refused of ["\u0000", "\u001b", "\uFFFE", "\uFFFF"]) {
    await expect(through({ MessageBody: `a${refused}` })).rejects.toThrow("Invalid characters");
  }
});

test("SQS drops the message group of a standard queue", async () => {
  const message = await through({ MessageBody: "fair", MessageGroupId: "one" });
  expect(message?.Attributes).not.toHaveProperty("MessageGroupId");
});

test("SQS deletes with any receipt handle, and refuses none", async () => {
  const { sqs } = fixture.clients;
  await sqs.deleteMessage({ QueueUrl: queue(), ReceiptHandle: "no receipt handle" });
});

test("SQS refuses an entry of a batch whose delay is too long, and no other", async () => {
  const { sqs } = fixture.clients;
  const Entries = [0, 901].map((DelaySeconds, index) => ({
    ...{ Id: String(index), MessageBody: "x", DelaySeconds },
  }));
  const { Successful, Failed } = await sqs.sendMessageBatch({ QueueUrl: queue(), Entries });
  expect(Successful).toMatchObject([{ Id: "0" }]);
  expect(Failed).toMatchObject([{ Id: "1", SenderFault: true, Code: "InvalidParameterValue" }]);
  await sqs.purgeQueue({ QueueUrl: queue() });
});

test("DynamoDB writes a stream record for a write that changes nothing", async () => {
  const put = () =>
    fixture.clients.dynamodb.putItem({ TableName: "things", Item: { id: { S: "same" } } });
  await put();
  const before = await streamRecords();
  await put();
  expect(await streamRecords()).toBe(before + 1);
});

test("DynamoDB knows no conflict between transactions", async () => {
  const { dynamodb } = fixture.clients;
  const Update = {
    TableName: "seen",
    Key: { id: { S: "contended" } },
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": { N: "1" } },
  };
  const all = Array.from({ length: 50 }, () =>
    dynamodb.transactWriteItems({ TransactItems: [{ Update }] }),
  );
  await Promise.all(all);
  const { Item } = await dynamodb.getItem({ TableName: "seen", Key: Update.Key });
  expect(Item?.n).toEqual({ N: "50" });
});

test("DynamoDB reports no consumed capacity for a condition that does not hold", async () => {
  const write = fixture.clients.dynamodb.putItem({
    TableName: "seen",
    Item: { id: { S: "conditional" } },
    ConditionExpression: "attribute_exists(id)",
    ReturnConsumedCapacity: "TOTAL",
  });
  const error = await write.catch((refused: unknown) => refused);
  expect(error).toMatchObject({ name: "ConditionalCheckFailedException" });
  expect(error).not.toHaveProperty("ConsumedCapacity");
});

test("Scheduler replaces one keyword only, and fires to the second", async () => {
  const { scheduler, sqs } = fixture.clients;
  const dueMs = Math.ceil(Date.now() / 1_000) * 1_000;
  await scheduler.createSchedule({
    Name: "keywords",
    ScheduleExpression: `at(${new Date(dueMs).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Arn: "arn:aws:sqs:us-east-1:000000000000:scheduled",
      RoleArn: "arn:aws:iam::000000000000:role/any",
      Input: "<aws.scheduler.schedule-arn> <aws.scheduler.execution-id>",
    },
  });
  const { Messages } = await sqs.receiveMessage({ QueueUrl: queue(), WaitTimeSeconds: 10 });
  expect(Messages?.[0]?.Body).toBe(
    "arn:aws:scheduler:us-east-1:000000000000:schedule/default/keywords " +
      "<aws.scheduler.execution-id>",
  );
});
