import { expect, test } from "vitest";
import { isFailedCall } from "../../../adapters/aws/failed-calls.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { sqsAttemptQueue } from "../../../adapters/webhooks/sqs-attempt-queue.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import type { OutgoingAttempt } from "../../../core/webhooks/dispatch.ts";
import type { Lane } from "../../../core/webhooks/endpoint-health.ts";
import { recordedSqs } from "../recorded-sqs.ts";

const urls = { fast: "http://127.0.0.1/1/first-attempts", slow: "http://127.0.0.1/1/slow" };

const attempts = (count: number, lane: Lane): OutgoingAttempt[] =>
  Array.from({ length: count }, () => ({
    lane,
    message: {
      deliveryId: `dlv_${randomBase62(48)}`,
      organizationId: "org_1",
      eventId: "counter.increment:ctr_1:1",
      eventType: "counter.increment",
      body: "{}",
      attempt: 1,
    },
  }));

const idIn = (body = "") => JSON.parse(body).deliveryId;

test("messages go to the queue of their lane, ten at a time, each in the group of its endpoint", async () => {
  const { sqs, calls } = await recordedSqs();
  const [fast, slow] = [attempts(23, "fast"), attempts(11, "slow")];
  expect(await sqsAttemptQueue(sqs, urls)([...slow, ...fast])).toEqual([]);
  for (const [url, sent, sizes] of [
    [urls.fast, fast, [3, 10, 10]],
    [urls.slow, slow, [1, 10]],
  ] as const) {
    const own = calls.filter(({ request }) => request.QueueUrl === url);
    expect(own.map(({ request }) => request.Entries.length).sort((a, b) => a - b)).toEqual(sizes);
    const entries = own.flatMap(({ request }) => request.Entries);
    const ids = sent.map(({ message }) => message.deliveryId);
    expect(entries.map(({ MessageBody }) => idIn(MessageBody)).toSorted()).toEqual(ids.toSorted());
    for (const { MessageBody, MessageGroupId } of entries) {
      expect(MessageGroupId).toBe(deliveryKeyOf(idIn(MessageBody))?.endpointId);
    }
  }
});

test("exactly the messages that SQS refuses within a batch are returned", async () => {
  const all = attempts(10, "fast");
  const refused = [all[0], all[7]];
  const ids = refused.map((one) => one?.message.deliveryId);
  const { sqs } = await recordedSqs({ refuses: (body) => ids.includes(idIn(body)) });
  const failed = await sqsAttemptQueue(sqs, urls)(all);
  expect(failed.map(({ item }) => item)).toEqual(refused);
  for (const { cause } of failed) expect(isFailedCall(cause)).toBe(true);
});

test("a call that fails returns its own messages; the others are sent", async () => {
  const [fast, slow] = [attempts(3, "fast"), attempts(2, "slow")];
  const { sqs, calls } = await recordedSqs({
    fails: ({ request }) => request.QueueUrl === urls.slow,
  });
  const failed = await sqsAttemptQueue(sqs, urls)([...fast, ...slow]);
  expect(failed.map(({ item }) => item)).toEqual(slow);
  for (const { cause } of failed) expect(isFailedCall(cause)).toBe(true);
  expect(calls).toHaveLength(2);
});

test("a message that SQS does not accept at first is sent again by itself", async () => {
  const { sqs, calls } = await recordedSqs({
    refuses: (_, { Id }) => Id === "1" && calls.length < 3,
  });
  expect(await sqsAttemptQueue(sqs, urls)(attempts(3, "fast"))).toEqual([]);
  const ids = calls.map(({ request }) => request.Entries.map(({ Id }) => Id));
  expect(ids).toEqual([["0", "1", "2"], ["1"], ["1"]]);
});
