// @module-tag all
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { removableTables } from "../../../../core/data/damaged-items.ts";
import { constructOf, type TableName } from "../../../../core/tables.ts";
import { fullOrganization } from "../../../system/full-organization.ts";
import { createGate } from "../../../system/gate-service.ts";
import { damagedInLists } from "../../../system/private-api.ts";
import { type Item, itemsWith, liveTable } from "../../../system/restored-table.ts";
import * as service from "../../../system/service.ts";
import {
  client,
  createCounter,
  createCustomer,
  createKey,
  get,
  tapOnce,
} from "../../../system/service.ts";
import { findingsOf } from "../operations/doctor-findings.ts";
import { opsOn } from "../run-ops.ts";

const { run } = opsOn(service);

/** A field of each list's items, which no schema reads once it is a number. */
const damagedField = {
  gates: "createdAt",
  alerts: "createdAt",
  invitations: "createdAt",
  members: "joinedAt",
  apiKeys: "createdAt",
  embedSessions: "createdAt",
  webhookEndpoints: "createdAt",
  counters: "createdAt",
  counterGroups: "createdAt",
  alertFirings: "createdAt",
  auditEntries: "at",
} as const satisfies Partial<Record<TableName, string>>;
const tables = Object.keys(damagedField) as (keyof typeof damagedField)[];

async function put(table: TableName, item: Item): Promise<void> {
  const TableName = liveTable(constructOf(table));
  await client.send(new PutItemCommand({ TableName, Item: item }));
}

/** Makes one item of each table such that it cannot be read; the owner and the key stay as they are. */
async function damageOneOfEach(of: Awaited<ReturnType<typeof fullOrganization>>) {
  for (const table of tables) {
    const field = damagedField[table];
    const items = await itemsWith(constructOf(table), of.organization.id);
    const isSpared = (item: Item) => item.personId?.S === of.owner.person.id;
    const item = items.find((one) => one[field]?.S !== undefined && !isSpared(one));
    if (item === undefined) throw new Error(`no item in ${table}`);
    await put(table, { ...item, [field]: { N: "7" } });
  }
}

test("a damaged item costs no list, is named by the doctor, and can be removed", async () => {
  const of = await fullOrganization();
  const { organization, owner } = of;
  const { id: organizationId } = organization;
  const spare = await createCounter(organization, { name: "Spare" });
  await createGate([spare]);
  await damageOneOfEach(of);

  const damaged = await damagedInLists(organizationId, owner.cookie);
  // Lists of embeds are those of single counters.
  const listed = tables.filter((table) => table !== "embedSessions");
  expect(new Set(damaged.map(({ table }) => table))).toEqual(new Set(listed));
  const read = await get("/api/v1/counters", (await createKey(organization)).key);
  // Of two.
  expect([read.status, (await read.json()).counters.length]).toEqual([200, 1]);

  const { stderr } = await run("gate", "list", "--org", organizationId);
  expect(stderr).toMatch(/^damaged, and left out: gates gat_/);
  const found = await findingsOf("damaged", organizationId);
  for (const table of tables) {
    expect(found).toContainEqual(
      expect.objectContaining({
        severity: "critical",
        sentence: expect.stringMatching(new RegExp(`^${table} of ${organizationId} has`)),
      }),
    );
  }

  // What is written by a list must not take what is damaged for gone.
  const repair = await run("data", "repair", "--org", organizationId);
  expect([repair.exitCode, repair.stderr]).toEqual([1, expect.stringContaining("not as expected")]);

  for (const table of removableTables) {
    const command = found.find(({ sentence }) => sentence.startsWith(`${table} of`))?.command;
    const args = command?.split(" data ")[1]?.split(" --local")[0]?.split(" ") ?? [];
    const removed = await run("data", ...args, "--yes");
    expect([table, removed.exitCode, removed.stderr]).toEqual([table, 0, expect.any(String)]);
  }
  const left = await findingsOf("damaged", organizationId);
  expect(left.map(({ sentence }) => sentence.split(" ")[0]).toSorted()).toEqual(
    tables.filter((table) => !removableTables.some((one) => one === table)).toSorted(),
  );
});

test("a page of the read API's history is complete, or a 500", async () => {
  const { key, counter } = await createCustomer("pro");
  await tapOnce(counter, "up");
  await tapOnce(counter, "up");
  const { id, organizationId } = counter;
  const event = { counterKey: { S: `${organizationId}/${id}` }, lastEventId: { N: "1" } };
  await put("countEvents", { ...event, createdAt: { N: "7" } });
  expect((await get(`/api/v1/counters/${id}/history`, key)).status).toBe(500);
  expect((await get(`/api/v1/counters/${id}/history?beforeEventId=1`, key)).status).toBe(200);
});
