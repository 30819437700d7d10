import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ recurEveryMs: 300 });
}, 30_000);
afterAll(() => fixture.close());

const at = (ms: number) => `at(${new Date(ms).toISOString().slice(0, 19)})`;

function request(name: string, ScheduleExpression: string) {
  return {
    Name: name,
    GroupName: "fixture-group",
    ScheduleExpression,
    FlexibleTimeWindow: { Mode: "OFF" as const },
    ActionAfterCompletion: "DELETE" as const,
    Target: {
      Arn: "arn:aws:sqs:us-east-1:000000000000:scheduled",
      RoleArn: "arn:aws:iam::000000000000:role/any",
      Input: name,
    },
  };
}

async function received(): Promise<string | undefined> {
  const { sqs, urlOf } = fixture.clients;
  const { Messages } = await sqs.receiveMessage({ QueueUrl: urlOf("scheduled") });
  return Messages?.[0]?.Body;
}

test("a function's schedule sends its message when due, and is then gone", async () => {
  const due = Math.ceil(Date.now() / 1000) * 1000 + 1000;
  const body = JSON.stringify({ name: "soon", at: at(due).slice(3, -1), input: "tick" });
  const { status } = await fixture.get("/schedule", { method: "POST", body });
  expect(status).toBe(200);
  expect(await eventually("the message", received)).toBe("tick");
  expect(Date.now()).toBeGreaterThanOrEqual(due);
  const { scheduler } = fixture.clients;
  await eventually("its deletion", async () => {
    const { Schedules } = await scheduler.listSchedules({ GroupName: "fixture-group" });
    return Schedules?.length === 0 || undefined;
  });
});

test("an existing name is a conflict, except for the same client token", async () => {
  const { scheduler } = fixture.clients;
  const later = at(Date.now() + 3_600_000);
  const ClientToken = "a-token";
  const { ScheduleArn } = await scheduler.createSchedule({
    ...request("taken", later),
    ClientToken,
  });
  expect(ScheduleArn).toBe("arn:aws:scheduler:us-east-1:000000000000:schedule/fixture-group/taken");
  const again = await scheduler.createSchedule({ ...request("taken", later), ClientToken });
  expect(again.ScheduleArn).toBe(ScheduleArn);
  await expect(scheduler.createSchedule(request("taken", later))).rejects.toMatchObject({
    name: "ConflictException",
    $metadata: { httpStatusCode: 409 },
  });
});

test("a schedule can be read, changed and deleted; a missing one is not found", async () => {
  const { scheduler } = fixture.clients;
  const key = { Name: "changing", GroupName: "fixture-group" };
  await scheduler.createSchedule(request("changing", at(Date.now() + 3_600_000)));
  const moved = at(Date.now() + 7_200_000);
  await scheduler.updateSchedule(request("changing", moved));
  const found = await scheduler.getSchedule(key);
  expect(found.ScheduleExpression).toBe(moved);
  expect(found.CreationDate).toBeInstanceOf(Date);
  await scheduler.deleteSchedule(key);
  const missing = { name: "ResourceNotFoundException", $metadata: { httpStatusCode: 404 } };
  await expect(scheduler.getSchedule(key)).rejects.toMatchObject(missing);
  await expect(scheduler.deleteSchedule(key)).rejects.toMatchObject(missing);
  const elsewhere = { ...request("x", moved), GroupName: "unknown" };
  await expect(scheduler.createSchedule(elsewhere)).rejects.toMatchObject(missing);
});

test.each(["rate(5 minutes)", "cron(0 10 * * ? *)", "at(2026-99-99T00:00:00)", "at(soon)"])(
  "%s is refused",
  async (expression) => {
    const creation = fixture.clients.scheduler.createSchedule(request("refused", expression));
    await expect(creation).rejects.toMatchObject({ name: "ValidationException" });
  },
);

test("a schedule whose queue does not exist is a wrapped dead letter, as on AWS", async () => {
  const { scheduler, sqs, urlOf } = fixture.clients;
  const missing = request("undeliverable", at(Date.now() - 1_000));
  const DeadLetterConfig = { Arn: "arn:aws:sqs:us-east-1:000000000000:dead-letters" };
  const Arn = "arn:aws:sqs:us-east-1:000000000000:gone";
  const Target = { ...missing.Target, Arn, Input: "the message", DeadLetterConfig };
  await scheduler.createSchedule({ ...missing, Target });
  const letter = await eventually("the dead letter", async () => {
    const QueueUrl = urlOf("dead-letters");
    const { Messages } = await sqs.receiveMessage({ QueueUrl, MessageAttributeNames: ["All"] });
    return Messages?.[0];
  });
  expect(JSON.parse(letter.Body ?? "")).toEqual({
    MessageBody: "the message",
    QueueUrl: urlOf("gone"),
  });
  const attributes = Object.entries(letter.MessageAttributes ?? {});
  expect(
    Object.fromEntries(attributes.map(([key, { StringValue }]) => [key, StringValue])),
  ).toEqual({
    ERROR_CODE: "AWS.SimpleQueueService.NonExistentQueue",
    ERROR_MESSAGE: expect.stringContaining("queue"),
    EXECUTION_ID: expect.stringMatching(/^[0-9a-f]{16}$/),
    IS_PAYLOAD_TRUNCATED: "false",
    RETRY_ATTEMPTS: "0",
    SCHEDULED_TIME: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    SCHEDULE_ARN: "arn:aws:scheduler:us-east-1:000000000000:schedule/fixture-group/undeliverable",
    TARGET_ARN: Arn,
  });
  const { Schedules } = await scheduler.listSchedules({ NamePrefix: "undeliverable" });
  expect(Schedules).toEqual([]);
  expect(fixture.events).toContainEqual(
    expect.objectContaining({ kind: "schedule-failed", name: "undeliverable" }),
  );
});

test("a schedule that is throttled is tried again, as often as its retry policy allows", async () => {
  const { scheduler, sqs, urlOf } = fixture.clients;
  const throttled = request("throttled", at(Date.now() - 1_000));
  const until = join(fixture.dataDir, "throttled-may-end");
  const busy = fixture.get(`/limited?do=bare&until=${until}`);
  const limited = fixture.runtime.functions.get("limited");
  await eventually("a busy function", () => limited?.pids.length === 1 || undefined);
  const Target = {
    ...throttled.Target,
    Arn: "arn:aws:lambda:us-east-1:000000000000:function:limited",
    Input: '{"any":"input"}',
    DeadLetterConfig: { Arn: "arn:aws:sqs:us-east-1:000000000000:dead-letters" },
    RetryPolicy: { MaximumRetryAttempts: 1 },
  };
  await scheduler.createSchedule({ ...throttled, Target });
  const letter = await eventually("the dead letter", async () => {
    const QueueUrl = urlOf("dead-letters");
    const { Messages } = await sqs.receiveMessage({ QueueUrl, MessageAttributeNames: ["All"] });
    return Messages?.find(({ Body }) => Body === Target.Input);
  });
  expect(letter.MessageAttributes).toMatchObject({
    ERROR_CODE: { StringValue: "TooManyRequestsException" },
    EXHAUSTED_RETRY_CONDITION: { StringValue: "MaximumRetryAttempts" },
    RETRY_ATTEMPTS: { StringValue: "1" },
  });
  writeFileSync(until, "");
  await busy;
});

test("the input for a function may have 1 MB, Lambda's limit on asynchronous events", async () => {
  const { scheduler } = fixture.clients;
  const inputOf = (bytes: number) => JSON.stringify("x".repeat(bytes - 2));
  for (const [name, bytes] of [
    ["large", 1_048_576],
    ["too-large", 1_048_577],
  ] as const) {
    const due = request(name, at(Date.now() - 1_000));
    const Arn = "arn:aws:lambda:us-east-1:000000000000:function:limited";
    const Target = { ...due.Target, Arn, Input: inputOf(bytes) };
    await scheduler.createSchedule({ ...due, Target });
  }
  const failure = await eventually("the failed schedule", () =>
    fixture.events.find((event) => event.kind === "schedule-failed" && event.name === "too-large"),
  );
  expect(failure).toMatchObject({ reason: expect.stringContaining("1048576 bytes") });
  const events = await eventually("the invocation", () => {
    const ended = fixture.events.filter((event) => event.kind === "invocation-ended");
    const large = ended.filter(({ event }) => typeof event === "string" && event.length > 1e6);
    return large.length > 0 ? large : undefined;
  });
  expect(events.map(({ event }) => String(event).length)).toEqual([1_048_574]);
});

test("a delay over 900 seconds is refused by SQS, as on AWS", async () => {
  const { sqs, urlOf } = fixture.clients;
  const message = { QueueUrl: urlOf("scheduled"), MessageBody: "x", DelaySeconds: 901 };
  await expect(sqs.sendMessage(message)).rejects.toThrow("DelaySeconds");
});

test("a message whose visibility timeout is set to zero can be received again", async () => {
  const { sqs, urlOf } = fixture.clients;
  const QueueUrl = urlOf("scheduled");
  await sqs.sendMessage({ QueueUrl, MessageBody: "back" });
  const { Messages } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
  const ReceiptHandle = Messages?.[0]?.ReceiptHandle;
  await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
  expect(await eventually("the message", received)).toBe("back");
});

test("a schedule of the template fires at the start and again and again, each time with its time", async () => {
  const { sqs, urlOf } = fixture.clients;
  const times: number[] = [];
  await eventually("three messages", async () => {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: urlOf("recurring") });
    times.push(...Messages.map(({ Body = "" }) => Date.parse(JSON.parse(Body))));
    return times.length >= 3 || undefined;
  });
  // Scheduler names the second.
  for (const time of times) expect(time % 1_000).toBe(0);
  expect(times[0]).toBeLessThanOrEqual(Date.now());
});
