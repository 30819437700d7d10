import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { AuditPageView } from "../../../../api/private/audit.ts";
import { RecoverPart } from "../../../../api/private/deliveries.ts";
import {
  ChangedSecret,
  CheckView,
  CreatedEndpoint,
  EndpointView,
} from "../../../../api/private/webhooks.ts";
import { asMember } from "../../../../core/members/changed-by.ts";
import { removeMember } from "../../../../core/members/member-changes.ts";
import { endpointCheckLimit } from "../../../../core/rate-limits.ts";
import { pauseEndpoint } from "../../../../core/webhooks/endpoints/pause-endpoint.ts";
import { makeNextSecret } from "../../../../core/webhooks/endpoints/replace-secret.ts";
import {
  createEndpoint,
  deleteEndpoint,
  updateEndpoint,
} from "../../../../core/webhooks/manage-endpoints.ts";
import { createStaff, type Staff } from "../../people-service.ts";
import { askConsole, type ConsoleRequest, stores, tapOnce } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { newEndpoint } from "./made-records.ts";

/** A request of the owner, below the organization's path of the area. */
async function ask<Schema extends z.ZodType>(
  staff: Staff,
  [method, path, body]: [ConsoleRequest["method"] & string, string, unknown?],
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await send(staff, [method, path, body]);
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return schema.parse(await response.json());
}

function send(
  { organization, owner }: Staff,
  [method, path, body]: [ConsoleRequest["method"] & string, string, unknown?],
): Promise<Response> {
  const request = { method, cookie: owner.cookie, ...(body !== undefined && { body }) };
  return askConsole(`/api/webhooks/${organization.id}${path}`, request);
}

async function lastEntries(staff: Staff, count: number) {
  const log = `/api/organization/${staff.organization.id}/audit?limit=${count}`;
  const response = await askConsole(log, { cookie: staff.owner.cookie });
  const { entries } = AuditPageView.parse(await response.json());
  return entries;
}

describe("an endpoint", () => {
  test("is made with a secret that is shown once, and leaves an entry without it", async () => {
    const staff = await createStaff();
    const body = { url: "https://localhost:8443/hooks?token=t", events: ["counter.increment"] };
    const { endpoint, secret } = await ask(staff, ["POST", "/endpoints", body], CreatedEndpoint);
    expect(endpoint).toMatchObject({ ...body, pausedAt: null });
    const shown = await (await send(staff, ["GET", `/endpoints/${endpoint.id}`])).text();
    expect(shown).not.toContain(secret);
    const entries = await lastEntries(staff, 1);
    expect(entries).toMatchObject([
      { action: "endpoint.create", actor: { kind: "member" }, target: { id: endpoint.id } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|token=t/);
  });

  test("that somebody else has changed keeps their change, and the refusal names the settings", async () => {
    const staff = await createStaff();
    const { id, url } = await newEndpoint(staff);
    const path = `/endpoints/${id}`;
    const edit = (settings: object, seen: object) =>
      send(staff, ["PATCH", path, { settings, seen }]);
    const up = ["counter.increment"];
    const both = ["counter.decrement", "counter.increment"];
    expect((await edit({ events: both }, { events: up })).status).toBe(200);
    const moved = "https://localhost:8443/moved";
    const late = await edit({ url: moved, events: ["counter.decrement"] }, { url, events: up });
    expect([late.status, await late.json()]).toEqual([
      409,
      { error: expect.stringMatching(/changed these settings: Events\. /), code: "CONFLICT" },
    ]);
    // Neither another setting is a conflict, nor a pause.
    await ask(staff, ["POST", `${path}/pause`, { paused: true }], EndpointView);
    expect((await edit({ url: moved }, { url })).status).toBe(200);
    const now = await ask(staff, ["GET", path], EndpointView);
    expect(now).toMatchObject({
      url: moved,
      events: both.toReversed(),
      pausedAt: expect.any(String),
    });
  });

  test("is changed once by an edit that is sent again, as its response was lost", async () => {
    const staff = await createStaff();
    const { id, url } = await newEndpoint(staff);
    const settings = { url: "https://localhost:8443/moved", events: ["counter.decrement"] };
    const body = { settings, seen: { url, events: ["counter.increment"] } };
    for (let time = 0; time < 2; time += 1) {
      const changed = await ask(staff, ["PATCH", `/endpoints/${id}`, body], EndpointView);
      expect(changed).toMatchObject(settings);
    }
    const entries = await lastEntries(staff, 5);
    expect(entries.filter(({ action }) => action === "endpoint.update")).toHaveLength(1);
  });

  test("can be paused and resumed again and again, with one entry for each change", async () => {
    const staff = await createStaff();
    const { id } = await newEndpoint(staff);
    const path = `/endpoints/${id}/pause`;
    const [first, second] = [
      await ask(staff, ["POST", path, { paused: true }], EndpointView),
      await ask(staff, ["POST", path, { paused: true }], EndpointView),
    ];
    expect(second.pausedAt).toBe(first.pausedAt);
    const resumed = await ask(staff, ["POST", path, { paused: false }], EndpointView);
    expect(resumed).toMatchObject({
      pausedAt: null,
      heldBackSince: expect.any(String),
    });
    const actions = (await lastEntries(staff, 3)).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(["endpoint.resume", "endpoint.pause"]);
  });
});

test("the next secret signs nothing until it is activated, and then everything", async () => {
  const staff = await createStaff();
  const receiver = await createReceiver(staff.organization.id);
  const path = `/endpoints/${receiver.endpoint.id}/secret`;
  const made = await ask(staff, ["POST", path, { action: "make" }], ChangedSecret);
  expect(made.secret).toMatch(/^whsec_/);
  expect((await send(staff, ["POST", path, { action: "make" }])).status).toBe(409);
  await tapOnce(staff.counter);
  // Verified with the first secret.
  await receiver.verified(1);
  const madeAt = made.endpoint.nextSecretMadeAt;
  const other = new Date(0).toISOString();
  const wrong = await send(staff, ["POST", path, { action: "activate", madeAt: other }]);
  expect([wrong.status, await wrong.json()]).toMatchObject([409, { code: "CONFLICT" }]);
  const activated = await ask(staff, ["POST", path, { action: "activate", madeAt }], ChangedSecret);
  expect(activated).toMatchObject({ secret: null, endpoint: { nextSecretMadeAt: null } });
  await tapOnce(staff.counter);
  // The receiver knows the first secret only.
  await expect.poll(() => receiver.received.filter(({ verified }) => !verified).length).toBe(1);
  const entries = await lastEntries(staff, 2);
  expect(entries.map(({ action }) => action)).toEqual([
    "endpoint.activate-secret",
    "endpoint.replace-secret",
  ]);
  expect(JSON.stringify(entries)).not.toContain("whsec_");
});

test("what a pause holds back is counted by a dry run, and sent by a recovery, once", async () => {
  const staff = await createStaff();
  const { endpoint, verified } = await createReceiver(staff.organization.id);
  const other = await createReceiver(staff.organization.id);
  const pause = (paused: boolean) =>
    ask(staff, ["POST", `/endpoints/${endpoint.id}/pause`, { paused }], EndpointView);
  await tapOnce(staff.counter);
  await verified(1);
  await pause(true);
  for (let tap = 0; tap < 3; tap += 1) await tapOnce(staff.counter);
  // All four are dispatched once the other endpoint has them.
  await other.verified(4);
  const path = `/endpoints/${endpoint.id}/recover`;
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const run = async (dryRun: boolean) => {
    const sum = { found: 0, resent: 0 };
    for (let from: string | null | undefined; from !== null; ) {
      const body = { since, dryRun, ...(from !== undefined && { from }) };
      const part: RecoverPart = await ask(staff, ["POST", path, body], RecoverPart);
      sum.found += part.found;
      sum.resent += part.resent;
      from = part.next;
    }
    return sum;
  };
  expect(await run(true)).toEqual({ found: 3, resent: 0 });
  const paused = await send(staff, ["POST", path, { since, dryRun: false, from: "events" }]);
  expect([paused.status, await paused.json()]).toMatchObject([409, { code: "CONFLICT" }]);
  await pause(false);
  const tooLong = `2026-01-01T00:00:00.${"0".repeat(400_000)}Z`;
  const refused = await send(staff, ["POST", path, { since: tooLong, dryRun: false }]);
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "INVALID_BODY" }]);
  const tooEarly = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const beyond = await send(staff, ["POST", path, { since: tooEarly, dryRun: true }]);
  expect([beyond.status, await beyond.json()]).toMatchObject([
    400,
    { error: expect.stringContaining("reaches back 29 days at most"), code: "INVALID_BODY" },
  ]);
  expect(await run(false)).toEqual({ found: 3, resent: 3 });
  const sent = await verified(4);
  expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(4);
  await expect.poll(async () => (await run(true)).found).toBe(0);
  expect(await lastEntries(staff, 1)).toMatchObject([
    { action: "delivery.recover", after: { resent: 3 } },
  ]);
});

test("an endpoint stays as it is when who changes it was removed after the request was authorized", async () => {
  const staff = await createStaff();
  const { id: organizationId } = staff.organization;
  const stays = await newEndpoint(staff);
  const key = { organizationId, endpointId: stays.id };
  const { member } = staff.admin;
  const removal = { organizationId, memberId: member.id };
  await removeMember(stores, removal, asMember(staff.owner.member));
  const by = asMember(member);
  const setup = { organizationId, url: stays.url, events: stays.events };
  // A made-up host has any public address.
  const resolve = async () => ["192.0.1.1"];
  const refused = [
    await createEndpoint({ ...stores, resolve }, setup, by),
    await updateEndpoint(stores, key, { events: ["counter.decrement"] }, by),
    await pauseEndpoint(stores, key, by),
    await makeNextSecret(stores, key, by),
    await deleteEndpoint(stores, key, by),
  ];
  for (const each of refused) expect(each).toEqual({ result: "forbidden" });
  expect(await stores.endpointRegistry.list(organizationId)).toEqual([stays]);
});

describe("a check", () => {
  test("reaches the receiver with a delivery that is kept nowhere", async () => {
    const staff = await createStaff();
    const { endpoint, verified } = await createReceiver(staff.organization.id);
    const path = `/endpoints/${endpoint.id}/check`;
    const body = { eventType: "counter.decrement" };
    const check = await ask(staff, ["POST", path, body], CheckView);
    expect(check).toMatchObject({ accepted: true, eventType: "counter.decrement" });
    expect(check.findings.map(({ step }) => step)).toContain("TLS");
    await verified(1);
    const found = await send(staff, ["GET", `/deliveries/${check.deliveryId}`]);
    expect(found.status).toBe(404);
    const now = await ask(staff, ["GET", `/endpoints/${endpoint.id}`], EndpointView);
    expect(now.health.lastSuccessAt).toBeNull();
  });

  test("is limited per organization", async () => {
    const staff = await createStaff();
    const { id } = await newEndpoint(staff);
    // More than two minutes take: a minute of the clock can end between them.
    const checks = Array.from({ length: 2 * endpointCheckLimit.perMinute + 1 }, () =>
      send(staff, ["POST", `/endpoints/${id}/check`, {}]),
    );
    const statuses = (await Promise.all(checks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  });
});
