import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DescribeTableCommand,
  PutItemCommand,
  paginateListTables,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, expect, test } from "vitest";
import { localAccess } from "../../../adapters/aws/dynamodb-client.ts";
import { dynamodbRateLimits } from "../../../adapters/dynamodb-rate-limits.ts";
import { newFencingToken, randomBase62 } from "../../../adapters/random.ts";
import { retryScheduler } from "../../../adapters/webhooks/retry-scheduler.ts";
import { sendAttempt } from "../../../adapters/webhooks/sqs-attempt-queue.ts";
import { beginDeletion } from "../../../core/data/deletion.ts";
import { tapLimit } from "../../../core/rate-limits.ts";
import { type AttemptMessage, firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { startQueuesAndTables } from "../../lambdas/webhooks/queues-and-tables.ts";
import { takeFailedRecord } from "../failed-records.ts";
import { fullOrganization } from "../full-organization.ts";
import { operator } from "../people-service.ts";
import { client, clients, createOrganization, outputs, stores, tables } from "../service.ts";
import type { StoredTable } from "./fixtures.ts";

// Writes the fixtures of a release, once, before it is tagged:
//   WRITE_FIXTURES=1.0.0 npx vitest run --project service test/system/releases/write-fixtures.test.ts
// What it writes is what the release's own code stores and sends through the SDK's clients.
const release = process.env.WRITE_FIXTURES;
if (release === undefined) throw new Error("WRITE_FIXTURES names the release");
const folder = join(import.meta.dirname, release);
// Scheduler assumes a role, which only these emulators have for a test.
const schedules = await startQueuesAndTables();
afterAll(schedules.close);
const scheduler = new SchedulerClient({ ...localAccess, endpoint: schedules.endpoints.scheduler });
const scheduleQueues = new SQSClient({ ...localAccess, endpoint: schedules.endpoints.sqs });

test("writes an item of every table and a message of every kind", async () => {
  const full = await fullOrganization();
  await storeRareItems();
  const dumped = await dumpTables();
  const messages = await sentMessages(full);
  const ids = {
    organizationId: full.organization.id,
    counterId: full.counter.id,
    groupId: full.group.id,
    endpointId: full.receiver.endpoint.id,
    personId: full.owner.person.id,
    invitationId: full.invitation.id,
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries({ tables: dumped, messages, ids })) {
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  }
  expect(Object.values(dumped).filter(({ items }) => items.length === 0)).toEqual([]);
});

/** What an organization at rest has none of. */
async function storeRareItems(): Promise<void> {
  const limits = dynamodbRateLimits(client, tables, { now: Date.now });
  await limits.use(tapLimit, "a caller");
  const { id: organizationId } = await createOrganization("pro");
  expect(await beginDeletion(stores, { organizationId }, operator)).toMatchObject({
    result: "begun",
  });
}

async function dumpTables(): Promise<Record<string, StoredTable>> {
  const dumped: Record<string, StoredTable> = {};
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    for (const TableName of TableNames.filter((name) => name.startsWith("Tables"))) {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      const items: StoredTable["items"] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
        items.push(...Items);
      }
      dumped[TableName.replace(/^Tables/, "").replace(/[0-9A-F]{8}$/, "")] = {
        attributes: Table?.AttributeDefinitions ?? [],
        key: Table?.KeySchema ?? [],
        indexes: (Table?.GlobalSecondaryIndexes ?? []).map(
          ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
        ),
        items,
      };
    }
  }
  return dumped;
}

async function sentMessages(full: Awaited<ReturnType<typeof fullOrganization>>) {
  const { organization, counter, receiver } = full;
  const count = {
    ...{ organizationId: organization.id, counterId: counter.id, counterName: counter.name },
    ...{ eventType: "increment" as const, count: 1, previousCount: 0, delta: 1, lastEventId: 1 },
    createdAt: new Date().toISOString(),
  };
  const first = firstMessage(countWebhook(count), receiver.endpoint.id);
  const soon = { ...first, attempt: 2, fencingToken: newFencingToken(), dueMs: Date.now() + 1_000 };
  const later = { ...soon, attempt: 3, dueMs: Date.now() + 3_600_000 };
  const { organizationId, counterId, ...image } = count;
  return {
    FirstAttempts: await throughQueue(outputs.FirstAttemptsDeadLetters, first),
    SlowAttempts: await throughQueue(outputs.SlowAttemptsDeadLetters, first),
    Retries: await throughQueue(outputs.RetriesDeadLetters, soon),
    Schedule: await scheduled(later),
    ScheduleDeadLetter: await failedSchedule({ ...soon, fencingToken: newFencingToken() }),
    FailedRecord: await failedRecord({
      counterKey: `${organizationId}/${counterId}`,
      ...{ metadata: null, hasAlerts: true, goalTarget: null },
      ...image,
    }),
  };
}

/** The text of a message that waits in a queue which nothing reads. */
async function throughQueue(url: string, message: AttemptMessage): Promise<string> {
  await sendAttempt(clients.sqs, url, { message });
  return await received(clients.sqs, url, message);
}

async function received(
  sqs: SQSClient,
  QueueUrl: string,
  { deliveryId }: AttemptMessage,
): Promise<string> {
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }),
    );
    for (const { Body = "", ReceiptHandle } of Messages) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      if (Body.includes(deliveryId)) return Body;
    }
  }
}

const scheduleGroup = "schedules";
const routesTo = (arn: string) => ({
  queues: { fast: { url: schedules.urls.fast, arn }, slow: { url: schedules.urls.fast, arn } },
  scheduleGroup,
  scheduleRoleArn: schedules.scheduleRoleArn,
  deadLetterArn: schedules.arns.slow,
  schedulerFromSeconds: 0,
});

async function schedule(message: AttemptMessage, arn: string): Promise<void> {
  await retryScheduler({
    ...{ sqs: scheduleQueues, scheduler, routes: routesTo(arn), now: Date.now },
    onScheduleError: (error) => {
      throw error;
    },
  }).schedule(message, "fast");
}

async function scheduled(message: AttemptMessage): Promise<string | undefined> {
  await schedule(message, schedules.arns.fast);
  const { deliveryId, attempt, fencingToken } = message;
  const Name = [deliveryId.replace(/^dlv_/, ""), attempt, fencingToken].join("-");
  const found = await scheduler.send(new GetScheduleCommand({ Name, GroupName: scheduleGroup }));
  return found.Target?.Input;
}

/** What Scheduler sends when the queue of a schedule does not exist. */
async function failedSchedule(message: AttemptMessage): Promise<string> {
  await schedule(message, `${schedules.arns.fast}-that-is-not-there`);
  return await received(scheduleQueues, schedules.urls.slow, message);
}

/** The object of a record that could not be read; its image is replaced by one that can. */
async function failedRecord(image: Record<string, unknown>): Promise<string> {
  const counterKey = `org_unreadable/${randomBase62(10)}`;
  const Item = marshall({ counterKey, lastEventId: 1 });
  await client.send(new PutItemCommand({ TableName: outputs.CountEventsTable, Item }));
  const { payload, ...stored } = JSON.parse(
    await takeFailedRecord(outputs.FailedRecordsBucket, counterKey),
  );
  const { Records } = JSON.parse(payload);
  Records[0].dynamodb.NewImage = marshall(image);
  return JSON.stringify({ ...stored, payload: JSON.stringify({ Records }) });
}
