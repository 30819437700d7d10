import { DeleteItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { describe, expect, test } from "vitest";
import { holdFailedRecords } from "../../../system/failed-records.ts";
import { newGroup, setTotal } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { client, outputs } from "../../../system/service.ts";
import { clients } from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";
import { put, receiverOfNothing } from "../webhooks/made-deliveries.ts";

holdFailedRecords();

const ops = opsOn(service);

interface Found {
  check: string;
  severity: string;
  sentence: string;
  remedy: string | null;
  command: string | null;
}

/** What the doctor says about one organization. */
async function findings(organizationId: string, ...more: string[]): Promise<Found[]> {
  const { stdout } = await ops.run("doctor", "--only", organizationId, ...more, "--json");
  return JSON.parse(stdout).findings;
}

async function findingsOf(check: string, organizationId: string, ...more: string[]) {
  return (await findings(organizationId, ...more)).filter((found) => found.check === check);
}

const organizationKey = (id: string) => ({ organizationId: { S: id } });

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
    expect(stdout).toMatch(/^fine {7}drift +The tables of 1 organization agree\.$/m);
    expect(stdout).toMatch(/^fine {7}version +The version \d+\.\d+\.\d+ runs/m);
    expect(stdout).toMatch(/Looked at 1 organization, 1 API key, .* 1 group and 1 counter/);
  });
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
    const args = ["--org", organization.id, "--endpoint", endpointId, "--since", "29d"];
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
    const Entries = Messages.map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
    await clients.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: \d+ findings? needs? attention$/m);
    expect(stdout).toMatch(
      /^critical {3}given-up +1 dead letter is waiting in slow-attempts\. To do: .*dead-letter redrive --from slow-attempts/m,
    );
    expect(await waiting(id)).toEqual([]);
  });
});

describe("tables that do not agree", () => {
  test("a group's total that drifted is named until it is counted again", async () => {
    const organization = await service.createOrganization("pro");
    const hall = await newGroup(organization);
    await setTotal(hall, 7n);
    const command = ["group", "recount", "--org", organization.id, hall.id];
    expect(await findingsOf("drift", organization.id)).toMatchObject([
      {
        severity: "warning",
        sentence: `the group ${hall.id} of ${organization.id} has the total 7, and its members add up to 0`,
        command: expect.stringContaining(command.join(" ")),
      },
    ]);
    await ops.run(...command);
    expect(await findingsOf("drift", organization.id)).toMatchObject([{ severity: "fine" }]);
  });

  test("an API key that the organization's list lacks works, and is named", async () => {
    const { organization, keyId } = await service.createCustomer("pro");
    await client.send(
      new UpdateItemCommand({
        TableName: outputs.OrganizationsTable,
        Key: organizationKey(organization.id),
        UpdateExpression: "REMOVE apiKeys.#id",
        ExpressionAttributeNames: { "#id": keyId },
      }),
    );
    expect(await findingsOf("drift", organization.id, "--full")).toMatchObject([
      {
        severity: "critical",
        sentence: `${organization.id} has 1 API key that its list lacks: ${keyId}`,
      },
    ]);
  });

  test("an embed that is listed and gone is counted, and its secret id is not shown", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    const sessionId = await service.shareCounter(counter);
    await client.send(
      new DeleteItemCommand({
        TableName: outputs.EmbedSessionsTable,
        Key: { sessionId: { S: sessionId } },
      }),
    );
    expect(await findingsOf("drift", organization.id)).toMatchObject([
      { sentence: `${organization.id} lists 1 embed that does not exist` },
    ]);
  });

  test("an embed that the organization's list lacks is counted", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    await service.shareCounter(counter);
    await client.send(
      new UpdateItemCommand({
        TableName: outputs.EmbedSessionsTable,
        Key: { sessionId: { S: organization.id } },
        UpdateExpression: "REMOVE sessionIds",
      }),
    );
    expect(await findingsOf("drift", organization.id, "--full")).toMatchObject([
      { severity: "critical", sentence: `${organization.id} has 1 embed that its list lacks` },
    ]);
  });

  test("a number of counters that is wrong is named", async () => {
    const { organization } = await service.createCustomer("pro");
    await service.setCounterCount(organization.id, 5);
    expect(await findingsOf("drift", organization.id)).toMatchObject([
      { sentence: `${organization.id} counts 5 counters and has 1` },
    ]);
    const { stdout } = await ops.run("doctor", "--only", organization.id);
    // The id as it is, to be copied.
    expect(stdout).toContain(`drift            ${organization.id} counts 5 counters`);
  });

  test("a count that its events do not lead to is named", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    await service.tapOnce(counter);
    await service.tapOnce(counter);
    await client.send(
      new UpdateItemCommand({
        TableName: outputs.CountersTable,
        Key: { ...organizationKey(organization.id), counterId: { S: counter.id } },
        UpdateExpression: "SET #count = :count",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":count": { N: "9" } },
      }),
    );
    expect(await findingsOf("drift", organization.id)).toMatchObject([
      {
        severity: "critical",
        sentence: `the counter ${counter.id} of ${organization.id} says 9 at event 2, but its last 2 events lead to 2`,
      },
    ]);
  });
});

test("a stored item of another shape is a finding, and the other checks go on", async () => {
  const { organization, counter } = await service.createCustomer("pro");
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: { ...organizationKey(organization.id), counterId: { S: counter.id } },
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
