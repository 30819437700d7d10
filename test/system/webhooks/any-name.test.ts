import { SendMessageCommand } from "@aws-sdk/client-sqs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Metadata } from "../../../core/counters/count-event.ts";
import { DisplayName } from "../../../core/display-name.ts";
import { type AttemptMessage, messageText } from "../../../core/webhooks/attempt-message.ts";
import { redriveQueue } from "../../../core/webhooks/redrive.ts";
import { eventOf, resend } from "../../../core/webhooks/resend.ts";
import { anyCharacter } from "../../any-character.ts";
import { runs } from "../../soak/runs.ts";
import { holdFailedRecords } from "../failed-records.ts";
import { clients, createCounter, createCustomer, outputs, stores, tapOnce } from "../service.ts";
import { comesToRest, createReceiver } from "./webhook-service.ts";

/** Names with what queues, Scheduler, JSON and terminals treat in a way of their own. */
const special = fc.constantFrom(
  ...["🚪", "\u{1f468}\u200d\u{1f469}", "\u{10ffff}", "\uFFFE\uFFFF", "\uFEFF", "\uE000"],
  ...["<aws.scheduler.schedule-arn>", '"\\', "\u2028", "\u202e", "e\u0301", "\\ud83d"],
);
const name = fc
  .array(fc.oneof(special, fc.string({ unit: anyCharacter, maxLength: 8 })), { minLength: 1 })
  .map((parts) => parts.join(""))
  .filter((text) => DisplayName.safeParse(text).success);
const metadata = fc
  .dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ stringUnit: anyCharacter }))
  // JSON has no negative zero.
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .map((value) => Metadata.safeParse(value).data ?? {});

const letters = stores.deadLetters.retries;

holdFailedRecords();

// The time for a name, mostly that of the retries: all names travel at the same time.
const names = runs(60);

test("any name and metadata arrive unchanged: at the receiver, in the log, as dead letter, resent", async () => {
  const { organization } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id, {
    // The second retry waits for the Scheduler.
    behave: ({ request }) => ({ status: request <= 2 ? 500 : 200 }),
  });
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const samples = fc.sample(fc.tuple(name, metadata), { seed, numRuns: names });
  const all = samples.map(async ([counterName, tapMetadata]) => {
    const counter = await createCounter(organization, { name: counterName });
    const tapped = await tapOnce(counter, "up", { metadata: tapMetadata });
    if (tapped.result !== "counted") throw new Error(tapped.result);
    expect(tapped.event.metadata).toEqual(JSON.parse(JSON.stringify(tapMetadata)));
    const own = () =>
      receiver.received.flatMap((request) =>
        request.verified && request.event.data.counterId === counter.id ? [request] : [],
      );
    await expect.poll(() => own().length, { timeout: 50_000 }).toBe(3);
    const [{ deliveryId, body } = { deliveryId: "", body: "" }] = own();
    const record = await comesToRest(deliveryId, "delivered");
    expect(JSON.parse(body).data.counterName).toBe(counterName);
    expect((await eventOf(stores, record))?.body).toBe(body);

    // A resent delivery whose message becomes a dead letter, as Scheduler wraps it, and is
    // redriven.
    const sent: AttemptMessage[] = [];
    const send = async (message: AttemptMessage) => void sent.push(message);
    expect(await resend({ ...stores, send }, deliveryId)).toMatchObject({ result: "resent" });
    const [message] = sent;
    if (message === undefined) throw new Error("nothing was sent");
    const QueueUrl = outputs.RetriesDeadLetters;
    const wrapped = JSON.stringify({ MessageBody: messageText(message), QueueUrl });
    await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: wrapped }));
    return async () => {
      await expect.poll(() => own().length, { timeout: 50_000 }).toBe(4);
      expect(new Set(own().map((request) => request.body))).toEqual(new Set([body]));
      await comesToRest(deliveryId, "delivered");
    };
  });
  const arrivals = await Promise.all(all).catch((cause) => {
    throw new Error(`SEED=${seed} npx vitest run test/system/webhooks/any-name.test.ts`, { cause });
  });
  const redriven = await redriveQueue(letters, {
    startMs: Date.now() + 60_000,
    discardUnreadable: false,
    isStopped: () => false,
    onProgress: () => {},
    onDiscard: () => {},
  });
  // A message that the stream's faults left unprocessed too often is a dead letter as well.
  expect(redriven.left).toBe(0);
  expect(redriven.redriven).toBeGreaterThanOrEqual(names);
  await Promise.all(arrivals.map((arrived) => arrived()));
}, 120_000);
