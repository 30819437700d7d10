import { describe, expect, test } from "vitest";
import type { RecoverPart } from "../../../../api/private/deliveries.ts";
import { endpointCheckLimit } from "../../../../core/rate-limits.ts";
import { createCounter, tapOnce } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { consoleUser } from "../console-user.ts";
import { newEndpoint } from "./made-records.ts";

const all = "/api/webhooks/{organizationId}/endpoints";
const one = "/api/webhooks/{organizationId}/endpoints/{endpointId}";
const edit = `PATCH ${one}` as const;
const secretOf = `POST ${one}/secret` as const;
const recover = `POST ${one}/recover` as const;

/** An owner of an organization with an endpoint, and what they ask of it. */
async function withEndpoint() {
  const owner = await consoleUser("owner");
  const endpoint = await newEndpoint(owner);
  return { owner, endpoint, at: { endpointId: endpoint.id } };
}

describe("an endpoint", () => {
  test("is made with a secret that is shown once, and leaves an entry without it", async () => {
    const owner = await consoleUser("owner");
    const body = { url: "https://localhost:8443/hooks?token=t", events: ["counter.increment"] };
    const { endpoint, secret } = await owner.reply(`POST ${all}`, {}, body);
    expect(endpoint).toMatchObject({ ...body, pausedAt: null });
    const shown = await owner.reply(`GET ${one}`, { endpointId: endpoint.id });
    expect(JSON.stringify(shown)).not.toContain(secret);
    const entries = await owner.auditLog({ limit: 1 });
    expect(entries).toMatchObject([
      { action: "endpoint.create", actor: { kind: "member" }, target: { id: endpoint.id } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|token=t/);
  });

  test("that another person has changed keeps their change, and the refusal names the settings", async () => {
    const { owner, endpoint, at } = await withEndpoint();
    const { url } = endpoint;
    const up = ["counter.increment"];
    const both = ["counter.decrement", "counter.increment"];
    await owner.reply(edit, at, { settings: { events: both }, seen: { events: up } });
    const moved = "https://localhost:8443/moved";
    const settings = { url: moved, events: ["counter.decrement"] };
    expect(await owner.refusal(409, edit, at, { settings, seen: { url, events: up } })).toEqual({
      error: expect.stringMatching(/changed these settings: Events\. /),
      code: "CONFLICT",
    });
    // Neither another setting is a conflict, nor a pause.
    await owner.reply(`POST ${one}/pause`, at, { paused: true });
    await owner.reply(edit, at, { settings: { url: moved }, seen: { url } });
    expect(await owner.reply(`GET ${one}`, at)).toMatchObject({
      url: moved,
      events: both.toReversed(),
      pausedAt: expect.any(String),
    });
  });
});

test("the next secret signs nothing until it is activated, and then everything", async () => {
  const owner = await consoleUser("owner");
  const counter = await createCounter(owner.organization);
  const receiver = await createReceiver(owner.organization.id);
  const at = { endpointId: receiver.endpoint.id };
  const made = await owner.reply(secretOf, at, { action: "make" });
  expect(made.secret).toMatch(/^whsec_/);
  await owner.refusal(409, secretOf, at, { action: "make" });
  await tapOnce(counter);
  // Verified with the first secret.
  await receiver.verified(1);
  const madeAt = made.endpoint.nextSecretMadeAt;
  const other = { action: "activate", madeAt: "2000-01-01T00:00:00.000Z" };
  expect(await owner.refusal(409, secretOf, at, other)).toMatchObject({ code: "CONFLICT" });
  expect(await owner.reply(secretOf, at, { action: "activate", madeAt })).toMatchObject({
    ...{ secret: null, endpoint: { nextSecretMadeAt: null } },
  });
  await tapOnce(counter);
  // The receiver knows the first secret only.
  await expect.poll(() => receiver.received.filter(({ verified }) => !verified).length).toBe(1);
  const entries = await owner.auditLog({ limit: 2 });
  expect(entries.map(({ action }) => action)).toEqual([
    "endpoint.activate-secret",
    "endpoint.replace-secret",
  ]);
  expect(JSON.stringify(entries)).not.toContain("whsec_");
});

test("what a pause holds back is counted, and sent by a recovery, once", async () => {
  const owner = await consoleUser("owner");
  const counter = await createCounter(owner.organization);
  const { endpoint, verified } = await createReceiver(owner.organization.id);
  const at = { endpointId: endpoint.id };
  await tapOnce(counter);
  await verified(1);
  await owner.reply(`POST ${one}/pause`, at, { paused: true });
  for (let tap = 0; tap < 3; tap += 1) await tapOnce(counter);
  const heldBack = async () => (await owner.reply(`GET ${one}`, at)).health.heldBack;
  await expect.poll(heldBack).toBe(3);
  const paused = await owner.reply(`GET ${one}`, at);
  expect(paused.health).toMatchObject({ waiting: 0, failedLastDay: 0, failingSince: null });
  const what = { since: new Date().toISOString(), waiting: true };
  const run = async (dryRun: boolean) => {
    const sum = { found: 0, resent: 0 };
    for (let from: string | null | undefined; from !== null; ) {
      const part: RecoverPart = await owner.reply(recover, at, { ...what, dryRun, from });
      sum.found += part.found;
      sum.resent += part.resent;
      from = part.next;
    }
    return sum;
  };
  expect(await run(true)).toEqual({ found: 3, resent: 0 });
  const sent = { ...what, dryRun: false, from: "paused" };
  expect(await owner.refusal(409, recover, at, sent)).toMatchObject({ code: "CONFLICT" });
  await owner.reply(`POST ${one}/pause`, at, { paused: false });
  const tooLong = { since: `2026-01-01T00:00:00.${"0".repeat(4_000)}Z`, dryRun: false };
  expect(await owner.refusal(400, recover, at, tooLong)).toMatchObject({ code: "INVALID_BODY" });
  expect(await run(false)).toEqual({ found: 3, resent: 3 });
  const ids = (await verified(4)).map(({ deliveryId }) => deliveryId);
  expect(new Set(ids).size).toBe(4);
  await expect.poll(heldBack).toBe(0);
  expect(await owner.auditLog({ limit: 1 })).toMatchObject([
    { action: "delivery.recover", after: { resent: 3 } },
  ]);
});

describe("a check", () => {
  test("reaches the receiver with a delivery that is kept nowhere", async () => {
    const owner = await consoleUser("owner");
    const { endpoint, verified } = await createReceiver(owner.organization.id);
    const at = { endpointId: endpoint.id };
    const check = await owner.reply(`POST ${one}/check`, at, { eventType: "counter.decrement" });
    expect(check).toMatchObject({ accepted: true, eventType: "counter.decrement" });
    expect(check.findings.map(({ step }) => step)).toContain("TLS");
    await verified(1);
    const { deliveryId } = check;
    const delivery = "GET /api/webhooks/{organizationId}/deliveries/{deliveryId}";
    await owner.refusal(404, delivery, { deliveryId });
    const { health } = await owner.reply(`GET ${one}`, at);
    expect(health.lastSuccessAt).toBeNull();
  });

  test("is limited per organization", async () => {
    const { owner, at } = await withEndpoint();
    // More than two minutes take: a minute of the clock can end between them.
    const checks = Array.from({ length: 2 * endpointCheckLimit.perMinute + 1 }, () =>
      owner.request(`POST ${one}/check`, at, {}),
    );
    const statuses = (await Promise.all(checks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  });
});
