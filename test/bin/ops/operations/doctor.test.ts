// @module-tag all
import { isDeepStrictEqual } from "node:util";
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { describe, expect, test } from "vitest";
import { removeMessages } from "../../../../adapters/aws/sqs-messages.ts";
import { eventually } from "../../../eventually.ts";
import { holdFailedRecords } from "../../../system/failed-records.ts";
import { fullOrganization } from "../../../system/full-organization.ts";
import { newGroup, putMember, regroup, sumsOf } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { client, clients, outputs } from "../../../system/service.ts";
import { put, receiverOfNothing } from "../webhooks/made-deliveries.ts";
import { findings, findingsOf, ops } from "./doctor-findings.ts";

holdFailedRecords();

describe("a service where nothing is wrong", () => {
  test("is called fine, and what exists in AWS only is skipped", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    await service.tapOnce(counter);
    await service.shareCounter(counter);
    await newGroup(organization);
    const { stdout } = await ops.run("doctor", "--only", organization.id, "--full");
    // Dead letters are the whole service's, and other tests may have left some.
    expect(stdout).not.toMatch(/^(unchecked|warning|critical) +(?!given-up)/m);
    expect(stdout).toMatch(/^skipped {4}alarms +Exists in AWS only; this service runs on this/m);
    expect(stdout).toMatch(/^fine {7}drift +Totals and days of 1 organization are up to date\.$/m);
    expect(stdout).toMatch(/^fine {7}version +The version \d+\.\d+\.\d+ runs/m);
    expect(stdout).toMatch(/Looked at 1 organization, .* and 1 group/);
  });

  test("whatever an organization has, no check but those of the whole service finds something", async () => {
    const { organization } = await fullOrganization();
    const found = await findings(organization.id, "--full");
    const wrong = found.filter(
      ({ check, severity }) => check !== "given-up" && !/^(fine|skipped)$/.test(severity),
    );
    expect(wrong).toEqual([]);
  });
});

test("a count whose evaluation was lost is named, until its group is repaired", async () => {
  const { organization, counter } = await service.createCustomer("pro");
  const group = await newGroup(organization);
  await regroup(counter, group.id);
  await service.tapOnce(counter);
  await expect.poll(() => sumsOf(group)).toMatchObject({ total: 1n });
  await putMember(group, { counterId: counter.id, count: 0, lastEventId: 0 });
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: { organizationId: { S: organization.id }, counterId: { S: counter.id } },
      UpdateExpression: "SET updatedAt = :at",
      ExpressionAttributeValues: { ":at": { S: new Date(Date.now() - 3_600_000).toISOString() } },
    }),
  );
  const repair = ["data", "repair", "--org", organization.id, "--group", group.id];
  expect(await findingsOf("drift", organization.id)).toMatchObject([
    { severity: "warning", command: expect.stringContaining(repair.join(" ")) },
  ]);
  await ops.json(...repair);
  expect(await findingsOf("drift", organization.id)).toMatchObject([{ severity: "fine" }]);
});

describe("an overdue delivery that no message works on", () => {
  test("is named, with the command that recovers it", async () => {
    const { organization, tap, endpointId } = await receiverOfNothing();
    const overdue = await tap();
    const next = { attempt: 2, dueMs: Date.now() - 3_600_000, fencingToken: "t" };
    await put(overdue, { state: "retry_scheduled", next });
    await put(await tap(), {
      state: "retry_scheduled",
      next: { ...next, dueMs: Date.now() + 3_600_000 },
    });
    const args = ["--org", organization.id, "--endpoint", endpointId, "--since", "30d"];
    expect(await findingsOf("deliveries", organization.id)).toMatchObject([
      {
        severity: "critical",
        sentence: `1 delivery is overdue at ${endpointId} of ${organization.id}, and no message works on it (${overdue.deliveryId})`,
        command: expect.stringContaining(`delivery recover ${args.join(" ")} --dry-run --local`),
      },
    ]);
  });
});

describe("a dead letter", () => {
  const waiting = async (id: string) =>
    (await findingsOf("given-up", id)).filter(({ sentence }) => /slow-attempts/.test(sentence));

  test("is counted until it is gone", async () => {
    const { id } = await service.createOrganization("pro");
    const QueueUrl = outputs.SlowAttemptsDeadLetters;
    expect(await waiting(id)).toEqual([]);
    await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "a dead letter" }));
    const { exitCode, stdout, stderr } = await ops.run("doctor", "--only", id);
    const { Messages = [] } = await clients.sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    const received = Messages.map(({ ReceiptHandle = "" }) => ({ receiptHandle: ReceiptHandle }));
    await removeMessages(clients.sqs, QueueUrl, received);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: \d+ findings? needs? attention$/m);
    expect(stdout).toMatch(
      /^critical {3}given-up +1 dead letter is waiting in slow-attempts\. To do: .*dead-letter redrive --from slow-attempts/m,
    );
    expect(await waiting(id)).toEqual([]);
  });
});

describe("failed records", () => {
  const batches = async (id: string, store: string) => {
    const [found] = (await findingsOf("given-up", id)).filter(({ sentence }) =>
      sentence.endsWith(`waiting in ${store}`),
    );
    return { count: Number(/^\d+/.exec(found?.sentence ?? "0")?.[0]), found };
  };

  test.each([
    ["stream-records", "FailedRecordsBucket", "Stream records failed"],
    ["unevaluated-counts", "FailedEvaluationsBucket", "Counts are not evaluated"],
  ] as const)("in %s are counted until they are gone", async (store, output, heading) => {
    const { id } = await service.createOrganization("pro");
    const Bucket = outputs[output];
    const Key = `aws/lambda/esm/shard/2030/01/01/${id}`;
    const keys = async () => {
      const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map((object) => object.Key);
    };
    // Other tests add failed records and take them, too.
    const listed = () =>
      eventually("that none came or went meanwhile", async () => {
        const before = await keys();
        const seen = await batches(id, store);
        return isDeepStrictEqual(before, await keys()) ? { ...seen, keys: before } : undefined;
      });
    await clients.s3.send(new PutObjectCommand({ Bucket, Key, Body: "a batch" }));
    const { count, found, keys: waiting } = await listed();
    await clients.s3.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(waiting).toContain(Key);
    expect(count).toBe(waiting.length);
    expect(found).toMatchObject({
      severity: "critical",
      remedy: expect.stringContaining(`"${heading}"`),
      command: expect.stringContaining(`dead-letter redrive --from ${store}`),
    });
    const after = await listed();
    expect(after.count).toBe(after.keys.length);
  });
});

test("a stored item of another shape is a finding, and the other checks go on", async () => {
  const { organization, counter } = await service.createCustomer("pro");
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: { organizationId: { S: organization.id }, counterId: { S: counter.id } },
      UpdateExpression: "SET locked = :text",
      ExpressionAttributeValues: { ":text": { S: "perhaps" } },
    }),
  );
  const found = await findings(organization.id);
  expect(found.find(({ check }) => check === "drift")).toMatchObject({
    severity: "unchecked",
    sentence: expect.stringContaining(`not as expected: locked (organizationId ${organization.id}`),
  });
  expect(found.find(({ check }) => check === "version")).toMatchObject({ severity: "fine" });
});

test("without --only, it looks at a part of all organizations and says how many", async () => {
  await service.createCustomer("pro");
  const { exitCode, stdout } = await ops.run("doctor", "--json");
  const { ok, looked } = JSON.parse(stdout);
  // What other tests have planted in the service is found, too.
  expect(exitCode).toBe(ok ? 0 : 1);
  expect(looked.organizations.count).toBeGreaterThanOrEqual(1);
  expect(looked.organizations.count).toBeLessThanOrEqual(100);
});

test("an organization that does not exist is wrong input, and nothing is printed", async () => {
  const { exitCode, stdout, stderr } = await ops.run("doctor", "--only", "org_nobody");
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toContain("org_nobody");
});
