import { expect, test } from "vitest";
import { embedHtml } from "../../../../core/embeds/oembed.ts";
import { regroup } from "../../group-service.ts";
import { createCounter, getSite, outputs } from "../../service.ts";
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
