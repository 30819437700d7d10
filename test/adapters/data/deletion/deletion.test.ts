import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { beginDeletion, continueDeletion, viewDeletion } from "../../../../core/data/deletion.ts";
import { summaryPhrases } from "../../../../core/data/deletion-summary.ts";
import { parseSessionValue } from "../../../../core/sessions/session.ts";
import { constructOf, tableDescription, tableNames } from "../../../../core/tables.ts";
import {
  allTables,
  type FullOrganization,
  fullOrganization,
  tracesOf,
} from "../../../system/full-organization.ts";
import { operator } from "../../../system/people-service.ts";
import {
  client,
  createOrganization,
  outputs,
  signIn,
  stores,
  storesThrough,
} from "../../../system/service.ts";

const portsOf = (dynamodb: typeof client) => storesThrough(dynamodb);
const ports = portsOf(client);
const toTheEnd = { isStopped: () => false };

async function begin({ organization }: Pick<FullOrganization, "organization">) {
  const organizationId = organization.id;
  expect(await beginDeletion(ports, { organizationId }, operator)).toMatchObject({
    result: "begun",
    deletion: { organizationId, name: organization.name },
  });
  return organizationId;
}

/** The tables for which the deletion of an organization says this. */
const tablesThat = (how: "leaves" | "passesOver") =>
  tableNames
    .filter((name) => Object.hasOwn(Object(tableDescription(name).deletion), how))
    .map(constructOf)
    .toSorted();
const kept: string[] = tablesThat("leaves");
const apart: string[] = tablesThat("passesOver");

test("every table is emptied of the organization, or says why not", async () => {
  const full = await fullOrganization();
  const tables = (await allTables()).filter((name) => !apart.includes(name));
  // Otherwise what follows would say nothing about a table.
  expect(await tracesOf(full.ids)).toEqual(tables);
  const summary = await viewDeletion(ports, full.organization.id);
  expect(summary.result === "possible" && summaryPhrases(summary.summary)).toEqual([
    "1 counter with its history",
    "1 group",
    "1 alert",
    "1 API key",
    "1 webhook endpoint",
    "3 deliveries that wait for a retry",
    "1 embed",
    "1 gate",
    "2 members",
    "1 open invitation",
  ]);
  const organizationId = await begin(full);
  expect(await viewDeletion(ports, organizationId)).toMatchObject({ result: "begun" });
  expect(await continueDeletion(ports, organizationId, toTheEnd)).toMatchObject({
    result: "deleted",
  });
  expect(await tracesOf(full.ids)).toEqual(kept);
  const done = await continueDeletion(ports, organizationId, toTheEnd);
  expect(done).toEqual({ result: "no_deletion" });
  expect(await viewDeletion(ports, organizationId)).toEqual({ result: "no_such_organization" });
});

test("what is more than a page is not said to be exact", async () => {
  const { id: organizationId } = await createOrganization("free");
  for (const gateId of ["gat_1", "gat_2", "gat_3"]) {
    const Item = marshall({ organizationId, gateId, revokedAt: null, name: "x".repeat(390_000) });
    await client.send(new PutItemCommand({ TableName: outputs.GatesTable, Item }));
  }
  const { summary } = { summary: undefined, ...(await viewDeletion(ports, organizationId)) };
  expect(summary?.gates).toMatchObject({ exact: false });
});

test("a person of another organization keeps it, and everything else of it stays", async () => {
  const full = await fullOrganization();
  const { elsewhere, admin } = full;
  const organizationId = await begin(full);
  await continueDeletion(ports, organizationId, toTheEnd);
  const value = admin.cookie.split("=")[1] ?? "";
  const found = await stores.sessions.find({
    ...sessionKey(value),
    organizationId: elsewhere.id,
  });
  expect(found?.member).toMatchObject({ role: "owner", organizationId: elsewhere.id });
  expect(found?.person.organizationIds).toEqual(new Set([elsewhere.id]));
  expect(await stores.organizations.get(elsewhere.id)).toBeDefined();
});

function sessionKey(value: string) {
  const parsed = parseSessionValue(value);
  if (parsed === undefined) throw new Error("no session");
  return parsed;
}

test("a person who was removed signs in as a new person: no session of before is valid", async () => {
  const full = await fullOrganization();
  const { owner } = full;
  const organizationId = await begin(full);
  await continueDeletion(ports, organizationId, toTheEnd);
  const key = sessionKey(owner.cookie.split("=")[1] ?? "");
  expect(await stores.sessions.find(key)).toBeUndefined();
  const again = await signIn({ subject: owner.person.subject, email: owner.person.email ?? "" });
  expect(again.person.id).toBe(owner.person.id);
  expect(again.person.organizationIds.size).toBe(0);
  const found = await stores.sessions.find(key);
  expect(found?.session.sessionEpoch).toBeLessThan(again.person.sessionEpoch);
});

test("a name that is another one, or another's right, changes nothing", async () => {
  const organization = await createOrganization("free");
  const organizationId = organization.id;
  const wrong = await beginDeletion(ports, { organizationId, name: "test" }, operator);
  expect(wrong).toEqual({ result: "wrong_name" });
  expect(await stores.organizations.get(organizationId)).toBeDefined();
});
