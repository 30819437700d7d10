import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { KMS } from "@aws-sdk/client-kms";
import { S3 } from "@aws-sdk/client-s3";
import { Scheduler } from "@aws-sdk/client-scheduler";
import { SQS } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import * as z from "zod";
import { accessKeyOf } from "../iam/access-keys.ts";
import { readCalls } from "../iam/call-record.ts";
import { isNeeded, removalsOf } from "../iam/removals.ts";
import { policiesOf } from "../iam/stack-policies.ts";
import { eventually } from "./eventually.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ callsFolder: callsFolder() });
});
afterAll(async () => {
  await fixture?.close();
});

const callsFolder = () => join(inject("fixtureTemplate"), "..", "..", "calls");

/** SDK clients with the credentials of a function. */
const clientsOf = (functionName: string) => clientsWith(accessKeyOf(functionName));

function clientsWith(accessKeyId: string) {
  const credentials = { accessKeyId, secretAccessKey: "secret" };
  const local = { region: "us-east-1", credentials, maxAttempts: 1 };
  const { endpoints } = fixture.runtime;
  return {
    dynamodb: new DynamoDB({ ...local, endpoint: endpoints.dynamodb }),
    sqs: new SQS({ ...local, endpoint: endpoints.sqs }),
    kms: new KMS({ ...local, endpoint: endpoints.kms }),
    s3: new S3({ ...local, endpoint: endpoints.s3, forcePathStyle: true }),
    scheduler: new Scheduler({ ...local, endpoint: endpoints.scheduler }),
  };
}

const item = { TableName: "seen", Item: { id: { S: "a" } } };
const schedule = {
  Name: "denied",
  ScheduleExpression: "at(2040-01-01T00:00:00)",
  FlexibleTimeWindow: { Mode: "OFF" as const },
  Target: {
    Arn: "arn:aws:sqs:us-east-1:000000000000:scheduled",
    RoleArn: "arn:aws:iam::000000000000:role/any",
  },
};

test("an operation that is not known here is refused, and reported", async () => {
  const call = clientsOf("answer").dynamodb.listTables({});
  await expect(call).rejects.toMatchObject({ name: "AccessDeniedException" });
  const denials = fixture.events.filter((event) => event.kind === "access-denied");
  expect(denials).toContainEqual(
    expect.objectContaining({ caller: "answer", action: "dynamodb:ListTables" }),
  );
});

test.each(["/999999999999/work", "work"])(
  "the queue URL %s is none of this account",
  async (url) => {
    const QueueUrl = url.startsWith("/") ? `${fixture.runtime.endpoints.sqs}${url}` : url;
    const call = clientsOf("consume-queue").sqs.getQueueAttributes({
      QueueUrl,
      AttributeNames: ["QueueArn"],
    });
    await expect(call).rejects.toMatchObject({ name: "AccessDenied" });
  },
);

describe("a function whose role does not allow it is refused in the service's own way", () => {
  const arn = (service: string, name: string) =>
    `arn:aws:${service}:us-east-1:000000000000:${name}`;
  type Clients = ReturnType<typeof clientsOf>;
  const seen = arn("dynamodb", "table/seen");

  test.each<[string, string, number, string, (clients: Clients) => Promise<unknown>]>([
    [
      "dynamodb:GetItem",
      seen,
      400,
      "AccessDeniedException",
      ({ dynamodb }) => dynamodb.getItem({ TableName: "seen", Key: item.Item }),
    ],
    [
      "dynamodb:PutItem",
      seen,
      400,
      "AccessDeniedException",
      ({ dynamodb }) => dynamodb.transactWriteItems({ TransactItems: [{ Put: item }] }),
    ],
    [
      "sqs:SendMessage",
      arn("sqs", "work"),
      403,
      "AccessDenied",
      ({ sqs }) =>
        sqs.sendMessageBatch({
          QueueUrl: fixture.clients.urlOf("work"),
          Entries: [{ Id: "a", MessageBody: "a" }],
        }),
    ],
    [
      "kms:GenerateDataKeyWithoutPlaintext",
      "",
      400,
      "AccessDeniedException",
      ({ kms }) =>
        kms.generateDataKeyWithoutPlaintext({
          KeyId: fixture.runtime.outputs.KeyId,
          KeySpec: "AES_256",
        }),
    ],
    [
      "s3:PutObject",
      "arn:aws:s3:::failed-records/a/b",
      403,
      "AccessDenied",
      ({ s3 }) => s3.putObject({ Bucket: "failed-records", Key: "a/b", Body: "a" }),
    ],
    [
      "s3:ListBucket",
      "arn:aws:s3:::failed-records",
      403,
      "AccessDenied",
      ({ s3 }) => s3.listObjectsV2({ Bucket: "failed-records" }),
    ],
    [
      "scheduler:CreateSchedule",
      arn("scheduler", "schedule/default/denied"),
      403,
      "AccessDeniedException",
      ({ scheduler }) => scheduler.createSchedule(schedule),
    ],
  ])("%s on %s: %d %s", async (action, resource, status, name, call) => {
    const denial = await call(clientsOf("answer")).catch((error: unknown) => error);
    const user =
      /User: arn:aws:sts::000000000000:assumed-role\/answerServiceRole\w+\/answer is not /;
    expect(denial).toMatchObject({ name, message: expect.stringMatching(user) });
    expect(denial).toMatchObject({ $metadata: { httpStatusCode: status } });
    const why = `because no identity-based policy allows the ${action} action`;
    expect(String(denial)).toContain(`authorized to perform: ${action} on resource: ${resource}`);
    expect(String(denial)).toContain(why);
    const events = fixture.events.filter(({ kind }) => kind === "access-denied");
    expect(events.at(-1)).toEqual({
      kind: "access-denied",
      caller: "answer",
      action,
      resource: expect.stringContaining(resource),
      reason: `no statement names ${action}`,
    });
  });
});

describe("who has no access key of this account is refused in the service's own way", () => {
  type Clients = ReturnType<typeof clientsOf>;
  test.each<[string, number, string, (clients: Clients) => Promise<unknown>]>([
    [
      "DynamoDB",
      400,
      "UnrecognizedClientException",
      ({ dynamodb }) => dynamodb.getItem({ TableName: "seen", Key: item.Item }),
    ],
    ["SQS", 403, "InvalidClientTokenId", ({ sqs }) => sqs.listQueues({})],
    [
      "KMS",
      400,
      "UnrecognizedClientException",
      ({ kms }) =>
        kms.generateDataKeyWithoutPlaintext({
          KeyId: fixture.runtime.outputs.KeyId,
          KeySpec: "AES_256",
        }),
    ],
    [
      "S3",
      403,
      "InvalidAccessKeyId",
      ({ s3 }) => s3.getObject({ Bucket: "failed-records", Key: "a" }),
    ],
    [
      "Scheduler",
      403,
      "UnrecognizedClientException",
      ({ scheduler }) => scheduler.listSchedules({}),
    ],
  ])("%s: %d %s for another key", async (_, status, name, call) => {
    for (const key of ["test", "AKIAIOSFODNN7EXAMPLE", accessKeyOf("no-function")]) {
      const refusal = await call(clientsWith(key)).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ name, $metadata: { httpStatusCode: status } });
    }
  });

  const target = (name: string) => ({
    method: "POST",
    headers: { "x-amz-target": name },
    body: "{}",
  });
  test.each<[keyof Fixture["runtime"]["endpoints"], string, RequestInit, number, string]>([
    ["dynamodb", "", target("DynamoDB_20120810.ListTables"), 400, "MissingAuthenticationToken"],
    ["sqs", "", target("AmazonSQS.ListQueues"), 403, "MissingAuthenticationToken"],
    ["s3", "/failed-records/a", {}, 403, "AccessDenied"],
    ["s3", "/failed-records/a?X-Amz-Credential=local%2F1", { method: "PUT" }, 403, "AccessDenied"],
    ["s3", "/failed-records", { method: "POST" }, 403, "AccessDenied"],
    ["scheduler", "/schedules", {}, 403, "MissingAuthenticationToken"],
  ])("%s%s without a signature", async (service, path, init, status, code) => {
    const headers = { "content-type": "application/x-amz-json-1.0", ...init.headers };
    const response = await fetch(`${fixture.runtime.endpoints[service]}${path}`, {
      ...init,
      headers,
    });
    const said = `${[...response.headers.values()]} ${await response.text()}`;
    expect([response.status, said]).toEqual([status, expect.stringContaining(code)]);
  });
});

test("a function may do what its role allows, and the administrator everything", async () => {
  await clientsOf("consume-queue").dynamodb.putItem(item);
  await fixture.clients.dynamodb.getItem({ TableName: "seen", Key: item.Item });
});

test("who may create schedules may not pass any role to them", async () => {
  const Target = { ...schedule.Target, RoleArn: "arn:aws:iam::000000000000:role/other" };
  const { scheduler } = clientsOf("schedule");
  const creation = scheduler.createSchedule({ ...schedule, GroupName: "fixture-group", Target });
  await expect(creation).rejects.toThrow("is not authorized to perform: iam:PassRole");
});

test("a schedule whose role may not reach the target is tried again, and then a dead letter", async () => {
  const { scheduler, sqs, urlOf } = fixture.clients;
  const queue = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const Target = {
    ...schedule.Target,
    Arn: queue("work"),
    Input: "not sent",
    DeadLetterConfig: { Arn: queue("dead-letters") },
    RetryPolicy: { MaximumRetryAttempts: 1 },
  };
  const due = new Date(Date.now() - 1_000).toISOString().slice(0, 19);
  const ScheduleExpression = `at(${due})`;
  await scheduler.createSchedule({ ...schedule, Name: "no-right", ScheduleExpression, Target });
  const letter = await eventually("the dead letter", async () => {
    const QueueUrl = urlOf("dead-letters");
    const { Messages } = await sqs.receiveMessage({ QueueUrl, MessageAttributeNames: ["All"] });
    return Messages?.find(({ Body }) => Body?.includes("not sent"));
  });
  expect(letter.MessageAttributes).toMatchObject({
    ERROR_CODE: { StringValue: "AccessDeniedException" },
    RETRY_ATTEMPTS: { StringValue: "1" },
  });
});

test("each different call is recorded once, and a right that a call needs is missed", async () => {
  const { dynamodb } = clientsOf("consume-queue");
  await dynamodb.putItem(item);
  await dynamodb.putItem(item);
  const calls = readCalls(callsFolder());
  const puts = calls.filter(
    ({ action, caller }) => action === "dynamodb:PutItem" && caller.name.startsWith("consumequeue"),
  );
  expect(puts.map(({ context }) => context["dynamodb:attributes"])).toEqual([["id"]]);
  const template: unknown = JSON.parse(readFileSync(inject("fixtureTemplate"), "utf8"));
  const removals = removalsOf(policiesOf(template)).filter(({ text }) => text.includes("PutItem"));
  const noticed = removals.filter((removal) => isNeeded(removal, calls));
  expect(noticed.map(({ owner, kind }) => `${kind} of ${owner.replace(/Service.*/, "")}`)).toEqual([
    "statement of consumequeue",
    "grant of consumequeue",
  ]);
});

const Template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.any()).default({}) }),
  ),
});
type Resources = z.infer<typeof Template>["Resources"];

/** The fixture's template with other resources, in a copy of its folder, where its assets lie. */
function changedTemplate(name: string, change: (resources: Resources) => void): string {
  const original = inject("fixtureTemplate");
  const template = Template.parse(JSON.parse(readFileSync(original, "utf8")));
  change(template.Resources);
  const folder = join(original, "..", "..", name);
  cpSync(join(original, ".."), folder, { recursive: true });
  const file = join(folder, "Fixture.template.json");
  writeFileSync(file, JSON.stringify(template));
  return file;
}

const named = (resources: Resources, type: string, part: string) =>
  Object.entries(resources).filter(([id, { Type }]) => Type === type && id.includes(part));

test("an API that may not invoke a function responds with 500, for this route alone", async () => {
  const templateFile = changedTemplate("NoPermission", (resources) => {
    const [[id] = ["none"]] = named(resources, "AWS::Lambda::Permission", "itemsfirst");
    delete resources[id];
  });
  const other = await startFixture({ templateFile });
  const response = await other.get("/items/first");
  expect([response.status, response.body]).toEqual([500, { message: "Internal Server Error" }]);
  expect((await other.get("/items/second")).status).toBe(200);
  const events = other.events.filter((event) => event.kind === "access-denied");
  expect(events).toMatchObject([
    { caller: "apigateway.amazonaws.com", action: "lambda:InvokeFunction" },
  ]);
  await other.close();
});

describe("the runtime does not start", () => {
  const start = (name: string, change: (resources: Resources) => void) =>
    startFixture({ templateFile: changedTemplate(name, change) });

  test.each([
    ["sqs:ReceiveMessage", "consumequeue"],
    ["dynamodb:GetShardIterator", "consumestream"],
    ["s3:ListBucket", "consumestream"],
  ])("when Lambda may not %s for %s", async (action, owner) => {
    const starting = start("NoPolling", (resources) => {
      for (const [, { Properties }] of named(resources, "AWS::IAM::Policy", owner)) {
        for (const statement of Properties.PolicyDocument.Statement) {
          statement.Action = [statement.Action].flat().filter((one) => one !== action);
        }
      }
    });
    await expect(starting).rejects.toThrow(`is not authorized to perform: ${action}`);
  });

  test("when Lambda may not assume a function's role", async () => {
    const starting = start("NoTrust", (resources) => {
      const [[, role] = []] = named(resources, "AWS::IAM::Role", "answer");
      if (role) role.Properties.AssumeRolePolicyDocument.Statement[0].Effect = "Deny";
    });
    await expect(starting).rejects.toThrow("cannot be assumed by Lambda");
  });

  test("with a policy that it does not understand", async () => {
    const starting = start("Unknown", (resources) => {
      const [[, policy] = []] = named(resources, "AWS::IAM::Policy", "consumequeue");
      const Condition = { DateLessThan: { "aws:CurrentTime": "2030-01-01T00:00:00Z" } };
      if (policy) Object.assign(policy.Properties.PolicyDocument.Statement[0], { Condition });
    });
    await expect(starting).rejects.toThrow("does not know the condition operator DateLessThan");
  });
});
