import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { opsOn } from "../../bin/ops/run-ops.ts";
import { newAlert } from "../alert-service.ts";
import { holdFailedRecords, takeFailedRecord } from "../failed-records.ts";
import * as service from "../service.ts";
import { clients, createCounter, outputs, stores } from "../service.ts";
import { comesToRest } from "../webhooks/webhook-service.ts";
import {
  alertCustomer,
  count,
  firingsOf,
  groupWith,
  storedAlert,
  totalBecomes,
} from "./alert-customer.ts";

holdFailedRecords();

const ops = opsOn(service);
const Bucket = outputs.FailedEvaluationsBucket;

test("resending an alert's delivery sends the same body under the same ids", async () => {
  const { organization, receiver } = await alertCustomer();
  const counter = await createCounter(organization);
  await newAlert("counter", counter, { kind: "absolute", at: 1 });
  // The other alert's event has the same id: resending must not mix them up.
  await newAlert("counter", counter, { kind: "at_capacity", capacity: 1 });
  await count(counter);
  const firsts = await receiver.verified(2);
  for (const { deliveryId } of firsts) {
    await comesToRest(deliveryId, "delivered");
    await ops.json("delivery", "resend", deliveryId);
  }
  const [one, two, ...again] = await receiver.verified(4);
  const facts = (deliveries: typeof firsts) =>
    deliveries.map(({ deliveryId, body }) => `${deliveryId} ${body}`).toSorted();
  if (one === undefined || two === undefined) throw new Error("no deliveries");
  expect(facts(again)).toEqual(facts([one, two]));
  expect(one.body).not.toBe(two.body);
});

/** A count of a counter that has alerts or is in a group. */
interface UnstoredCount {
  counter: StoredCounter;
  lastEventId: number;
  previousCount: number;
  count: number;
}

/** The item that such a count would have; a group's counts carry its id. */
function countImage({ counter, lastEventId, previousCount, count }: UnstoredCount) {
  const { organizationId, id, name, groupId } = counter;
  const delta = count - previousCount;
  // Each count a millisecond later: firings are listed by time.
  const createdAt = new Date(Date.parse(counter.createdAt) + lastEventId).toISOString();
  return {
    counterKey: `${organizationId}/${id}`,
    ...{ lastEventId, counterName: name, previousCount, count, delta, createdAt },
    eventType: delta > 0 ? "increment" : "decrement",
    metadata: null,
    ...(groupId === null ? { hasAlerts: true } : { groupId }),
  };
}

/** Stores counts as Lambda stores a batch that it gave up, and redrives them. */
async function redriveFailed(counts: UnstoredCount[]): Promise<void> {
  const Records = counts.map((each, index) => ({
    eventID: `event-${index}`,
    eventName: "INSERT",
    dynamodb: { NewImage: marshall(countImage(each)) },
  }));
  const Key = `aws/lambda/esm/shard/2030/01/01/00.00.00-${randomBase62(20)}`;
  const Body = JSON.stringify({ version: "1.0", payload: JSON.stringify({ Records }) });
  await clients.s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  // Its exit code tells of all that is in the bucket, and of that which other tests left there.
  await ops.run("dead-letter", "redrive", "--from", "unevaluated-counts");
  const keys = async () => {
    const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map((object) => object.Key);
  };
  await expect.poll(keys).not.toContain(Key);
}

test("redriving counts that were not evaluated fires their alerts; doing it twice changes nothing twice", async () => {
  const { organization, receiver } = await alertCustomer();
  const { group, members } = await groupWith(organization, 1);
  const single = await createCounter(organization, { name: "Single" });
  const all = [
    await newAlert("group", group, { kind: "at_capacity" }),
    await newAlert("counter", single, { kind: "absolute", at: 3 }),
  ];
  const gaveUp = [...members, single].flatMap((counter: StoredCounter) => [
    { counter, lastEventId: 1, previousCount: 0, count: 9 },
    { counter, lastEventId: 2, previousCount: 9, count: 12 },
  ]);
  const state = async () => ({
    alerts: await Promise.all(all.map(storedAlert)),
    group: await stores.groups.get({ organizationId: organization.id, groupId: group.id }),
    firings: await firingsOf(organization),
  });
  await redriveFailed(gaveUp);
  const once = await state();
  expect(once.group?.total).toBe(12n);
  expect(once.firings.map(({ scope, lastEventId }) => [scope, lastEventId])).toEqual(
    expect.arrayContaining([
      ["group", 2],
      ["counter", 1],
    ]),
  );
  expect(once.firings).toHaveLength(2);
  for (const { deliveryId } of await receiver.verified(2))
    await comesToRest(deliveryId, "delivered");
  await redriveFailed(gaveUp);
  expect(await state()).toEqual(once);
  expect(receiver.received).toHaveLength(2);
});

test("a count that cannot be read is stored with its data and blocks no other's alert", async () => {
  const { organization, receiver } = await alertCustomer();
  const { group, members } = await groupWith(organization, 1, { capacity: 1 });
  await newAlert("group", group, { kind: "at_capacity" });
  const mark = `poison-${randomBase62(12)}`;
  const poison = { counterKey: mark, lastEventId: 1, groupId: group.id, note: "no count event" };
  await clients.dynamodb.send(
    new PutItemCommand({ TableName: outputs.CountEventsTable, Item: marshall(poison) }),
  );
  await count(members[0]);
  await totalBecomes(group, 1);
  await receiver.verified(1);
  const object = await takeFailedRecord(Bucket, mark);
  // The dispatcher cannot read it either.
  await takeFailedRecord(outputs.FailedRecordsBucket, mark);
  const { Records } = JSON.parse(JSON.parse(object).payload);
  expect(Records.map(({ dynamodb }: { dynamodb: object }) => dynamodb)).toMatchObject([
    { NewImage: { counterKey: { S: mark }, groupId: { S: group.id } } },
  ]);
});
