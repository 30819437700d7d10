import { expect, test } from "vitest";
import { embedHtml } from "../../../../core/embeds/oembed.ts";
import { putAlert, regroup } from "../../group-service.ts";
import { createCounter, createOrganization, getSite, outputs, stores } from "../../service.ts";
import { consoleUser, setupPath } from "../console-user.ts";

test("a group is created, changed, seen with its counters, and deleted with ungroup", async () => {
  const user = await consoleUser();
  const made = await user.expectStatus(201, "POST", `${setupPath}/groups`, {
    name: "Hall",
    capacity: 100,
  });
  expect(made).toMatchObject({ name: "Hall", capacity: 100, total: 0, memberCount: 0 });
  const counters = await Promise.all(["A", "B"].map((name) => countersOf(user, name)));
  for (const counter of counters) await regroup(counter, made.id);
  const path = `${setupPath}/groups/${made.id}`;
  const shown = await user.expectStatus(200, "GET", `${path}/counters`);
  expect(shown.counters).toMatchObject([{ name: "A", groupId: made.id }, { name: "B" }]);
  const edit = { settings: { capacity: 120 }, seen: { capacity: 100 } };
  expect(await user.expectStatus(200, "PATCH", path, edit)).toMatchObject({
    capacity: 120,
    memberCount: 2,
    sleepingAlerts: 0,
  });
  const refused = await user.expectStatus(409, "DELETE", path, { ungroup: false });
  expect(refused.error).toContain("2 counters");
  expect(await user.expectStatus(200, "DELETE", path, { ungroup: true })).toEqual({
    deleted: true,
    ungrouped: 2,
    counters: 2,
  });
  await user.expectStatus(404, "GET", path);
  await user.expectStatus(404, "GET", `${path}/counters`);
  const { counters: left } = await user.expectStatus(200, "GET", `${setupPath}/counters`);
  expect(left).toMatchObject([{ groupId: null }, { groupId: null }]);
  const log = await user.auditLog({ action: "group" });
  expect(log).toMatchObject([
    { action: "group.delete", before: { name: "Hall", counters: 2 }, after: null },
    { action: "group.update", before: { capacity: 100 }, after: { capacity: 120 } },
    { action: "group.create", actor: { id: user.member.id }, after: { name: "Hall" } },
  ]);
});

test("the alerts of a group end with it", async () => {
  const user = await consoleUser("admin", await createOrganization("enterprise"));
  const group = await user.expectStatus(201, "POST", `${setupPath}/groups`, {
    name: "Hall",
    capacity: 100,
  });
  const rule = { name: "Full", scope: "group", targetId: group.id, kind: "percent", percent: 90 };
  await user.reply("POST /api/alerts/{organizationId}", {}, rule);
  const alerts = async () => (await user.reply("GET /api/alerts/{organizationId}", {})).alerts;
  expect(await alerts()).toHaveLength(1);
  await user.expectStatus(200, "DELETE", `${setupPath}/groups/${group.id}`, { ungroup: false });
  expect(await alerts()).toEqual([]);
});

test("a large group is emptied in several requests", async () => {
  const user = await consoleUser();
  const { id } = await user.expectStatus(201, "POST", `${setupPath}/groups`, {
    name: "Hall",
    capacity: null,
  });
  const lines = Array.from({ length: 230 }, (_, index) => `Gate ${index},${id}`);
  const file = Buffer.from(["name,groupId", ...lines].join("\n")).toString("base64");
  for (let done = false; !done; ) {
    const setup = { file, createGroups: false };
    ({ done } = await user.expectStatus(200, "POST", `${setupPath}/imports`, setup));
  }
  const path = `${setupPath}/groups/${id}`;
  const remove = () => user.expectStatus(200, "DELETE", path, { ungroup: true });
  const removals = [await remove()];
  expect(removals[0]).toMatchObject({ deleted: false, counters: 230 });
  const left = 230 - removals[0].ungrouped;
  expect(await user.expectStatus(200, "GET", path)).toMatchObject({ memberCount: left });
  while (!removals.at(-1).deleted) removals.push(await remove());
  const each = removals.map(({ ungrouped }) => ungrouped);
  // A request that takes long ends earlier.
  expect(Math.max(...each)).toBeLessThanOrEqual(200);
  expect(each.reduce((sum, ungrouped) => sum + ungrouped)).toBe(230);
  await user.expectStatus(404, "GET", path);
});

test("of two who change the same of a group the second learns it; different changes both stay", async () => {
  const one = await consoleUser();
  const other = await consoleUser("owner", one.organization);
  const { id } = await one.expectStatus(201, "POST", `${setupPath}/groups`, {
    name: "Hall",
    capacity: null,
  });
  const path = `${setupPath}/groups/${id}`;
  const capacity = (now: number) => ({ settings: { capacity: now }, seen: { capacity: null } });
  await Promise.all([
    one.expectStatus(200, "PATCH", path, { settings: { name: "Yard" }, seen: { name: "Hall" } }),
    other.expectStatus(200, "PATCH", path, capacity(50)),
  ]);
  const refused = await one.expectStatus(409, "PATCH", path, capacity(60));
  expect(refused).toMatchObject({ code: "CONFLICT" });
  expect(await one.expectStatus(200, "GET", path)).toMatchObject({ name: "Yard", capacity: 50 });
});

test("a capacity that goes leaves alerts without a threshold, and the response counts them", async () => {
  const user = await consoleUser();
  const setup = { name: "Hall", capacity: 10 };
  const { id } = await user.expectStatus(201, "POST", `${setupPath}/groups`, setup);
  await putAlert({ organizationId: user.organization.id, id, scope: "group" });
  const edit = { settings: { capacity: null }, seen: { capacity: 10 } };
  expect(await user.expectStatus(200, "PATCH", `${setupPath}/groups/${id}`, edit)).toMatchObject({
    sleepingAlerts: 1,
  });
});

test("an embed has the markup of the command line, works, and is gone when it is revoked", async () => {
  const user = await consoleUser();
  const counter = await countersOf(user, 'Gate "5" <b>');
  const path = `${setupPath}/counters/${counter.id}/embeds`;
  const made = await user.expectStatus(201, "POST", path, { note: "Press" });
  expect(made.html).toBe(embedHtml(outputs.BaseUrl, { sessionId: made.sessionId }, 'Gate "5" <b>'));
  expect(await user.expectStatus(200, "GET", path)).toEqual({ embeds: [made] });
  expect((await getSite(`/embed/${made.sessionId}`)).status).toBe(200);
  await user.expectStatus(200, "DELETE", `${setupPath}/embeds/${made.sessionId}`, {});
  expect((await getSite(`/embed/${made.sessionId}/count`)).status).toBe(404);
  expect(await user.expectStatus(200, "GET", path)).toEqual({ embeds: [] });
  await user.expectStatus(404, "DELETE", `${setupPath}/embeds/${made.sessionId}`, {});
  const entries = await user.auditLog();
  expect(entries.slice(0, 2)).toMatchObject([
    { action: "embed.revoke", target: { kind: "embed", id: null, name: "Press" }, after: null },
    { action: "embed.create", after: { counterId: counter.id, note: "Press" } },
  ]);
  // Whoever knows the id sees the counter: no log has it.
  expect(JSON.stringify(entries)).not.toContain(made.sessionId);
});

test("no embed is made of an archived counter", async () => {
  const user = await consoleUser();
  const counter = await countersOf(user, "Gate");
  await user.expectStatus(200, "POST", `${setupPath}/counters/${counter.id}/archive`, {});
  await user.expectStatus(404, "POST", `${setupPath}/counters/${counter.id}/embeds`, {
    note: null,
  });
});

async function countersOf({ organization }: { organization: { id: string } }, name: string) {
  const record = await stores.organizations.get(organization.id);
  if (record === undefined) throw new Error("the organization exists");
  return await createCounter(record.organization, { name });
}
