import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RuntimeEvent } from "../runtime-event.ts";
import { StartError } from "../start-error.ts";
import { eventually } from "./eventually.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

/** The fixture reserves one; the other functions share the rest, which must be 100. */
const accountConcurrency = 101;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ accountConcurrency });
}, 30_000);
afterAll(() => fixture.close());

let holds = 0;
let release: () => Promise<void>;

/** Takes all concurrency that is not reserved. */
beforeEach(() => {
  holds += 1;
  const until = join(fixture.dataDir, `hold-${holds}`);
  const answer = pool("answer");
  const held = Array.from({ length: accountConcurrency - 1 }, () =>
    answer.invoke({ queryStringParameters: { do: "bare", until } }),
  );
  release = async () => {
    writeFileSync(until, "");
    await Promise.all(held);
  };
});

function pool(name: string) {
  const found = fixture.runtime.functions.get(name);
  if (!found) throw new Error(`no function ${name}`);
  return found;
}

async function seen(id: string): Promise<unknown> {
  const { Item } = await fixture.clients.dynamodb.getItem({
    TableName: "seen",
    Key: { id: { S: id } },
  });
  return Item?.what?.S && JSON.parse(Item.what.S);
}

const throttlesOf = (functionName: string) =>
  fixture.events.filter(
    (event) => event.kind === "invocation-throttled" && event.functionName === functionName,
  ).length;

const isEndOf = (functionName: string) => (event: RuntimeEvent) =>
  event.kind === "invocation-ended" && event.functionName === functionName;

function send(message: object) {
  const { sqs, urlOf } = fixture.clients;
  return sqs.sendMessage({ QueueUrl: urlOf("work"), MessageBody: JSON.stringify(message) });
}

test("functions without a reservation share the account's concurrency, others keep theirs", async () => {
  expect(await pool("brief").invoke({})).toMatchObject({ outcome: "throttled" });
  expect(await fixture.get("/brief?do=bare")).toMatchObject({
    status: 503,
    body: { message: "Service Unavailable" },
  });
  expect((await fixture.get("/limited?do=bare")).status).toBe(200);
  await release();
  expect((await fixture.get("/brief?do=bare")).status).toBe(200);
});

test("a message whose function is throttled comes again after its visibility timeout, as received once more", async () => {
  const before = throttlesOf("consume-queue");
  await send({ id: "patient", kind: "wanted" });
  // Within the 4 s of the visibility timeout, the invocation is tried 6 times, with growing pauses.
  await eventually("it comes again", () => throttlesOf("consume-queue") >= before + 7 || undefined);
  await release();
  expect(await eventually("patient", () => seen("patient"))).toMatchObject({
    attributes: { ApproximateReceiveCount: "2" },
  });
  // Before the next test takes all concurrency.
  await eventually("its end", () => fixture.events.some(isEndOf("consume-queue")) || undefined);
});

test("a message becomes a dead letter though its function was only throttled", async () => {
  const before = throttlesOf("consume-queue");
  await send({ id: "starved", kind: "wanted" });
  const { sqs, urlOf } = fixture.clients;
  const QueueUrl = urlOf("dead-letters");
  const dead = await eventually(
    "the dead letter",
    async () => {
      // On a busy machine the message of the test before can be there as well.
      const all = { QueueUrl, VisibilityTimeout: 0, MaxNumberOfMessages: 10 };
      const { Messages = [] } = await sqs.receiveMessage(all);
      return Messages.map(({ Body = "" }) => JSON.parse(Body)).find(({ id }) => id === "starved");
    },
    30_000,
  );
  expect(dead).toMatchObject({ id: "starved" });
  expect(throttlesOf("consume-queue")).toBeGreaterThan(before);
  expect(fixture.events).toContainEqual(
    expect.objectContaining({ kind: "records-failed", source: "work", reason: "received 2 times" }),
  );
  await release();
  expect(await seen("starved")).toBeUndefined();
});

test("a throttled batch of a stream is tried again, however few retries its mapping has", async () => {
  await fixture.clients.dynamodb.putItem({ TableName: "things", Item: { id: { S: "waits" } } });
  // One retry would be used up by then.
  const before = throttlesOf("consume-stream");
  await eventually(
    "three throttled invocations",
    () => throttlesOf("consume-stream") >= before + 3 || undefined,
  );
  await release();
  await eventually("the record", () => seen("waits"));
  const { Contents = [] } = await fixture.clients.s3.listObjectsV2({ Bucket: "failed-records" });
  expect(Contents).toEqual([]);
});

test("a reservation that leaves less than 100 to the other functions is refused, as by Lambda", async () => {
  await release();
  const { templateFile, dataDir } = fixture;
  const start = (limit: number) =>
    startFixture({
      templateFile,
      accountConcurrency: limit,
      dataDir: join(dataDir, `at-${limit}`),
    });
  await expect(start(100)).rejects.toThrow(StartError);
  await expect(start(10)).rejects.toThrow(/reserve 1 of the account's 10 .* at least 100/);
});
