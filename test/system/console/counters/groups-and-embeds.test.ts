import { expect, test } from "vitest";
import { embedHtml } from "../../../../core/embeds/oembed.ts";
import { putAlert, regroup } from "../../group-service.ts";
import {
  createCounter,
  createCounters,
  createOrganization,
  getSite,
  outputs,
} from "../../service.ts";
import { consoleUser } from "../console-user.ts";

const createGroup = "POST /api/setup/{organizationId}/groups";
const countersOf = "GET /api/setup/{organizationId}/groups/{groupId}/counters";
const editGroup = "PATCH /api/setup/{organizationId}/groups/{groupId}";
const remove = "DELETE /api/setup/{organizationId}/groups/{groupId}";
const see = "GET /api/setup/{organizationId}/groups/{groupId}";
const all = "GET /api/setup/{organizationId}/counters";
const embed = "POST /api/setup/{organizationId}/counters/{counterId}/embeds";
const embedsOf = "GET /api/setup/{organizationId}/counters/{counterId}/embeds";
const embedGroup = "POST /api/setup/{organizationId}/groups/{groupId}/embeds";
const embedsOfGroup = "GET /api/setup/{organizationId}/groups/{groupId}/embeds";
const revoke = "DELETE /api/setup/{organizationId}/embeds/{sessionId}";
const archive = "POST /api/setup/{organizationId}/counters/{counterId}/archive";

test("a group is created, changed, seen with its counters, and deleted with ungroup", async () => {
  const user = await consoleUser();
  const made = await user.reply(createGroup, {}, { name: "Hall", capacity: 100 });
  expect(made).toMatchObject({ name: "Hall", capacity: 100, total: 0, memberCount: 0 });
  const counters = await Promise.all(
    ["A", "B"].map((name) => createCounter(user.organization, { name })),
  );
  for (const counter of counters) await regroup(counter, made.id);
  const shown = await user.reply(countersOf, { groupId: made.id });
  expect(shown.counters).toMatchObject([{ name: "A", groupId: made.id }, { name: "B" }]);
  const wanted = { settings: { capacity: 120 }, seen: { capacity: 100 } };
  expect(await user.reply(editGroup, { groupId: made.id }, wanted)).toMatchObject({
    capacity: 120,
    memberCount: 2,
    sleepingAlerts: 0,
  });
  const refused = await user.refusal(409, remove, { groupId: made.id }, { ungroup: false });
  expect(refused.error).toContain("2 counters");
  expect(await user.reply(remove, { groupId: made.id }, { ungroup: true })).toEqual({
    deleted: true,
    ungrouped: 2,
    counters: 2,
  });
  await user.refusal(404, see, { groupId: made.id });
  await user.refusal(404, countersOf, { groupId: made.id });
  const { counters: left } = await user.reply(all, {});
  expect(left).toMatchObject([{ groupId: null }, { groupId: null }]);
});

test("the alerts of a group end with it", async () => {
  const user = await consoleUser("admin", await createOrganization("enterprise"));
  const group = await user.reply(createGroup, {}, { name: "Hall", capacity: 100 });
  const rule = { name: "Full", scope: "group", targetId: group.id, kind: "percent", percent: 90 };
  await user.reply("POST /api/alerts/{organizationId}", {}, rule);
  const alerts = async () => (await user.reply("GET /api/alerts/{organizationId}", {})).alerts;
  expect(await alerts()).toHaveLength(1);
  await user.reply(remove, { groupId: group.id }, { ungroup: false });
  expect(await alerts()).toEqual([]);
});

test("a large group is emptied in several requests", async () => {
  const user = await consoleUser();
  const { id } = await user.reply(createGroup, {}, { name: "Hall", capacity: null });
  await createCounters(user.organization, 230, () => ({ groupId: id }));
  const removePart = () => user.reply(remove, { groupId: id }, { ungroup: true });
  const removals = [await removePart()];
  expect(removals[0]).toMatchObject({ deleted: false, counters: 230 });
  const left = 230 - (removals[0]?.ungrouped ?? 0);
  expect(await user.reply(see, { groupId: id })).toMatchObject({
    memberCount: left,
  });
  while (!removals.at(-1)?.deleted) removals.push(await removePart());
  const each = removals.map(({ ungrouped }) => ungrouped);
  // A request that takes long ends earlier.
  expect(Math.max(...each)).toBeLessThanOrEqual(200);
  expect(each.reduce((sum, ungrouped) => sum + ungrouped)).toBe(230);
  await user.refusal(404, see, { groupId: id });
});

test("of two who change the same of a group the second learns it; different changes both stay", async () => {
  const one = await consoleUser();
  const other = await consoleUser("owner", one.organization);
  const { id } = await one.reply(createGroup, {}, { name: "Hall", capacity: null });
  const capacity = (now: number) => ({ settings: { capacity: now }, seen: { capacity: null } });
  await Promise.all([
    one.reply(editGroup, { groupId: id }, { settings: { name: "Yard" }, seen: { name: "Hall" } }),
    other.reply(editGroup, { groupId: id }, capacity(50)),
  ]);
  const refused = await one.refusal(409, editGroup, { groupId: id }, capacity(60));
  expect(refused).toMatchObject({ code: "CONFLICT" });
  expect(await one.reply(see, { groupId: id })).toMatchObject({
    name: "Yard",
    capacity: 50,
  });
});

test("a capacity that goes leaves alerts without a threshold, and the response counts them", async () => {
  const user = await consoleUser();
  const setup = { name: "Hall", capacity: 10 };
  const { id } = await user.reply(createGroup, {}, setup);
  await putAlert({ organizationId: user.organization.id, id, scope: "group" });
  const wanted = { settings: { capacity: null }, seen: { capacity: 10 } };
  expect(await user.reply(editGroup, { groupId: id }, wanted)).toMatchObject({
    sleepingAlerts: 1,
  });
});

test("an embed has the markup of the command line, works, and is gone when it is revoked", async () => {
  const user = await consoleUser();
  const counter = await createCounter(user.organization, { name: 'Gate "5" <b>' });
  const made = await user.reply(embed, { counterId: counter.id }, { note: "Press" });
  expect(made.html).toBe(embedHtml(outputs.BaseUrl, { sessionId: made.sessionId }, 'Gate "5" <b>'));
  expect(await user.reply(embedsOf, { counterId: counter.id })).toEqual({ embeds: [made] });
  expect((await getSite(`/embed/${made.sessionId}`)).status).toBe(200);
  await user.reply(revoke, { sessionId: made.sessionId }, {});
  expect((await getSite(`/embed/${made.sessionId}/count`)).status).toBe(404);
  expect(await user.reply(embedsOf, { counterId: counter.id })).toEqual({ embeds: [] });
  await user.refusal(404, revoke, { sessionId: made.sessionId }, {});
  // Whoever knows the id sees the counter: no log has it.
  expect(JSON.stringify(await user.auditLog())).not.toContain(made.sessionId);
});

test("an embed of a group is listed and revoked as a counter's, and the audit log names the group", async () => {
  const user = await consoleUser();
  const { id: groupId } = await user.reply(createGroup, {}, { name: "Hall", capacity: 9 });
  const made = await user.reply(embedGroup, { groupId }, { note: null });
  expect(made.html).toBe(embedHtml(outputs.BaseUrl, { sessionId: made.sessionId }, "Hall"));
  expect(await user.reply(embedsOfGroup, { groupId })).toEqual({ embeds: [made] });
  await user.reply(revoke, { sessionId: made.sessionId }, {});
  expect((await getSite(`/embed/${made.sessionId}/count`)).status).toBe(404);
  expect(await user.reply(embedsOfGroup, { groupId })).toEqual({ embeds: [] });
  const lastFour = made.sessionId.slice(-4);
  expect((await user.auditLog()).slice(0, 2)).toMatchObject([
    { action: "embed.revoke", target: { name: "Hall" }, before: { groupId, lastFour } },
    { action: "embed.create", target: { name: "Hall" }, after: { groupId, lastFour } },
  ]);
  await user.refusal(404, embedGroup, { groupId: "grp_01234567890123456789" }, { note: null });
});

test("an embed of a group that is deleted shows nothing", async () => {
  const user = await consoleUser();
  const { id: groupId } = await user.reply(createGroup, {}, { name: "Hall", capacity: null });
  const { sessionId } = await user.reply(embedGroup, { groupId }, { note: null });
  await user.reply(remove, { groupId }, { ungroup: false });
  expect((await getSite(`/embed/${sessionId}/count`)).status).toBe(404);
});

test("no embed is made of an archived counter", async () => {
  const user = await consoleUser();
  const counter = await createCounter(user.organization);
  await user.reply(archive, { counterId: counter.id }, {});
  await user.refusal(404, embed, { counterId: counter.id }, { note: null });
});
