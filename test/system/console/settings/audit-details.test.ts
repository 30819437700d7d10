import { beforeAll, expect, test } from "vitest";
import { createMember } from "../../people-service.ts";
import { createOrganization } from "../../service.ts";
import { type ConsoleUser, consoleUser, setupPath } from "../console-user.ts";

// What the audit log says of each change that a page of the console makes: whole entries, so that
// a field that is missing, wrong or too much is noticed.

let owner: ConsoleUser;

beforeAll(async () => {
  owner = await consoleUser("owner", await createOrganization("enterprise"));
});

interface Entry {
  target: unknown;
  before: unknown;
  after: unknown;
}

/** The newest entry, which must be of this action and of the owner. */
async function newest(action: string): Promise<Entry> {
  const [entry] = await owner.auditLog({ limit: 1 });
  const { id } = owner.member;
  expect(entry).toMatchObject({ action, actor: { kind: "member", id, name: "Anna" } });
  return { target: entry?.target, before: entry?.before, after: entry?.after };
}

const area = "/api/organization/{organizationId}";
const alertsOf = "/api/alerts/{organizationId}";
const endpointsOf = "/api/webhooks/{organizationId}/endpoints";

const defaults = {
  ...{ mode: "both", incrementStep: 1, decrementStep: 1 },
  ...{ groupId: null, goalTarget: null, locked: false, resetDaily: false, resetTo: 0 },
  countsPeople: true,
};

test("counters", async () => {
  const { id } = await owner.reply(
    `POST ${setupPath}/counters`,
    {},
    { name: "Gate", goalTarget: 9 },
  );
  const target = { kind: "counter", id, name: "Gate" };
  const after = { ...defaults, name: "Gate", goalTarget: 9 };
  expect(await newest("counter.create")).toEqual({ target, before: null, after });
  const group = await owner.reply(`POST ${setupPath}/groups`, {}, { name: "Hall", capacity: null });
  const steps = { incrementStep: 2, decrementStep: 3, mode: "increment-only" };
  const settings = { ...steps, countsPeople: false, groupId: group.id };
  const { mode, incrementStep, decrementStep, countsPeople, groupId } = defaults;
  const before = { mode, incrementStep, decrementStep, countsPeople, groupId };
  await owner.reply(
    `PATCH ${setupPath}/counters/{counterId}`,
    { counterId: id },
    { settings, seen: before },
  );
  expect(await newest("counter.update")).toEqual({ target, before, after: settings });
  await owner.reply(
    `POST ${alertsOf}`,
    {},
    { name: "Full", scope: "counter", targetId: id, kind: "at_capacity" },
  );
  await owner.reply(`POST ${setupPath}/counters/{counterId}/archive`, { counterId: id }, {});
  expect(await newest("counter.archive")).toEqual({
    target,
    before: { archived: false, groupId: group.id },
    after: { archived: true, groupId: null, pausedAlerts: 1 },
  });
  await owner.reply(`POST ${setupPath}/counters/{counterId}/restore`, { counterId: id }, {});
  const restored = { before: { archived: true }, after: { archived: false, pausedAlerts: 0 } };
  expect(await newest("counter.restore")).toEqual({ target, ...restored });
});

test("groups", async () => {
  const { id } = await owner.reply(`POST ${setupPath}/groups`, {}, { name: "Hall", capacity: 5 });
  const target = { kind: "group", id, name: "Hall" };
  const before = { name: "Hall", capacity: 5 };
  expect(await newest("group.create")).toEqual({ target, before: null, after: before });
  await owner.reply(
    `PATCH ${setupPath}/groups/{groupId}`,
    { groupId: id },
    { settings: { capacity: 6 }, seen: { capacity: 5 } },
  );
  const after = { name: "Hall", capacity: 6 };
  expect(await newest("group.update")).toEqual({ target, before, after });
  await owner.reply(`POST ${setupPath}/counters`, {}, { name: "Gate", groupId: id });
  const rule = { name: "Full", scope: "group", targetId: id, kind: "at_capacity" };
  const alert = await owner.reply(`POST ${alertsOf}`, {}, rule);
  await owner.reply(`DELETE ${setupPath}/groups/{groupId}`, { groupId: id }, { ungroup: true });
  const had = { ...after, counters: 1, alerts: [alert.id] };
  expect(await newest("group.delete")).toEqual({ target, before: had, after: null });
});

test("alerts", async () => {
  const counter = await owner.reply(`POST ${setupPath}/counters`, {}, { name: "Gate" });
  const rule = { kind: "absolute", at: 7, rearmBelow: 3 };
  const setup = { name: "Seven", scope: "counter", targetId: counter.id, ...rule };
  const { id } = await owner.reply(`POST ${alertsOf}`, {}, setup);
  const target = { kind: "alert", id, name: "Seven" };
  const before = {
    ...{ name: "Seven", targetId: counter.id, ...rule },
    ...{ percent: null, capacity: null, paused: false },
  };
  expect(await newest("alert.create")).toEqual({ target, before: null, after: before });
  await owner.reply(
    `PATCH ${alertsOf}/{alertId}`,
    { alertId: id },
    { settings: { at: 8, rearmBelow: 4 } },
  );
  const after = { ...before, at: 8, rearmBelow: 4 };
  expect(await newest("alert.update")).toEqual({ target, before, after });
  await owner.reply(`POST ${alertsOf}/{alertId}/pause`, { alertId: id }, {});
  const [runs, rests] = [{ paused: false }, { paused: true }];
  expect(await newest("alert.pause")).toEqual({ target, before: runs, after: rests });
  await owner.reply(`POST ${alertsOf}/{alertId}/resume`, { alertId: id }, {});
  expect(await newest("alert.resume")).toEqual({ target, before: rests, after: runs });
  await owner.reply(`DELETE ${alertsOf}/{alertId}`, { alertId: id });
  expect(await newest("alert.delete")).toEqual({ target, before: after, after: null });
});

test("gate links and embeds", async () => {
  const counter = await owner.reply(`POST ${setupPath}/counters`, {}, { name: "Gate" });
  const setup = { name: "North", counterIds: [counter.id], endsAt: "2999-01-01T00:00:00.000Z" };
  const { id } = await owner.reply(`POST ${area}/gates`, {}, setup);
  const gate = { kind: "gate", id, name: "North" };
  expect(await newest("gate.create")).toEqual({ target: gate, before: null, after: setup });
  await owner.reply(`DELETE ${area}/gates/{gateId}`, { gateId: id });
  expect(await newest("gate.revoke")).toEqual({ target: gate, before: setup, after: null });
  const { sessionId } = await owner.reply(
    `POST ${setupPath}/counters/{counterId}/embeds`,
    { counterId: counter.id },
    { note: "Website" },
  );
  const target = { kind: "embed", id: null, name: "Gate" };
  const shown = { counterId: counter.id, note: "Website", lastFour: sessionId.slice(-4) };
  expect(await newest("embed.create")).toEqual({ target, before: null, after: shown });
  await owner.reply(`DELETE ${setupPath}/embeds/{sessionId}`, { sessionId });
  expect(await newest("embed.revoke")).toEqual({ target, before: shown, after: null });
});

test("API keys", async () => {
  const keys = "/api/keys/{organizationId}";
  const { id, lastFour } = await owner.reply(`POST ${keys}`, {}, { name: "Website" });
  const target = { kind: "key", id, name: "Website" };
  const shown = { name: "Website", lastFour };
  expect(await newest("key.create")).toEqual({ target, before: null, after: shown });
  await owner.reply(`DELETE ${keys}/{keyId}`, { keyId: id });
  expect(await newest("key.revoke")).toEqual({ target, before: shown, after: null });
});

test("endpoints, by their origins: paths and queries can be secrets", async () => {
  const events = ["counter.increment"];
  const setup = { url: "https://localhost:8443/secret?token=secret", events };
  const { id } = (await owner.reply(`POST ${endpointsOf}`, {}, setup)).endpoint;
  const target = { kind: "endpoint", id, name: "localhost:8443" };
  const shown = { origin: "https://localhost:8443", events };
  expect(await newest("endpoint.create")).toEqual({ target, before: null, after: shown });
  await owner.reply(
    `PATCH ${endpointsOf}/{endpointId}`,
    { endpointId: id },
    { settings: { events: ["counter.decrement"] } },
  );
  const changed = { ...shown, events: ["counter.decrement"] };
  expect(await newest("endpoint.update")).toEqual({ target, before: shown, after: changed });
  const { pausedAt } = await owner.reply(
    `POST ${endpointsOf}/{endpointId}/pause`,
    { endpointId: id },
    { paused: true },
  );
  const paused = { ...changed, pausedAt };
  expect(await newest("endpoint.pause")).toEqual({ target, before: changed, after: paused });
  await owner.reply(
    `POST ${endpointsOf}/{endpointId}/pause`,
    { endpointId: id },
    { paused: false },
  );
  expect(await newest("endpoint.resume")).toEqual({ target, before: paused, after: changed });
  for (const end of ["discard", "activate"]) {
    const made = await owner.reply(
      `POST ${endpointsOf}/{endpointId}/secret`,
      { endpointId: id },
      { action: "make" },
    );
    const two = { ...changed, nextSecretMadeAt: made.endpoint.nextSecretMadeAt };
    const replaced = { target, before: changed, after: two };
    expect(await newest("endpoint.replace-secret")).toEqual(replaced);
    await owner.reply(
      `POST ${endpointsOf}/{endpointId}/secret`,
      { endpointId: id },
      { action: end, madeAt: two.nextSecretMadeAt },
    );
    expect(await newest(`endpoint.${end}-secret`)).toEqual({ target, before: two, after: changed });
  }
  await owner.reply(`DELETE ${endpointsOf}/{endpointId}`, { endpointId: id });
  expect(await newest("endpoint.delete")).toEqual({ target, before: changed, after: null });
});

test("invitations and members", async () => {
  const invited = await owner.reply(
    `POST ${area}/invitations`,
    {},
    { email: "kim@people.example", role: "member" },
  );
  const { id, expiresAt } = invited;
  const target = { kind: "invitation", id, name: "kim@people.example" };
  const offer = { role: "member", expiresAt };
  expect(await newest("member.invite")).toEqual({ target, before: null, after: offer });
  await owner.reply(`DELETE ${area}/invitations/{invitationId}`, { invitationId: id });
  expect(await newest("invitation.revoke")).toEqual({ target, before: offer, after: null });
  const { member } = await createMember(owner.organization, "member");
  const person = { kind: "member", id: member.id, name: member.name };
  await owner.reply(`PATCH ${area}/members/{memberId}`, { memberId: member.id }, { role: "admin" });
  const [before, after] = [{ role: "member" }, { role: "admin" }];
  expect(await newest("member.set-role")).toEqual({ target: person, before, after });
  await owner.reply(`DELETE ${area}/members/{memberId}`, { memberId: member.id });
  const was = { role: "admin", email: member.email };
  expect(await newest("member.remove")).toEqual({ target: person, before: was, after: null });
});

test("the organization", async () => {
  const { id, name, timeZone } = await owner.reply(`GET ${area}`, {});
  await owner.reply(`PATCH ${area}`, {}, { settings: { name: "Museum" } });
  const target = { kind: "organization", id, name: "Museum" };
  const renamed = { before: { name }, after: { name: "Museum" } };
  expect(await newest("org.rename")).toEqual({ target, ...renamed });
  await owner.reply(`PATCH ${area}`, {}, { settings: { timeZone: "Europe/Berlin" } });
  const moved = { before: { timeZone }, after: { timeZone: "Europe/Berlin" } };
  expect(await newest("org.set-time-zone")).toEqual({ target, ...moved });
});
