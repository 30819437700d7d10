import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { expect, onTestFinished, test } from "vitest";
import { hiddenSinceMs, removeMessages, sqsMessages } from "../../../adapters/aws/sqs-messages.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { clients } from "../../system/service.ts";
import { recordedSqs } from "../recorded-sqs.ts";

/** A queue of its own with so many messages; each is named after its number. */
async function queueWith(count: number) {
  const QueueName = `further-${randomBase62(12)}`;
  const { QueueUrl = "" } = await clients.sqs.send(new CreateQueueCommand({ QueueName }));
  onTestFinished(async () => {
    await clients.sqs.send(new DeleteQueueCommand({ QueueUrl }));
  });
  for (let number = 1; number <= count; number += 1) {
    await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: `${number}` }));
  }
  const inFlight = async () => {
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
    const { Attributes = {} } = await clients.sqs.send(asked);
    return Number(Attributes.ApproximateNumberOfMessagesNotVisible);
  };
  return { queue: sqsMessages({ receiving: clients.sqs, sqs: clients.sqs }, QueueUrl), inFlight };
}

test("receives at most as many as asked for, and never more than ten", async () => {
  const { queue } = await queueWith(14);
  const [some, more] = [await queue.receive(3), await queue.receive(100)];
  expect([some.length, more.length]).toEqual([3, 10]);
  const bodies = [...some, ...more].map(({ body }) => body);
  expect(new Set(bodies).size).toBe(13);
});

test("receives nothing from an empty queue", async () => {
  const { queue } = await queueWith(0);
  expect(await queue.receive(10)).toEqual([]);
});

test("removes exactly the messages that it is given, however many", async () => {
  const { queue, inFlight } = await queueWith(15);
  const received = [...(await queue.receive(10)), ...(await queue.receive(5))];
  expect(await inFlight()).toBe(15);
  await queue.remove(received.slice(0, 12));
  expect(await inFlight()).toBe(3);
});

test("hides messages, but not one that was shown again already", async () => {
  const { queue, inFlight } = await queueWith(2);
  const received = await queue.receive(2);
  await queue.hide(received, 60);
  expect(await inFlight()).toBe(2);
  await queue.hide(received.slice(0, 1), 0);
  expect(await queue.receive(1)).toHaveLength(1);
  await expect(queue.hide(received, 60)).rejects.toThrow("did not process a message");
});

test.each([
  ["first", 1, 1_000],
  ["third", 3, 57_000],
])("a message is hidden since its %s reception", (_, count, sinceMs) => {
  const attributes = {
    ApproximateFirstReceiveTimestamp: "1000",
    ApproximateReceiveCount: String(count),
  };
  expect(hiddenSinceMs(attributes, 28_000)).toBe(sinceMs);
});

test("throws when the deletion of a message fails again and again", async () => {
  const { sqs } = await recordedSqs({ refuses: () => true });
  await expect(removeMessages(sqs, "any", messages(1))).rejects.toThrow("InternalError");
});

const messages = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ receiptHandle: `receipt ${number}` }));
