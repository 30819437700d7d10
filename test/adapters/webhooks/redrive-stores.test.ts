import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { redriveStores } from "../../../adapters/webhooks/redrive-stores.ts";
import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import type { DeadLetter } from "../../../core/webhooks/redrive.ts";
import { clients, outputs } from "../../system/service.ts";
import { recordedSqs } from "../recorded-sqs.ts";

const message = (): AttemptMessage => ({
  deliveryId: `dlv_${randomBase62(48)}`,
  organizationId: "org_1",
  eventId: "counter.increment:ctr_1:1",
  eventType: "counter.increment",
  body: "{}",
  attempt: 1,
});

function letter(): DeadLetter {
  const messageId = randomBase62(10);
  const text = { ...message() };
  const receiptHandle = `receipt ${messageId}`;
  return { messageId, receiptHandle, sentMs: 0, text: JSON.stringify(text), message: text };
}

async function recordedPorts(refuses?: (body: string) => boolean) {
  const { sqs, calls } = await recordedSqs({ ...(refuses && { refuses }) });
  return { ...redriveStores({ clients: { ...clients, sqs }, outputs }), calls };
}

test.each([
  ["first-attempts", outputs.FirstAttemptsQueue, outputs.FirstAttemptsDeadLetters],
  ["retries", outputs.RetriesQueue, outputs.RetriesDeadLetters],
  ["slow-attempts", outputs.SlowAttemptsQueue, outputs.SlowAttemptsDeadLetters],
] as const)(
  "dead letters of %s go back to the queue that they come from",
  async (source, to, from) => {
    const { deadLetters, calls } = await recordedPorts();
    await deadLetters[source].sendAgain([letter()]);
    expect(calls.map(({ operation, request }) => [operation, request.QueueUrl])).toEqual([
      ["SendMessageBatch", to],
      ["DeleteMessageBatch", from],
    ]);
  },
);

test("failed records are dispatched to the queues that first attempts take", async () => {
  const { dispatch, calls } = await recordedPorts();
  for (const lane of ["fast", "slow"] as const) await dispatch.send([{ lane, message: message() }]);
  const { FirstAttemptsQueue, SlowAttemptsQueue } = outputs;
  expect(calls.map(({ request }) => request.QueueUrl)).toEqual([
    FirstAttemptsQueue,
    SlowAttemptsQueue,
  ]);
});

test("only what its queue has accepted is deleted from the dead letters", async () => {
  const letters = [letter(), letter(), letter()];
  const [, refused] = letters;
  const { deadLetters, calls } = await recordedPorts((body) =>
    body.includes(refused?.message?.deliveryId ?? "none"),
  );
  expect(await deadLetters.retries.sendAgain(letters)).toEqual([refused]);
  const deleted = calls.findLast(({ operation }) => operation === "DeleteMessageBatch");
  const receipts = deleted?.request.Entries.map(({ ReceiptHandle }) => ReceiptHandle);
  expect(receipts).toEqual([letters[0]?.receiptHandle, letters[2]?.receiptHandle]);
});

test("taking hides messages for two minutes, and a look at them does not hide any", async () => {
  const { deadLetters, calls } = await recordedPorts();
  await deadLetters.retries.take();
  await deadLetters.retries.peek();
  const timeouts = calls.map(({ request }) => request.VisibilityTimeout);
  expect(timeouts[0]).toBe(120);
  expect(new Set(timeouts.slice(1))).toEqual(new Set([0]));
});

test("an object that was removed in between is none", async () => {
  const { failedRecords } = await recordedPorts();
  expect(await failedRecords["stream-records"].read("removed")).toBeUndefined();
});
