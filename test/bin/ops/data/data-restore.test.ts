// @module-tag all
import { expect, test } from "vitest";
import { restorableTables } from "../../../../core/data/restore/restorable-tables.ts";
import { removeChatChannel } from "../../../../core/notices/manage-chat-channels.ts";
import { operator } from "../../../core/audit/operator.ts";
import { newAlert } from "../../../system/alert-service.ts";
import { fullOrganization, tracesOf } from "../../../system/full-organization.ts";
import { newGroup, regroup, sumsOf } from "../../../system/group-service.ts";
import { addChannel, chat } from "../../../system/notices/chat-service.ts";
import { createMember } from "../../../system/people-service.ts";
import {
  type Item,
  itemsWith,
  liveItem,
  liveTable,
  lose,
  restoredTable,
} from "../../../system/restored-table.ts";
import * as service from "../../../system/service.ts";
import {
  askConsole,
  createCounter,
  createCustomer,
  createOrganization,
  get,
  setCounterCount,
  stores,
  tapOnce,
} from "../../../system/service.ts";
import { comesToRest, createReceiver } from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";

const ops = opsOn(service);

/** The row of a restore of one table. */
async function restore(table: string, from: string, ...more: string[]) {
  const [row] = await ops.json("data", "restore", "--table", table, "--from", from, ...more);
  return row;
}

/** The entries that restores have left with an organization, newest first. */
async function restoresOf(organizationId: string): Promise<{ action: string }[]> {
  const { entries } = await ops.json("audit", "list", "--org", organizationId);
  return entries.filter(({ action }: { action: string }) => /^data\..*restore$/.test(action));
}

const none = { missing: 0, different: 0, same: 0, deleted: 0, expired: 0, unreadable: 0 };
const nothing = {
  ...{ ...none, putBack: 0, replaced: 0, changedMeanwhile: 0 },
  ...{ differences: [], unlistedDifferences: 0 },
};

async function counted(taps: number) {
  const { organization, counter } = await createCustomer("enterprise");
  for (let tap = 0; tap < taps; tap += 1) await tapOnce(counter);
  return { organization, counter };
}

test("what is missing is put back, what is there stays, and a second run does nothing", async () => {
  const { organization, counter } = await counted(3);
  const events = await itemsWith("CountEvents", counter.id);
  const { tableName } = await restoredTable("CountEvents", events);
  for (const event of events.slice(0, 2)) await lose("CountEvents", event);
  const row = { table: "CountEvents", ...nothing };
  expect(await restore("CountEvents", tableName, "--dry-run")).toEqual({
    ...{ ...row, missing: 2, same: 1 },
  });
  expect(await restoresOf(organization.id)).toEqual([]);
  expect(await restore("CountEvents", tableName)).toEqual({
    ...{ ...row, missing: 2, same: 1, putBack: 2 },
  });
  for (const event of events.slice(0, 2)) {
    expect(await liveItem("CountEvents", event)).toEqual({
      ...{ ...event, restoredAt: { S: expect.any(String) } },
    });
  }
  expect(await restore("CountEvents", tableName)).toEqual({ ...row, same: 3 });
  expect(await restoresOf(organization.id)).toEqual([
    expect.objectContaining({
      action: "data.restore",
      target: { kind: "table", id: "CountEvents", name: null },
      after: { items: 2, from: tableName },
    }),
    expect.objectContaining({
      action: "data.begin-restore",
      target: { kind: "table", id: "CountEvents", name: null },
      after: { from: tableName },
    }),
  ]);
  const history = await ops.json("counter", "history", "--org", organization.id, counter.id);
  expect(history).toHaveLength(3);
});

test("restored events and firings send no webhook and fire no alert again", async () => {
  const { organization, counter } = await createCustomer("enterprise");
  const group = await newGroup(organization);
  await regroup(counter, group.id);
  await newAlert("counter", counter, { kind: "absolute", at: 2 });
  const receiver = await createReceiver(organization.id, {
    events: ["counter.increment", "threshold.alert.fired"],
  });
  for (let tap = 0; tap < 2; tap += 1) await tapOnce(counter);
  // Two counts and a firing. Their deliveries are forgotten, as after 30 days: a delivery on record
  // would not be sent a second time, whoever asks for it.
  for (const { deliveryId } of await receiver.verified(3)) {
    await comesToRest(deliveryId, "delivered");
  }
  for (const delivery of await itemsWith("Deliveries", organization.id)) {
    await lose("Deliveries", delivery);
  }
  const events = await itemsWith("CountEvents", counter.id);
  const firings = await itemsWith("AlertFirings", counter.id);
  expect([events.length, firings.length]).toEqual([2, 1]);
  const lost = { CountEvents: events, AlertFirings: firings };
  for (const [name, items] of Object.entries(lost)) {
    const { tableName } = await restoredTable(name, items);
    for (const item of items) await lose(name, item);
    expect(await restore(name, tableName)).toMatchObject({ putBack: items.length });
  }
  // The streams hand over in their order: once these are here, the restored ones have been read.
  await tapOnce(counter);
  await receiver.verified(4);
  const reset = await createCounter(organization);
  await newAlert("counter", reset, { kind: "absolute", at: 1 });
  await tapOnce(reset);
  const received = await receiver.verified(6);
  const ids = received.map(({ deliveryId }) => deliveryId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(6);
  expect(await stores.firings.list(organization.id, {})).toHaveLength(2);
  expect(await sumsOf(group)).toMatchObject({ total: 3n });
});

test("a lost counter comes back with the counts that are newer than the backup", async () => {
  const { counter } = await counted(2);
  const [backup] = (await itemsWith("Counters", counter.id)) as [Item];
  const { tableName } = await restoredTable("Counters", [backup]);
  for (let tap = 0; tap < 3; tap += 1) await tapOnce(counter, tap === 1 ? "down" : "up");
  const [before] = (await itemsWith("Counters", counter.id)) as [Item];
  await lose("Counters", backup);
  expect(await restore("Counters", tableName)).toMatchObject({ missing: 1, putBack: 1 });
  const after = await liveItem("Counters", backup);
  const counting = ["count", "ups", "downs", "late", "lastCountAt"];
  for (const name of counting) expect([name, after?.[name]]).toEqual([name, before[name]]);
  // A version that was shown once never comes again.
  expect(Number(after?.version?.N)).toBeGreaterThan(Number(before.version?.N));
  const next = Number(after?.lastEventId?.N) + 1;
  expect(await tapOnce(counter)).toMatchObject({ result: "counted", event: { lastEventId: next } });
});

test("what a killed run has left undone is computed by the next, though it finds nothing to restore", async () => {
  const { organization, counter } = await createCustomer("enterprise");
  const group = await newGroup(organization);
  await regroup(counter, group.id);
  await newAlert("counter", counter);
  for (let tap = 0; tap < 3; tap += 1) await tapOnce(counter);
  await expect.poll(() => sumsOf(group)).toMatchObject({ total: 3n });
  const tables = ["CountMarks", "GroupMembers"];
  const derived = async () =>
    (await Promise.all(tables.map((name) => itemsWith(name, counter.id)))).flat();
  const before = await derived();
  const copy = await restoredTable("Counters", await itemsWith("Counters", counter.id));
  for (const name of tables) {
    for (const item of await itemsWith(name, counter.id)) await lose(name, item);
  }
  await setCounterCount(organization.id, 9);
  expect(await restore("Counters", copy.tableName)).toMatchObject({ same: 1, putBack: 0 });
  expect(await derived()).toEqual(before);
  expect(await sumsOf(group)).toMatchObject({ total: 3n, memberCount: 1 });
  expect((await stores.organizations.get(organization.id))?.counterCount).toBe(1);
});

test("no id of an item is a secret", async () => {
  const { organization, ids } = await fullOrganization();
  for (const table of restorableTables) {
    for (const item of await itemsWith(table.name, ...ids, organization.id)) {
      const id = table.id(item);
      expect([table.name, id]).toEqual([table.name, expect.stringMatching(/\w/)]);
      for (const secret of ["keyHash", "sessionId", "secretHash", "sealedSecret", "wrappedKey"]) {
        expect(id).not.toContain(item[secret]?.S ?? "no such attribute");
      }
    }
  }
});

test("what was deleted on purpose stays deleted, unless it is wanted back", async () => {
  const full = await fullOrganization();
  const { organization, receiver, embed } = full;
  const keys = await itemsWith("ApiKeys", organization.id);
  const embeds = (await itemsWith("EmbedSessions", embed)).filter((item) => item.counterId);
  const endpoints = await itemsWith("WebhookEndpoints", organization.id);
  const copies = {
    ApiKeys: (await restoredTable("ApiKeys", keys)).tableName,
    EmbedSessions: (await restoredTable("EmbedSessions", embeds)).tableName,
    WebhookEndpoints: (await restoredTable("WebhookEndpoints", endpoints)).tableName,
  };
  const keyId = keys[0]?.keyId?.S ?? "";
  await ops.json("key", "revoke", "--org", organization.id, keyId);
  await ops.json("embed", "revoke", "--org", organization.id, embed);
  await ops.json("endpoint", "delete", "--org", organization.id, receiver.endpoint.id);
  for (const [table, from] of Object.entries(copies)) {
    expect(await restore(table, from)).toEqual({ table, ...nothing, deleted: 1 });
  }
  expect(await restore("ApiKeys", copies.ApiKeys, "--include-deleted")).toMatchObject({
    putBack: 1,
  });
});

test("a lost organization comes back without the keys and endpoints that were deleted since", async () => {
  const { organization, key, keyId } = await createCustomer("pro");
  const org = ["--org", organization.id];
  const revoked = await ops.json("key", "create", ...org, "--name", "Revoked");
  const endpoints = [];
  for (const name of ["kept", "deleted"]) {
    const url = `https://localhost:8443/${name}`;
    const created = ["--url", url, "--events", "counter.increment"];
    endpoints.push(await ops.json("endpoint", "create", ...org, ...created));
  }
  const [kept, deleted] = endpoints;
  const [item] = (await itemsWith("Organizations", organization.id)) as [Item];
  const { tableName } = await restoredTable("Organizations", [item]);
  await ops.json("key", "revoke", ...org, revoked.id);
  await ops.json("endpoint", "delete", ...org, deleted.id);
  await lose("Organizations", item);
  expect(await restore("Organizations", tableName)).toMatchObject({ missing: 1, putBack: 1 });
  const back = await liveItem("Organizations", item);
  expect(Object.keys(back?.apiKeys?.M ?? {})).toEqual([keyId]);
  expect(back?.endpointIds?.SS).toEqual([kept.id]);
  expect((await get("/api/v1/counters", key)).status).toBe(200);
  // With the last endpoint the set goes, too.
  await ops.json("endpoint", "delete", ...org, kept.id);
  await lose("Organizations", item);
  await restore("Organizations", tableName);
  expect(await liveItem("Organizations", item)).not.toHaveProperty("endpointIds");
  // What is wanted back with its access is as it was.
  await lose("Organizations", item);
  await restore("Organizations", tableName, "--include-deleted");
  expect(await liveItem("Organizations", item)).toEqual(item);
});

test("a counter that has left a group is not made its member again", async () => {
  const { organization, counter } = await counted(2);
  const [left, joined] = [await newGroup(organization), await newGroup(organization)];
  await regroup(counter, left.id);
  const members = await itemsWith("GroupMembers", left.id);
  const { tableName } = await restoredTable("GroupMembers", members);
  await regroup(counter, joined.id);
  const row = { table: "GroupMembers", ...nothing, deleted: 1 };
  expect(await restore("GroupMembers", tableName)).toEqual(row);
  expect(await restore("GroupMembers", tableName, "--include-deleted")).toEqual(row);
  // As a member of it, the counter could not come back.
  expect(await regroup(counter, left.id)).toMatchObject({ result: "updated" });
  expect(await sumsOf(left)).toMatchObject({ total: 2n, memberCount: 1 });
});

test("all tables of an organization that was deleted: nothing comes back by itself, all on demand", async () => {
  const { organization, ids, counter } = await fullOrganization();
  const prefix = `restored-${organization.id}-`;
  const counts = new Map<string, number>();
  for (const { name } of restorableTables) {
    const all = [await itemsWith(name, ...ids, organization.id)];
    const items = [...new Map(all.flat().map((item) => [JSON.stringify(item), item])).values()];
    counts.set(name, items.length);
    await restoredTable(name, items, { prefix });
  }
  await ops.json("org", "delete", organization.id);
  const args = ["data", "restore", "--all", "--prefix", prefix, "--only", organization.id];
  const refused = await ops.json(...args);
  expect(refused.map(({ putBack }: { putBack: number }) => putBack)).not.toContain(1);
  expect(await tracesOf([organization.id])).toEqual(["AuditEntries"]);
  const restored = await ops.json(...args, "--include-deleted");
  expect(restored.map(({ table }: { table: string }) => table)).toEqual(
    restorableTables.map(({ name }) => name),
  );
  for (const row of restored) expect([row.table, row.unreadable]).toEqual([row.table, 0]);
  expect(await ops.json("org", "show", organization.id)).toMatchObject({ id: organization.id });
  expect(await tapOnce(counter)).toMatchObject({ result: "counted" });
});

test("a lost audit log comes back first, and what it says was deleted stays so", async () => {
  const { organization } = await createCustomer("enterprise");
  const [key] = (await itemsWith("ApiKeys", organization.id)) as [Item];
  const { prefix } = await restoredTable("ApiKeys", [key]);
  await ops.json("key", "revoke", "--org", organization.id, key.keyId?.S ?? "");
  const entries = await itemsWith("AuditEntries", organization.id);
  await restoredTable("AuditEntries", entries, { prefix });
  for (const entry of entries) await lose("AuditEntries", entry);
  const rows = await ops.json("data", "restore", "--all", "--prefix", prefix);
  expect(rows).toEqual([
    { table: "AuditEntries", ...nothing, missing: entries.length, putBack: entries.length },
    { table: "ApiKeys", ...nothing, deleted: 1 },
  ]);
});

test("an organization without a restored item is named, and text that is no id is refused", async () => {
  const { tableName } = await restoredTable("Counters", []);
  const args = ["data", "restore", "--table", "Counters", "--from", tableName, "--only"];
  const unknown = await ops.run(...args, "org_0123456789ABCDEFGHIJ");
  expect(unknown.stderr).toContain(
    "no restored item belongs to org_0123456789ABCDEFGHIJ; check the id",
  );
  expect(await ops.run(...args, "org_typo")).toMatchObject({
    ...{ exitCode: 2, stderr: expect.stringContaining("is not the id of an organization") },
  });
});

test("a run that is interrupted says where it goes on, and a killed one is simply run again", async () => {
  const { counter } = await counted(1);
  const [event] = (await itemsWith("CountEvents", counter.id)) as [Item];
  const many = Array.from({ length: 450 }, (_, index) => ({
    ...{ ...event, lastEventId: { N: String(index + 10) } },
  }));
  const { tableName } = await restoredTable("CountEvents", many);
  const of = ["--from", tableName, "--only", counter.organizationId];
  const args = ["data", "restore", "--table", "CountEvents", ...of];
  const { kill, finished } = ops.start(...args, "--units-per-second", "150");
  const written = async () => (await itemsWith("CountEvents", counter.id)).length - 1;
  await expect.poll(written, { timeout: 30_000, interval: 20 }).toBeGreaterThan(50);
  kill("SIGINT");
  const { exitCode, stderr } = await finished;
  expect([exitCode, stderr]).toEqual([130, expect.stringMatching(/after writing \d+ items?;/)]);
  const [, command = ""] = /to continue there: npx counting (.*)\n/.exec(stderr) ?? [];
  const before = await written();
  expect(before).toBeLessThan(450);
  expect(command).toMatch(/ --units-per-second 150 .*--resume \S+/);
  // What is behind the position, and nothing before it.
  const pasted = command.split(" ");
  expect(pasted.slice(0, args.length)).toEqual(args);
  const [row] = await ops.json(...pasted.map((word) => (word === "150" ? "9000" : word)));
  expect(row).toMatchObject({ missing: 450 - before, same: 0, putBack: 450 - before });
  const again = ops.startProcess(...args, "--units-per-second", "9000");
  again.kill("SIGKILL");
  await again.finished;
  expect(await restore("CountEvents", tableName, "--units-per-second", "9000")).toMatchObject({
    ...{ same: 450, putBack: 0 },
  });
});

const live = liveTable("Counters");

test.each<[string, string[], RegExp]>([
  ["neither table nor all", [], /either --table or --all/],
  ["a table without a source", ["--table", "Counters"], /--table and --from belong together/],
  ["all without a prefix", ["--all"], /--all and --prefix belong together/],
  ["overwriting all", ["--all", "--prefix", "r-", "--overwrite"], /--overwrite goes with --table/],
  ["sessions", ["--table", "Sessions", "--from", "x"], /--table must be .*, not "Sessions"/],
  ["no such table", ["--table", "Counters", "--from", "nowhere"], /there is no table nowhere/],
  ["no such prefix", ["--all", "--prefix", "nowhere-"], /no table is named nowhere-/],
  ["the live table", ["--table", "Counters", "--from", live], /is a table of the running service/],
  ["another live one", ["--table", "Gates", "--from", live], /is a table of the running service/],
  [
    "no units",
    ["--table", "Counters", "--from", "x", "--units-per-second", "0"],
    /from 1 to 40000/,
  ],
])("%s is refused", async (_, args, message) => {
  const { exitCode, stderr } = await ops.run("data", "restore", ...args);
  expect([exitCode, stderr]).toEqual([expect.toBeOneOf([1, 2]), expect.stringMatching(message)]);
});

test("a table with other keys, and a position of another table, are refused", async () => {
  await createOrganization("free");
  const { tableName } = await restoredTable("Counters", []);
  const refused = await ops.run("data", "restore", "--table", "Gates", "--from", tableName);
  expect(refused.stderr).toContain(
    "its key is organizationId (S), counterId (S), the live one's organizationId (S), gateId (S)",
  );
  for (const position of ["x", Buffer.from('{"table":"other","key":{}}').toString("base64url")]) {
    const args = ["--table", "Counters", "--from", tableName, "--resume", position];
    expect(await ops.run("data", "restore", ...args)).toMatchObject({
      ...{ exitCode: 2, stderr: expect.stringContaining("not a position of these tables") },
    });
  }
});

test("what has ended since the backup stays ended: sessions of people, and the role of a member", async () => {
  const organization = await createOrganization("pro");
  const { person, cookie, member } = await createMember(organization, "admin");
  const [savedPerson] = (await itemsWith("People", person.id)) as [Item];
  const [savedMember] = (await itemsWith("Members", member.id)) as [Item];
  await askConsole("/api/session/end", { method: "POST", cookie, body: { everywhere: true } });
  await ops.json("member", "set-role", "--org", organization.id, "--role", "member", member.id);
  await lose("People", savedPerson);
  await lose("Members", savedMember);
  for (const [table, item] of [
    ["People", savedPerson],
    ["Members", savedMember],
  ] as const) {
    const { tableName } = await restoredTable(table, [item]);
    expect(await restore(table, tableName)).toMatchObject({ missing: 1, putBack: 1 });
  }
  expect((await askConsole("/api/session", { cookie })).status).toBe(401);
  expect(await liveItem("Members", savedMember)).toMatchObject({ role: { S: "member" } });
});

test("chat channels come back without a removed one, and the report is due again, but nothing that waited is told", async () => {
  const organization = await createOrganization("enterprise");
  const { id: organizationId } = organization;
  const removed = await addChannel(organization);
  const kept = await addChannel(organization, { kinds: ["report"] });
  const [channels, schedule] = (await itemsWith("Notices", organizationId)) as [Item, Item];
  const outbox = { ...schedule, recipientId: { S: "per_1" }, waiting: { M: {} } };
  const { tableName } = await restoredTable("Notices", [channels, schedule, outbox]);
  await removeChatChannel(chat, { organizationId, channelId: removed.id }, operator);
  for (const item of [channels, schedule]) await lose("Notices", item);
  expect(await restore("Notices", tableName)).toMatchObject({ missing: 1, expired: 2, putBack: 1 });
  expect((await chat.chatChannels.get(organizationId)).channels).toEqual([kept]);
  expect(await liveItem("Notices", schedule)).toMatchObject({ dueIndex: { S: "reports" } });
  expect(await liveItem("Notices", outbox)).toBeUndefined();
  // An older state of the list does not bring it back either.
  await restore("Notices", tableName, "--overwrite");
  expect((await chat.chatChannels.get(organizationId)).channels).toEqual([kept]);
});
