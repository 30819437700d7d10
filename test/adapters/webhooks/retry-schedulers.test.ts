// @module-tag all
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, describe } from "vitest";
import { localAccess } from "../../../adapters/aws/dynamodb-client.ts";
import { retryScheduler } from "../../../adapters/webhooks/retry-scheduler.ts";
import { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import { Lane } from "../../../core/webhooks/endpoint-health.ts";
import { type Arrival, retrySchedulerConformance } from "../../conformance/retry-schedulers.ts";
import { startQueuesAndTables } from "../../lambdas/webhooks/queues-and-tables.ts";

const { urls, arns, scheduleRoleArn, endpoints, close } = await startQueuesAndTables();
afterAll(close);
const sqs = new SQSClient({ ...localAccess, endpoint: endpoints.sqs });
const queue = (lane: Lane) => ({ url: urls[lane], arn: arns[lane] });

describe.each([
  ["the delay of a queue", 901],
  ["a schedule", 1],
])("what is scheduled by %s", (_, schedulerFromSeconds) => {
  async function receive(lane: Lane): Promise<Arrival[]> {
    const QueueUrl = queue(lane).url;
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1, MaxNumberOfMessages: 10 }),
    );
    const atMs = Date.now();
    for (const { ReceiptHandle } of Messages) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
    return Messages.map(({ Body = "" }) => {
      return { message: AttemptMessage.parse(JSON.parse(Body)), lane, atMs };
    });
  }

  retrySchedulerConformance({
    retryScheduler: retryScheduler({
      sqs,
      scheduler: new SchedulerClient({ ...localAccess, endpoint: endpoints.scheduler }),
      routes: {
        queues: { fast: queue("fast"), slow: queue("slow") },
        scheduleGroup: "schedules",
        scheduleRoleArn,
        deadLetterArn: queue("fast").arn,
        schedulerFromSeconds,
      },
      now: Date.now,
      onScheduleError: (error) => {
        throw error;
      },
    }),
    now: Date.now,
    async arrivals(deliveryId, afterMs) {
      const arrived: Arrival[] = [];
      const own = () => arrived.filter(({ message }) => message.deliveryId === deliveryId);
      const untilMs = Date.now() + afterMs;
      // A second one comes as soon as the first, or not at all.
      for (let rounds = 0; rounds < 1 && Date.now() < untilMs; rounds += own().length > 0 ? 1 : 0) {
        const both = await Promise.all(Lane.options.map(receive));
        arrived.push(...both.flat());
      }
      return own();
    },
  });
});
