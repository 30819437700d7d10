import { describe, expect, test } from "vitest";
import { firingCreation } from "../../../../adapters/alerts/dynamodb-firings.ts";
import { transact } from "../../../../adapters/aws/dynamodb-transaction.ts";
import { AlertView } from "../../../../api/private/alerts.ts";
import type { Firing } from "../../../../core/alerts/firing.ts";
import { archiveCounter } from "../../../../core/counters/settings/counter-archive.ts";
import type { Plan } from "../../../../core/organizations/organization.ts";
import { operator } from "../../../core/audit/operator.ts";
import { newAlert, putGroup } from "../../alert-service.ts";
import { client, createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { createEndpoint } from "../../webhooks/webhook-service.ts";
import { consoleUser } from "../console-user.ts";

const list = "GET /api/alerts/{organizationId}";
const create = "POST /api/alerts/{organizationId}";
const get = "GET /api/alerts/{organizationId}/{alertId}";
const edit = "PATCH /api/alerts/{organizationId}/{alertId}";
const remove = "DELETE /api/alerts/{organizationId}/{alertId}";
const pause = "POST /api/alerts/{organizationId}/{alertId}/pause";
const resume = "POST /api/alerts/{organizationId}/{alertId}/resume";
const targets = "GET /api/alerts/{organizationId}/targets";
const firingList = "GET /api/alerts/{organizationId}/firings";

async function venue(plan: Plan = "enterprise") {
  const organization = await createOrganization(plan);
  const user = await consoleUser("admin", organization);
  const counter = await createCounter(organization, { name: "Hall \"<b>&'🚪", goalTarget: 500 });
  const onCounter = { name: "Full", scope: "counter", targetId: counter.id };
  const audit = async () =>
    (await user.auditLog()).filter(({ action }: { action: string }) => action.startsWith("alert."));
  return { ...user, organization, counter, onCounter, audit, alerts: () => user.reply(list, {}) };
}

describe("an alert", () => {
  test("is created, changed, paused, resumed and deleted, and the audit log has all of it", async () => {
    const { organization, counter, request, reply, onCounter, alerts, audit } = await venue();
    const created = await request(create, {}, { ...onCounter, kind: "percent", percent: 90 });
    const alert = AlertView.parse(await created.json());
    expect(created.status).toBe(201);
    expect(alert).toMatchObject({
      ...{ name: "Full", targetName: counter.name, state: "armed", asleepBecause: null },
      ...{ capacityInForce: 500, threshold: 450, rearmLevel: 450, level: 0 },
    });
    const path = { alertId: alert.id };
    const settings = { kind: "absolute", at: 5, rearmBelow: 3 };
    expect(await reply(edit, path, { settings })).toMatchObject({
      ...{ kind: "absolute", percent: null, at: 5, threshold: 5, rearmLevel: 3 },
    });
    expect(await reply(pause, path, {})).toMatchObject({ state: "paused" });
    // To pause it again changes nothing, and leaves no entry.
    expect(await reply(pause, path, {})).toMatchObject({ state: "paused" });
    expect(await reply(get, path)).toMatchObject({ state: "paused" });
    expect(await reply(resume, path, {})).toMatchObject({ state: "armed" });
    expect(await alerts()).toMatchObject({ alerts: [{ id: alert.id }], maximum: 100 });
    expect((await request(remove, path)).status).toBe(200);
    expect((await request(remove, path)).status).toBe(404);
    expect((await alerts()).alerts).toEqual([]);
    const verbs = ["delete", "resume", "pause", "update", "create"];
    expect((await audit()).map(({ action }) => action)).toEqual(
      verbs.map((verb) => `alert.${verb}`),
    );
    expect((await stores.organizations.get(organization.id))?.alertCount).toBe(0);
  });

  test("that another person has changed keeps their change, and the refusal names the settings", async () => {
    const { request, reply, onCounter, audit } = await venue();
    const rule = { kind: "percent", percent: 90 };
    const { id: alertId } = await reply(create, {}, { ...onCounter, ...rule });
    await reply(edit, { alertId }, { settings: { percent: 80 }, seen: { percent: 90 } });
    // A threshold of another kind would replace the 80 as well.
    const late = [
      { settings: { percent: 70 }, seen: { percent: 90 } },
      { settings: { kind: "absolute", percent: null, at: 5 }, seen: { ...rule, at: null } },
      { settings: { name: "Half", kind: "absolute", at: 5 }, seen: { name: "Full", ...rule } },
    ];
    for (const body of late) {
      const refused = await request(edit, { alertId }, body);
      expect([refused.status, await refused.json()]).toEqual([
        409,
        { error: expect.stringMatching(/changed these settings: Percent\. /), code: "CONFLICT" },
      ]);
    }
    expect(await reply(get, { alertId })).toMatchObject({ ...rule, percent: 80, name: "Full" });
    // Another setting is no conflict.
    await reply(edit, { alertId }, { settings: { name: "Half" }, seen: { name: "Full" } });
    expect(await audit()).toMatchObject([
      { action: "alert.update", before: { name: "Full" }, after: { name: "Half", percent: 80 } },
      { action: "alert.update", before: { percent: 90 }, after: { percent: 80 } },
      { action: "alert.create" },
    ]);
  });

  test("says whether an endpoint receives what it fires", async () => {
    const { organization, alerts } = await venue();
    expect((await alerts()).isReceived).toBe(false);
    const url = "https://receiver.example.com/";
    await createEndpoint({
      ...{ organizationId: organization.id, url, events: ["threshold.alert.fired"] },
    });
    expect((await alerts()).isReceived).toBe(true);
  });

  test("of a plan without alerts stays in the list, asleep, and no other can be created", async () => {
    const { organization, request, counter, onCounter, alerts } = await venue();
    await newAlert("counter", counter);
    await stores.plans.set(organization.id, "pro");
    expect((await alerts()).alerts).toMatchObject([{ state: "asleep", asleepBecause: "plan" }]);
    const refused = await request(create, {}, { ...onCounter, kind: "at_capacity" });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        error: "Alerts need the Enterprise plan: ask your operator",
        code: "PLAN_REQUIRED",
        requiredPlan: "enterprise",
      },
    ]);
  });
});

describe("an alert is refused", () => {
  test.each([
    ["on an unknown counter", { targetId: "ctr_0123456789ABCDEFGHIJ" }, 404],
    ["on text that is no id", { targetId: "__proto__" }, 404],
    ["on a group of that id", { scope: "group" }, 404],
    ["at a percentage that is missing", { kind: "percent" }, 400],
    ["armed again above its threshold", { kind: "absolute", at: 5, rearmBelow: 6 }, 400],
  ])("%s", async (_, change, status) => {
    const { request, onCounter } = await venue();
    const response = await request(create, {}, { ...onCounter, kind: "at_capacity", ...change });
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
  });
});

test("an alert can watch each counter in use and each group", async () => {
  const { organization, counter, reply } = await venue();
  const group = await putGroup(organization.id, { name: "Arena", capacity: 9 });
  const archived = await createCounter(organization, { name: "Old" });
  const key = { organizationId: organization.id, counterId: archived.id };
  await archiveCounter(stores, key, operator);
  const of = (query: { scope: string; q?: string }) => reply(targets, {}, query);
  expect(await of({ scope: "group" })).toEqual({
    ...{ targets: [{ id: group.id, name: "Arena", capacity: 9 }], found: 1 },
  });
  const hall = { targets: [{ id: counter.id, name: counter.name, capacity: 500 }], found: 1 };
  expect(await of({ scope: "counter" })).toEqual(hall);
  expect(await of({ scope: "counter", q: " hALL " })).toEqual(hall);
  expect(await of({ scope: "counter", q: "arena" })).toEqual({ targets: [], found: 0 });
});

test("firings are listed newest first, page by page, of all alerts or of one", async () => {
  const { organization, counter, request, reply } = await venue();
  const alerts = ["alt_00000000000000000001", "alt_00000000000000000002"];
  const firings = Array.from({ length: 7 }, (_, index) => ({
    ...firing(organization.id, alerts[index % 2] ?? "", index + 1),
    counterId: counter.id,
  }));
  await transact(
    client,
    firings.map((one) => firingCreation(outputs.AlertFiringsTable, one)),
  );
  const all = async (query: { alert?: string | undefined; from?: string } = {}) => {
    const found: number[] = [];
    let from = query.from;
    for (let pages = 0; pages < 20; pages += 1) {
      const page = await reply(firingList, {}, { ...query, from, limit: 2 });
      found.push(...page.firings.map(({ lastEventId }) => lastEventId));
      if (page.next === null) break;
      from = page.next;
    }
    return found;
  };
  expect(await all()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(await all({ alert: alerts[0] })).toEqual([7, 5, 3, 1]);
  expect(await all({ alert: "nobody" })).toEqual([]);
  expect(await all({ from: "0" })).toEqual([]);
  const response = await request(firingList, {});
  const [newest] = JSON.parse(await response.text()).firings;
  expect(newest?.eventId).toBe(`threshold.alert.fired:${counter.id}:7`);
  expect(newest).not.toHaveProperty("organizationId");
});

function firing(organizationId: string, alertId: string, lastEventId: number): Firing {
  return {
    ...{ organizationId, alertId, alertName: "Full", scope: "counter", kind: "absolute" },
    ...{ counterId: "ctr_00000000000000000001", counterName: "Gate", groupId: null },
    ...{ groupName: null, threshold: 100, capacity: null, percent: null },
    ...{ previousLevel: 99, level: 100, lastEventId },
    createdAt: new Date(Date.now() - (100 - lastEventId) * 1_000).toISOString(),
  };
}
