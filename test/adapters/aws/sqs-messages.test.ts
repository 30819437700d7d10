import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { expect, onTestFinished, test } from "vitest";
import { sqsMessages } from "../../../adapters/aws/sqs-messages.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { clients } from "../../system/webhooks/webhook-service.ts";

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
