// @module-tag all
import { DeleteItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import type { StackOutputs } from "../../../../adapters/stack-outputs.ts";
import { newCounter, newCounterId } from "../../../../core/counters/counter.ts";
import { lookForDrift } from "../../../../core/operations/look-for-drift.ts";
import { doctorLimits } from "../../../../core/operations/reading-limits.ts";
import { newAlert, setAlertCount } from "../../../system/alert-service.ts";
import { newGroup, setTotal } from "../../../system/group-service.ts";
import { createMember } from "../../../system/people-service.ts";
import * as service from "../../../system/service.ts";
import { client, outputs } from "../../../system/service.ts";
import { createReceiver } from "../../../system/webhooks/webhook-service.ts";
import { findingsOf, ops } from "./doctor-findings.ts";

type Table = keyof StackOutputs & `${string}Table`;
type Key = Record<string, string | number>;

async function remove(table: Table, key: Key): Promise<void> {
  const TableName = outputs[table];
  await client.send(new DeleteItemCommand({ TableName, Key: marshall(key) }));
}

/** Changes an item as no part of the service does. */
async function update(
  table: Table,
  key: Key,
  expression: string,
  { names, values }: { names?: Record<string, string>; values?: Record<string, unknown> } = {},
): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: outputs[table],
      Key: marshall(key),
      UpdateExpression: expression,
      ...(names && { ExpressionAttributeNames: names }),
      ...(values && { ExpressionAttributeValues: marshall(values) }),
    }),
  );
}

/** Sets a number of an item. */
async function setNumber(table: Table, key: Key, name: string, value: number): Promise<void> {
  await update(table, key, "SET #name = :value", {
    names: { "#name": name },
    values: { ":value": value },
  });
}

/** What the doctor finds in the tables of this organization: each severity and sentence. */
async function drift(organizationId: string): Promise<[severity: string, sentence: string][]> {
  const found = await findingsOf("drift", organizationId, "--full");
  return found.map(({ severity, sentence }) => [severity, sentence]);
}

const agrees = [["fine", "the tables of 1 organization agree"]];

const ports = service.stores.drift;

describe("an API key", () => {
  test("that is listed and does not exist is named", async () => {
    const { organization, keyId } = await service.createCustomer("pro");
    const keyHash = (await ports.organization(organization.id))?.apiKeys[keyId] ?? "";
    await remove("ApiKeysTable", { keyHash });
    expect(await drift(organization.id)).toEqual([
      ["warning", `${organization.id} lists 1 API key that does not exist: ${keyId}`],
    ]);
  });

  test("that the list lacks works, and is named", async () => {
    const { organization, keyId } = await service.createCustomer("pro");
    const key = { organizationId: organization.id };
    await update("OrganizationsTable", key, "REMOVE apiKeys.#id", { names: { "#id": keyId } });
    expect(await drift(organization.id)).toEqual([
      ["critical", `${organization.id} has 1 API key that its list lacks: ${keyId}`],
    ]);
  });

  test("of an organization that does not exist is named, unless that is being deleted", async () => {
    const { organization, keyId } = await service.createCustomer("pro");
    const organizationId = organization.id;
    const keyHash = (await ports.organization(organizationId))?.apiKeys[keyId] ?? "";
    await remove("OrganizationsTable", { organizationId });
    const look = async () => {
      const of = { organizations: [], keys: [{ keyHash, organizationId }], embeds: [] };
      const limits = doctorLimits({ full: true });
      return (await lookForDrift(ports, { ...of, limits }, () => {})).findings;
    };
    expect(await look()).toMatchObject([
      {
        severity: "critical",
        sentence: `there is 1 API key of ${organizationId}, which does not exist`,
      },
    ]);
    const began = { values: { ":now": new Date().toISOString() } };
    await update("OrganizationDeletionsTable", { organizationId }, "SET startedAt = :now", began);
    expect(await look()).toEqual([]);
    await remove("OrganizationDeletionsTable", { organizationId });
  });
});

describe("a day", () => {
  const daily = { resetDaily: true };

  test("that is due, or was planned a moment ago, is no finding", async () => {
    const organization = await service.createOrganization("pro");
    await service.createCounter(organization, daily);
    expect(await drift(organization.id)).toEqual(agrees);
  });

  test("that did not start is named with the counters that wait for it", async () => {
    const { id: organizationId } = await service.createOrganization("pro");
    const yesterdayMs = Date.now() - 86_400_000;
    const due = new Date(yesterdayMs).toISOString();
    const values = { ":due": due };
    // In no index, so that the service does not start it.
    await update("OrganizationsTable", { organizationId }, "SET nextDayStart = :due", { values });
    const key = { organizationId, counterId: newCounterId(randomBase62) };
    const counter = newCounter({ name: "Gate" }, key, yesterdayMs);
    const waiting = { ...counter, ...daily, dailyResetSince: due, resetTo: 7 };
    await service.stores.counterCreator.create([{ ...waiting, resetDaily: false }]);
    await update("CountersTable", key, "SET resetDaily = :yes", { values: { ":yes": true } });
    expect(await drift(organizationId)).toEqual([
      [
        "critical",
        `a day of ${organizationId} has been due since ${due}; not reset yet (1 counter): ${counter.id}`,
      ],
    ]);
  });

  test("that nobody has planned is named, and saving the setting again plans it", async () => {
    const organization = await service.createOrganization("pro");
    const { id } = await service.createCounter(organization, daily);
    const key = { organizationId: organization.id };
    await update("OrganizationsTable", key, "REMOVE nextDayStart, dayStartsIndex");
    const [found] = await findingsOf("drift", organization.id, "--full");
    expect(found).toMatchObject({
      severity: "critical",
      sentence: `1 counter of ${organization.id} has a daily reset, but no day start is planned: ${id}`,
    });
    const again = ["counter", "update", "--org", organization.id, id, "--reset-daily", "true"];
    expect(found?.command).toContain(again.join(" "));
    expect(await ops.run(...again)).toMatchObject({ exitCode: 0 });
    expect(await drift(organization.id)).toEqual(agrees);
  });
});

describe("an endpoint", () => {
  test("that is listed and does not exist is named", async () => {
    const { id: organizationId } = await service.createOrganization("pro");
    const { endpoint } = await createReceiver(organizationId);
    expect(await drift(organizationId)).toEqual(agrees);
    await remove("WebhookEndpointsTable", { organizationId, endpointId: endpoint.id });
    expect(await drift(organizationId)).toEqual([
      ["warning", `${organizationId} lists 1 endpoint that does not exist: ${endpoint.id}`],
    ]);
  });

  test("that the list lacks, and the limit of endpoints with it, is named", async () => {
    const { id: organizationId } = await service.createOrganization("pro");
    const { endpoint } = await createReceiver(organizationId);
    const values = { ":ids": new Set([endpoint.id]) };
    await update("OrganizationsTable", { organizationId }, "DELETE endpointIds :ids", { values });
    expect(await drift(organizationId)).toEqual([
      ["critical", `${organizationId} has 1 endpoint that its list lacks: ${endpoint.id}`],
    ]);
  });
});

describe("an embed", () => {
  test("that is listed and gone is counted, and its secret id is not shown", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    const sessionId = await service.shareCounter(counter);
    await remove("EmbedSessionsTable", { sessionId });
    expect(await drift(organization.id)).toEqual([
      ["warning", `${organization.id} lists 1 embed that does not exist`],
    ]);
  });

  test("that the list lacks is counted", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    await service.shareCounter(counter);
    await update("EmbedSessionsTable", { sessionId: organization.id }, "REMOVE sessionIds");
    expect(await drift(organization.id)).toEqual([
      ["critical", `${organization.id} has 1 embed that its list lacks`],
    ]);
  });
});

describe("a counter that an embed shows", () => {
  test("is named if it is lost, and not if it is archived", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    const archived = await service.createCounter(organization);
    for (const shown of [counter, counter, archived]) await service.shareCounter(shown);
    await ops.json("counter", "archive", "--org", organization.id, archived.id);
    expect(await drift(organization.id)).toEqual(agrees);
    await remove("CountersTable", { organizationId: organization.id, counterId: counter.id });
    expect(await drift(organization.id)).toEqual([
      ["warning", `${organization.id} has embeds of 1 counter that does not exist: ${counter.id}`],
      ["warning", `${organization.id} says it has 2 counters, but has 1`],
    ]);
  });
});

describe("a number that an organization stores", () => {
  test.each<[string, (organizationId: string) => Promise<void>, string]>([
    ["counters", (id) => service.setCounterCount(id, 5), "says it has 5 counters, but has 1"],
    [
      "groups",
      (id) => setNumber("OrganizationsTable", { organizationId: id }, "groupCount", 3),
      "says it has 3 groups, but has 0",
    ],
    ["alerts", (id) => setAlertCount(id, 2), "says it has 2 alerts, but has 1"],
    [
      "members",
      (id) => setNumber("MembersTable", roster(id), "memberCount", 4),
      "says it has 4 members, but has 1",
    ],
    [
      "owners",
      (id) => setNumber("MembersTable", roster(id), "ownerCount", 2),
      "says it has 2 owners, but has 1",
    ],
  ])("is named if it is wrong: %s", async (_what, spoil, sentence) => {
    const { organization, counter } = await service.createCustomer("enterprise");
    await newAlert("counter", counter);
    await createMember(organization, "owner");
    expect(await drift(organization.id)).toEqual(agrees);
    await spoil(organization.id);
    expect(await drift(organization.id)).toEqual([["warning", `${organization.id} ${sentence}`]]);
  });

  test("is printed with the organization's id as it is, to be copied", async () => {
    const organization = await service.createOrganization("free");
    await service.setCounterCount(organization.id, 5);
    const { stdout } = await ops.run("doctor", "--only", organization.id);
    expect(stdout).toContain(`drift            ${organization.id} says it has 5 counters`);
  });

  const roster = (organizationId: string) => ({ organizationId, memberKey: "roster" });
});

describe("a wrong number of alerts", () => {
  test("that is 0 on a counter keeps its alerts from firing", async () => {
    const { organization, counter } = await service.createCustomer("enterprise");
    await newAlert("counter", counter);
    const key = { organizationId: organization.id, counterId: counter.id };
    await setNumber("CountersTable", key, "alertCount", 0);
    expect(await drift(organization.id)).toEqual([
      [
        "critical",
        `alerts of ${organization.id} never fire, because what they watch is stored as having no alerts: ${counter.id}`,
      ],
    ]);
  });

  test("on a group is named", async () => {
    const organization = await service.createOrganization("enterprise");
    const group = await newGroup(organization);
    await newAlert("group", group);
    expect(await drift(organization.id)).toEqual(agrees);
    const key = { organizationId: organization.id, groupId: group.id };
    await setNumber("CounterGroupsTable", key, "alertCount", 3);
    expect(await drift(organization.id)).toEqual([
      [
        "warning",
        `numbers of alerts in ${organization.id} are wrong: ${group.id} says 3, but has 1`,
      ],
    ]);
  });
});

describe("a group", () => {
  test("whose total drifted is named until it is counted again", async () => {
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
    expect(await drift(organization.id)).toEqual(agrees);
  });

  test("whose number of members is wrong is named", async () => {
    const organization = await service.createOrganization("pro");
    const hall = await newGroup(organization);
    const key = { organizationId: organization.id, groupId: hall.id };
    await setNumber("CounterGroupsTable", key, "memberCount", 2);
    expect(await drift(organization.id)).toEqual([
      ["warning", `the group ${hall.id} of ${organization.id} says it has 2 members, but has 0`],
    ]);
  });
});

describe("a counter that was tapped three times", () => {
  type Tapped = { organizationId: string; counterId: string };
  const eventKey = ({ organizationId, counterId }: Tapped, lastEventId: number) => ({
    counterKey: `${organizationId}/${counterId}`,
    lastEventId,
  });
  const removeEvents = async (key: Tapped, ...numbers: number[]) => {
    for (const number of numbers) await remove("CountEventsTable", eventKey(key, number));
  };

  test.each<[string, (key: Tapped) => Promise<void>, string]>([
    [
      "and whose count its events do not lead to",
      (key) => setNumber("CountersTable", key, "count", 9),
      "and its events disagree: event 3 ends at 3, and the counter says 9",
    ],
    [
      "and one of whose events begins elsewhere",
      async (key) => {
        await setNumber("CountEventsTable", eventKey(key, 2), "previousCount", 0);
        await setNumber("CountEventsTable", eventKey(key, 2), "delta", 2);
      },
      "and its events disagree: event 1 ends at 1, and event 2 begins at 0",
    ],
    ["and whose newest event is gone", (key) => removeEvents(key, 3), "lacks events: 3"],
    ["and that lacks an event", (key) => removeEvents(key, 2), "lacks events: 2"],
    ["and that has no events", (key) => removeEvents(key, 1, 2, 3), "lacks events: 1 to 3"],
    [
      "and that is behind its events",
      (key) => setNumber("CountersTable", key, "lastEventId", 2),
      "is at event 2, but has an event 3",
    ],
  ])("%s is named", async (_what, spoil, wrong) => {
    const { organization, counter } = await service.createCustomer("pro");
    for (let tap = 0; tap < 3; tap += 1) await service.tapOnce(counter);
    expect(await drift(organization.id)).toEqual(agrees);
    await spoil({ organizationId: organization.id, counterId: counter.id });
    expect(await drift(organization.id)).toEqual([
      ["critical", `the counter ${counter.id} of ${organization.id} ${wrong}`],
    ]);
  });

  test("is read to its first event where it is named, and nothing else is", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    await service.tapTimes(counter, 520);
    const other = await service.createCounter(organization);
    await service.tapOnce(other);
    await removeEvents({ organizationId: organization.id, counterId: counter.id }, 3);
    await removeEvents({ organizationId: organization.id, counterId: other.id }, 1);
    const lacks = (id: string, number: number) => [
      "critical",
      `the counter ${id} of ${organization.id} lacks events: ${number}`,
    ];
    expect(await drift(organization.id)).toEqual([lacks(other.id, 1)]);
    const found = await findingsOf("drift", organization.id, "--counter", counter.id);
    expect(found.map(({ severity, sentence }) => [severity, sentence])).toEqual([
      lacks(counter.id, 3),
    ]);
  });

  test.each([
    [["--counter", "ctr_0123456789ABCDEFGHIJ"], 2, "--counter goes with --only"],
    [["--counter", "ctr_0123456789ABCDEFGHIJ", "--only"], 1, "has no counter with the id"],
  ])("%j is refused where nothing says whose it is, or nobody has it", async (args, code, text) => {
    const { id } = await service.createOrganization("free");
    const asked = args.includes("--only") ? [...args, id] : args;
    const { exitCode, stderr } = await ops.run("doctor", ...asked);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(text)]);
  });
});
