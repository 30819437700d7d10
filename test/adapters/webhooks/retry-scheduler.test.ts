import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
} from "@aws-sdk/client-scheduler";
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, expect, test } from "vitest";
import { localAccess } from "../../../adapters/aws/dynamodb-client.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { retryScheduler } from "../../../adapters/webhooks/retry-scheduler.ts";
import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import { startQueuesAndTables } from "../../lambdas/webhooks/queues-and-tables.ts";

const { urls, arns, scheduleRoleArn, endpoints, close } = await startQueuesAndTables();
afterAll(close);
const GroupName = "schedules";
const sqs = new SQSClient({ ...localAccess, endpoint: endpoints.sqs });
const scheduler = new SchedulerClient({ ...localAccess, endpoint: endpoints.scheduler });
const nobody = new SchedulerClient({
  ...localAccess,
  endpoint: "http://127.0.0.1:9",
  maxAttempts: 1,
});

const queues = {
  fast: { url: urls.fast, arn: arns.fast },
  slow: { url: urls.slow, arn: arns.slow },
};

const nowMs = Math.floor(Date.now() / 1_000) * 1_000;

function schedulerBy(by: SchedulerClient) {
  const errors: unknown[] = [];
  const made = retryScheduler({
    sqs,
    scheduler: by,
    routes: {
      queues,
      scheduleGroup: GroupName,
      scheduleRoleArn,
      deadLetterArn: queues.fast.arn,
      schedulerFromSeconds: 901,
    },
    now: () => nowMs,
    onScheduleError: (error) => errors.push(error),
  });
  return { errors, ...made };
}

function message(afterSeconds: number): AttemptMessage {
  return {
    deliveryId: `dlv_${randomBase62(48)}`,
    organizationId: "org_1",
    eventId: "counter.increment:ctr_1:1",
    eventType: "counter.increment",
    body: "{}",
    attempt: 5,
    fencingToken: randomBase62(12),
    dueMs: nowMs + afterSeconds * 1_000,
  };
}

async function counts(url: string): Promise<[visible: number, delayed: number]> {
  const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesDelayed"] as const;
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...names] }),
  );
  return [Number(Attributes[names[0]]), Number(Attributes[names[1]])];
}

async function receive(url: string) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 1 }),
  );
  for (const { ReceiptHandle } of Messages) {
    await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
  }
  return Messages.map(({ Body = "" }) => JSON.parse(Body));
}

const nameOf = ({ deliveryId, attempt, fencingToken }: AttemptMessage) =>
  `${deliveryId.slice(4)}-${attempt}-${fencingToken}`;

test("a message that is due arrives at once, in the queue of its lane", async () => {
  const due = message(0);
  await schedulerBy(nobody).schedule(due, "slow");
  expect(await receive(queues.slow.url)).toEqual([due]);
  expect(await receive(queues.fast.url)).toEqual([]);
});

test("a wait of 15 minutes is a delay of the queue, without a schedule", async () => {
  const before = await counts(queues.fast.url);
  const { schedule, errors } = schedulerBy(nobody);
  await schedule(message(900), "fast");
  expect(await counts(queues.fast.url)).toEqual([before[0], before[1] + 1]);
  expect(errors).toEqual([]);
});

test("a second more than SQS can delay is a schedule", async () => {
  const later = message(901);
  await schedulerBy(scheduler).schedule(later, "fast");
  await scheduler.send(new DeleteScheduleCommand({ Name: nameOf(later), GroupName }));
});

test("a longer wait is one schedule, named after delivery, attempt and fencing token", async () => {
  const later = message(3_600);
  const { schedule } = schedulerBy(scheduler);
  await schedule(later, "slow");
  const created = await scheduler.send(new GetScheduleCommand({ Name: nameOf(later), GroupName }));
  expect(nameOf(later).length).toBeLessThanOrEqual(64);
  const due = new Date(nowMs + 3_600_000).toISOString().slice(0, 19);
  expect(created.ScheduleExpression).toBe(`at(${due})`);
  expect(created.ActionAfterCompletion).toBe("DELETE");
  expect(created.Target?.Arn).toBe(queues.slow.arn);
  expect(JSON.parse(created.Target?.Input ?? "")).toEqual(later);
  await scheduler.send(new DeleteScheduleCommand({ Name: nameOf(later), GroupName }));
});

test("a schedule that exists already is a success", async () => {
  const later = message(3_600);
  const { schedule, errors } = schedulerBy(scheduler);
  const before = await counts(queues.fast.url);
  await scheduler.send(
    new CreateScheduleCommand({
      Name: nameOf(later),
      GroupName,
      ScheduleExpression: "at(2099-01-01T00:00:00)",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: { Arn: queues.fast.arn, RoleArn: scheduleRoleArn },
    }),
  );
  await schedule(later, "fast");
  expect(errors).toEqual([]);
  expect(await counts(queues.fast.url)).toEqual(before);
  await scheduler.send(new DeleteScheduleCommand({ Name: nameOf(later), GroupName }));
});

test("when Scheduler fails, the message waits by a delay that SQS allows", async () => {
  const { schedule, errors } = schedulerBy(nobody);
  const before = await counts(queues.fast.url);
  await schedule(message(21_600), "fast");
  expect(errors.length).toBe(1);
  expect(await counts(queues.fast.url)).toEqual([before[0], before[1] + 1]);
});
