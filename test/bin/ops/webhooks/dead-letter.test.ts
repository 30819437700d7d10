// @module-tag all
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { PurgeQueueCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { s3FailedRecords } from "../../../../adapters/aws/s3-failed-records.ts";
import { randomBase62 } from "../../../../adapters/random.ts";
import { webhookEventOf } from "../../../../adapters/webhooks/stream-events.ts";
import { firstMessage, messageText } from "../../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../../core/webhooks/count-webhooks.ts";
import { holdFailedRecords } from "../../../system/failed-records.ts";
import * as service from "../../../system/service.ts";
import { clients, createCustomer, outputs, tapOnce } from "../../../system/service.ts";
import {
  comesToRest,
  createReceiver,
  deliveries,
} from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";

holdFailedRecords();

const ops = opsOn(service);

interface Row {
  source: string;
  count: number;
  redriven: number;
}

const rowOf = (rows: Row[], source: string) => rows.find((row) => row.source === source);

async function listed(source: string) {
  return rowOf(await ops.json("dead-letter", "list"), source);
}

/** The row of one source; what other tests left there is not this one's business. */
async function redriven(source: string): Promise<Row | undefined> {
  const { stdout } = await ops.run("dead-letter", "redrive", "--from", source, "--json");
  return rowOf(JSON.parse(stdout), source);
}

async function sendTo(QueueUrl: string, MessageBody: string): Promise<void> {
  await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
}

/** An endpoint that no tap up reaches by itself, and a tap up. */
async function missedTap() {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, { events: ["counter.decrement"] });
  const tapped = await tapOnce(counter);
  if (tapped.result !== "counted") throw new Error(tapped.result);
  const key = { organizationId: organization.id, counterId: counter.id };
  const count = { ...tapped.event, ...key, counterName: counter.name };
  return {
    organization,
    counter,
    receiver,
    message: firstMessage(countWebhook(count), receiver.endpoint.id),
  };
}

describe("dead letters of a queue", () => {
  test("are counted and sent back to their queue", async () => {
    const { receiver, message } = await missedTap();
    await sendTo(outputs.FirstAttemptsDeadLetters, JSON.stringify(message));
    const before = (await listed("first-attempts"))?.count ?? 0;
    expect(before).toBeGreaterThanOrEqual(1);
    expect(await redriven("first-attempts")).toMatchObject({ redriven: 1, discarded: 0 });
    const [delivery] = await receiver.verified(1);
    expect(delivery).toMatchObject({ deliveryId: message.deliveryId, body: message.body });
    await comesToRest(message.deliveryId, "delivered");
    expect(await listed("first-attempts")).toMatchObject({ count: before - 1 });
  });

  test("of EventBridge Scheduler are unwrapped and sent back to their queue", async () => {
    const { receiver, message } = await missedTap();
    const retry = { ...message, attempt: 2, fencingToken: "t1", dueMs: 0 };
    const { body: _, attempt: __, ...ids } = message;
    const made = { attempt: 1, at: "2030-01-01T00:00:00.000Z", durationMs: 3, status: 500 };
    const next = { attempt: 2, dueMs: 0, fencingToken: "t1" };
    await deliveries.recordFirst({ ...ids, state: "retry_scheduled", attempts: [made], next });
    const QueueUrl = "https://sqs.eu-central-1.amazonaws.com/123456789012/retries";
    const wrapped = { MessageBody: messageText(retry), QueueUrl };
    await clients.sqs.send(
      new SendMessageCommand({
        QueueUrl: outputs.RetriesDeadLetters,
        MessageBody: JSON.stringify(wrapped),
        MessageAttributes: {
          ERROR_CODE: { DataType: "String", StringValue: "AccessDeniedException" },
          ERROR_MESSAGE: { DataType: "String", StringValue: "not authorized" },
        },
      }),
    );
    expect(await listed("retries")).toMatchObject({ count: 1, unreadable: [] });
    const args = ["dead-letter", "redrive", "--from", "retries", "--discard-unreadable", "--json"];
    const { stdout } = await ops.run(...args);
    expect(JSON.parse(stdout)).toEqual([{ source: "retries", redriven: 1, left: 0, discarded: 0 }]);
    await receiver.verified(1);
    const record = await comesToRest(message.deliveryId, "delivered");
    expect(record.attempts).toMatchObject([made, { attempt: 2, status: 200 }]);
  });

  test("that are more than a batch are all moved", async () => {
    const { receiver, message } = await missedTap();
    const copies = 23;
    for (let i = 0; i < copies; i += 1) {
      await sendTo(outputs.SlowAttemptsDeadLetters, JSON.stringify(message));
    }
    expect(await redriven("slow-attempts")).toMatchObject({ redriven: copies });
    await receiver.verified(1);
    await comesToRest(message.deliveryId, "delivered");
  });

  test("that are together longer than SQS takes in one call are all moved", async () => {
    const { message } = await missedTap();
    // Nobody's endpoint: the deliveries are cancelled when they are due.
    const deliveryIds = Array.from({ length: 6 }, () => `dlv_${randomBase62(48)}`);
    for (const deliveryId of deliveryIds) {
      const long = { ...message, deliveryId, body: "x".repeat(200_000) };
      await sendTo(outputs.SlowAttemptsDeadLetters, JSON.stringify(long));
    }
    expect(await redriven("slow-attempts")).toMatchObject({ redriven: 6, left: 0 });
    for (const deliveryId of deliveryIds) await comesToRest(deliveryId, "cancelled");
  });

  test("that would be too long for SQS on their way back are left", async () => {
    const { message } = await missedTap();
    // Each "<" takes six characters when it is sent.
    const long = { ...message, deliveryId: `dlv_${randomBase62(48)}`, body: "<".repeat(200_000) };
    await sendTo(outputs.SlowAttemptsDeadLetters, JSON.stringify(long));
    expect(await redriven("slow-attempts")).toMatchObject({ redriven: 0, left: 1 });
    await clients.sqs.send(new PurgeQueueCommand({ QueueUrl: outputs.SlowAttemptsDeadLetters }));
  });

  test("that are unreadable are left and shown, and deleted when that is wanted", async () => {
    const body = `{"key":"cs_live_${randomBase62(36)}","\u009b2J":"${"x".repeat(500)}"}`;
    await sendTo(outputs.RetriesDeadLetters, body);
    const args = ["dead-letter", "redrive", "--from", "retries"];
    const { exitCode, stdout, stderr } = await ops.run(...args);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^retries +0 +1 +0$/m);
    expect(stderr).toContain("is left: it is unreadable");
    const [, begins = ""] = /it begins: (.*)/.exec(stderr) ?? [];
    expect(begins.length).toBe(200);
    expect(begins).toContain("\\u{9b}2J");
    expect(begins).not.toContain("\u009b");
    // Twice: neither the run nor the list has hidden it.
    for (let i = 0; i < 2; i += 1) {
      expect(await listed("retries")).toMatchObject({ count: 1, unreadable: [{ begins }] });
    }
    const discarded = await ops.run(...args, "--discard-unreadable");
    expect(discarded).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(begins) });
    expect(await listed("retries")).toMatchObject({ count: 0 });
  });
});

describe("failed stream records", () => {
  async function failedRecords(
    images: unknown[],
    form: (event: object) => unknown = JSON.stringify,
  ): Promise<string> {
    const key = `aws/lambda/esm/shard/2030/01/01/00.00.00-${randomBase62(20)}`;
    const records = images.map((NewImage, index) => ({
      eventID: `event-${index}`,
      eventName: "INSERT",
      dynamodb: { NewImage },
    }));
    const object = { version: "1.0", payload: form({ Records: records }) };
    const Body = JSON.stringify(object);
    await clients.s3.send(
      new PutObjectCommand({ Bucket: outputs.FailedRecordsBucket, Key: key, Body }),
    );
    return key;
  }

  const isThere = (Key: string) =>
    clients.s3.send(new GetObjectCommand({ Bucket: outputs.FailedRecordsBucket, Key })).then(
      () => true,
      (error) => {
        if (error instanceof NoSuchKey) return false;
        throw error;
      },
    );

  /** The image of a tap, and a receiver that was not there when it was dispatched. */
  async function storedImage() {
    const { organization, counter, message } = await missedTap();
    const key = { counterKey: `${organization.id}/${counter.id}`, lastEventId: 1 };
    const { Item } = await clients.dynamodb.send(
      new GetItemCommand({ TableName: outputs.CountEventsTable, Key: marshall(key) }),
    );
    const all = await createReceiver(organization.id, { events: ["counter.increment"] });
    return { image: Item, all, message };
  }

  test.each<[string, (event: object) => unknown]>([
    ["as JSON text", JSON.stringify],
    ["as an object", (event) => event],
  ])("stored %s are dispatched to the current endpoints, and removed", async (_, form) => {
    const { image, all, message } = await storedImage();
    const key = await failedRecords([image], form);
    expect((await listed("stream-records"))?.count).toBeGreaterThanOrEqual(1);
    expect((await redriven("stream-records"))?.redriven).toBeGreaterThanOrEqual(1);
    const [delivery] = await all.verified(1);
    expect(delivery?.body).toBe(message.body);
    expect(await isThere(key)).toBe(false);
  });

  test("are listed with their number and the time of the oldest", async () => {
    const { image } = await storedImage();
    const Bucket = outputs.FailedRecordsBucket;
    const older = await failedRecords([image, { counterKey: { S: "poison" } }]);
    const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket }));
    const oldest = Contents.find(({ Key }) => Key === older)?.LastModified;
    await expect.poll(() => Date.now()).toBeGreaterThan(Number(oldest));
    const newer = await failedRecords([{ counterKey: { S: "poison" } }]);
    const row = await listed("stream-records");
    expect(row).toMatchObject({ count: 2, records: 3, oldest: oldest?.toISOString() });
    for (const Key of [older, newer]) {
      await clients.s3.send(new DeleteObjectCommand({ Bucket, Key }));
    }
  });

  test("are kept as they are when none of them is understood", async () => {
    const key = await failedRecords([{ counterKey: { S: "poison" } }]);
    expect(
      await s3FailedRecords(clients.s3, outputs.FailedRecordsBucket, webhookEventOf).read(key),
    ).toEqual({
      items: [],
      unreadable: [expect.stringMatching(/^event-0: /)],
      onlyUnreadable: undefined,
    });
    await clients.s3.send(
      new DeleteObjectCommand({ Bucket: outputs.FailedRecordsBucket, Key: key }),
    );
  });

  test("stay when one of them is not understood; the others are dispatched", async () => {
    const { image, all } = await storedImage();
    const key = await failedRecords([{ counterKey: { S: "poison" } }, image, "no image"]);
    const { exitCode, stdout, stderr } = await ops.run("dead-letter", "redrive");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^stream-records /m);
    expect(stderr).toContain(`${key} is left:`);
    expect(stderr).toContain("event-0: a stored item is not as expected: ");
    expect(stderr).toContain("event-2: its image is not that of a stored item");
    await all.verified(1);
    expect(await isThere(key)).toBe(true);
  });

  test("of which all but one were dispatched shrink to that one, which can be discarded", async () => {
    const { image, all } = await storedImage();
    const key = await failedRecords([image, { counterKey: { S: "poison" } }]);
    const args = ["dead-letter", "redrive", "--from", "stream-records"];
    expect(await ops.run(...args)).toMatchObject({ exitCode: 1 });
    await all.verified(1);
    const { Body } = await clients.s3.send(
      new GetObjectCommand({ Bucket: outputs.FailedRecordsBucket, Key: key }),
    );
    const { version, payload } = JSON.parse((await Body?.transformToString()) ?? "{}");
    expect([version, JSON.parse(payload).Records]).toMatchObject(["1.0", [{ eventID: "event-1" }]]);
    const { stderr } = await ops.run(...args, "--discard-unreadable");
    expect(stderr).toContain(`${key} is discarded:`);
    expect(await isThere(key)).toBe(false);
  });
});
