import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { holdFailedRecords, takeFailedRecord } from "../failed-records.ts";
import { pagesAsText } from "../pages-as-text.ts";
import { clients, createCustomer, dataDir, outputs, stores, tapOnce } from "../service.ts";
import { comesToRest, createReceiver } from "./webhook-service.ts";

/** Much longer than what counts as slow, and within an attempt's time. */
const hangMs = 9_000;

const laneOf = async (organizationId: string, endpointId: string) =>
  (await stores.endpointRegistry.get({ organizationId, endpointId }))?.lane;

holdFailedRecords();

test("an endpoint starts in the slow lane, earns the fast one and loses it when it hangs", async () => {
  const { lane, tapAndHang } = await inFastLane();
  const { deliveryId, receivedAtMs } = await tapAndHang();
  await expect.poll(lane, { timeout: 30_000 }).toBe("slow");
  // While the attempt still lasts: nobody has to wait with it.
  expect(Date.now() - receivedAtMs).toBeLessThan(hangMs);
  await comesToRest(deliveryId, "delivered");
});

test("endpoints that begin to hang keep their own attempts waiting, and nobody else's", async () => {
  // As many as first attempts have environments here. Each has a batch of its own.
  const hanging = await Promise.all(Array.from({ length: 6 }, () => inFastLane()));
  const prompt = await inFastLane();
  const held = [];
  for (const endpoint of hanging) held.push(await endpoint.tapAndHang());
  const { receivedAtMs } = await prompt.tapAndReceive();
  expect(receivedAtMs).toBeLessThan((held[0]?.receivedAtMs ?? 0) + hangMs);
});

/** A new endpoint that has earned the fast lane. From `tapAndHang` on it hangs. */
async function inFastLane() {
  const { organization, counter } = await createCustomer("pro");
  let hangs = false;
  const receiver = await createReceiver(organization.id, {
    behave: () => ({ hangMs: hangs ? hangMs : 0 }),
  });
  const tapAndReceive = async () => {
    const expected = receiver.received.length + 1;
    await tapOnce(counter);
    const received = (await receiver.verified(expected))[expected - 1];
    if (received === undefined) throw new Error("no request");
    return received;
  };
  const lane = () => laneOf(organization.id, receiver.endpoint.id);
  expect(await lane()).toBe("slow");
  // On a busy machine an attempt can take too long to earn the lane.
  while ((await lane()) === "slow") {
    const { deliveryId } = await tapAndReceive();
    await comesToRest(deliveryId, "delivered");
  }
  const tapAndHang = () => {
    hangs = true;
    return tapAndReceive();
  };
  return { lane, tapAndReceive, tapAndHang };
}

test("a first message that is received again after its delivery is dropped", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  await tapOnce(counter);
  const [first] = await receiver.verified(1);
  await comesToRest(first?.deliveryId ?? "", "delivered");
  const stored = { organizationId: organization.id, counterId: counter.id };
  const event = await stores.countEvents.get(stored, 1);
  if (event === undefined) throw new Error("no event");
  const again = firstMessage(
    countWebhook({ ...event, ...stored, counterName: counter.name }),
    receiver.endpoint.id,
  );
  expect(again.deliveryId).toBe(first?.deliveryId);
  for (const QueueUrl of [outputs.FirstAttemptsQueue, outputs.SlowAttemptsQueue]) {
    await clients.sqs.send(
      new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(again) }),
    );
  }
  // What comes behind has been handled when its delivery is on record.
  await tapOnce(counter);
  const [, second] = await receiver.verified(2);
  await comesToRest(second?.deliveryId ?? "", "delivered");
  expect(receiver.received.length).toBe(2);
});

test("messages that are none hold up nobody", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  for (const MessageBody of ["not JSON", '{"deliveryId":"dlv_1"}']) {
    for (const QueueUrl of [outputs.FirstAttemptsQueue, outputs.SlowAttemptsQueue]) {
      await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    }
  }
  await tapOnce(counter);
  await receiver.verified(1);
});

test("a stream record that cannot be read is stored with its data and blocks nothing", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  const mark = `poison-${randomBase62(12)}`;
  const poison = { counterKey: mark, lastEventId: 1, note: "not a count event" };
  await clients.dynamodb.send(
    new PutItemCommand({ TableName: outputs.CountEventsTable, Item: marshall(poison) }),
  );
  await tapOnce(counter);
  await receiver.verified(1);
  const object = await takeFailedRecord(outputs.FailedRecordsBucket, mark);
  const { Records } = JSON.parse(JSON.parse(object).payload);
  expect(Records.length).toBe(1);
  expect(Records[0].dynamodb.NewImage.counterKey).toEqual({ S: mark });
});

test("no table and no log holds a signing secret", async () => {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, {
    behave: ({ request }) => ({ status: request === 1 ? 500 : 200 }),
  });
  await tapOnce(counter);
  const [first] = await receiver.verified(2);
  await comesToRest(first?.deliveryId ?? "", "delivered");
  const bare = receiver.secret.replace("whsec_", "");
  const tables = [
    ...[outputs.WebhookEndpointsTable, outputs.DeliveriesTable, outputs.DataKeysTable],
    outputs.OrganizationsTable,
  ];
  for (const TableName of tables) {
    const pages: string[] = [];
    for await (const page of pagesAsText(TableName)) pages.push(page);
    expect(pages.some((text) => text.includes(bare))).toBe(false);
    expect(pages.some((text) => text.includes('"S":'))).toBe(true);
  }
  const logs = readdirSync(join(dataDir, "logs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(logs.some((log) => log.includes(first?.deliveryId ?? "no id"))).toBe(true);
  expect(logs.filter((log) => log.includes(bare) || log.includes("whsec_"))).toEqual([]);
});
