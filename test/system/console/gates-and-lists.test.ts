import { expect, test } from "vitest";
import { dynamodbRateLimits } from "../../../adapters/dynamodb-rate-limits.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { CountableCounters, OpenedGate, OpenedGates } from "../../../api/private/counting.ts";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import { unknownLinkLimit } from "../../../core/rate-limits.ts";
import { openGate } from "../../../lambdas/counting/open-gate.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import { operator } from "../../core/audit/operator.ts";
import { createGate, revokeGate } from "../gate-service.ts";
import {
  askConsole,
  client,
  createCounter,
  createOrganization,
  signIn,
  stores,
  tables,
} from "../service.ts";
import { newCounter, outcomes, send, signInMember, ups, userOfGate } from "./counter-users.ts";
import { askUnlimited } from "./unknown-links.ts";

function open(token: unknown) {
  return askConsole("/api/gates/open", { method: "POST", body: { token } });
}

test("a gate's link is exchanged for a cookie, and the cookie counts", async () => {
  const organization = await createOrganization("free");
  const [b, a] = [
    await createCounter(organization, { name: "b 🚪" }),
    await createCounter(organization, { name: "A" }),
  ];
  const { gate, token, cookie } = await createGate([b, a], { name: "Nordtor ➜ مدخل" });
  const response = await open(token);
  const shown = OpenedGate.parse(await response.json());
  expect(shown).toEqual({
    id: gate.id,
    name: "Nordtor ➜ مدخل",
    ...{ organizationName: "Test", timeZone: "UTC", utcOffsetMinutes: 0 },
    counters: [b, a].map(({ id, name }) => ({ id, name })),
    endsAt: null,
  });
  const [set = "", ...others] = response.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(set).toBe(`${cookie}; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax`);
  expect(await (await askConsole(`/api/gates/${gate.id}`, { cookie })).json()).toEqual(shown);
  expect(outcomes(await send(userOfGate({ gate, url: "", token, cookie }, a), ups(2)))).toEqual([
    "counted",
    "counted",
  ]);
});

test("a browser is told which gates its cookies still open, and forgets the others", async () => {
  const counters = [await newCounter()];
  const { gate, cookie } = await createGate(counters, { name: "North" });
  const revoked = await createGate(counters, { name: "South" });
  await revokeGate(revoked.gate);
  const foreign = `__Host-gate-${randomBase62(20)}=nothing`;
  const sent = [cookie, foreign, revoked.cookie, "__Host-session=none"].join("; ");
  const response = await askConsole("/api/gates", { cookie: sent });
  const { gates } = OpenedGates.parse(await response.json());
  expect(gates.map(({ id, name }) => [id, name])).toEqual([[gate.id, "North"]]);
  const [name] = revoked.cookie.split("=");
  expect(response.headers.getSetCookie()).toEqual([
    `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`,
  ]);
  expect(await (await askConsole("/api/gates")).json()).toEqual({ gates: [] });
});

test("a link that is unknown, changed or revoked opens nothing: the same 404, without a cookie", async () => {
  const { gate, token } = await createGate([await newCounter()]);
  const [organizationId, gateId = "", secret = ""] = token.split(".");
  const swapped = `${secret.slice(1)}${secret[0]}`;
  const wrong = [
    "",
    "x",
    "🚪".repeat(50),
    `${organizationId}.${gateId}.${swapped}`,
    `${organizationId}.gat_0123456789ABCDEFGHIJ.${secret}`,
    `org_0123456789ABCDEFGHIJ.${gateId}.${secret}`,
    `${token}.x`,
  ];
  const unknown = [404, { error: "This link does not work; ask for a new one" }, []];
  const answer = async (text: string) => {
    const response = await askUnlimited(() => open(text));
    return [response.status, await response.json(), response.headers.getSetCookie()];
  };
  for (const text of wrong) expect(await answer(text)).toEqual(unknown);
  await revokeGate(gate);
  expect(await answer(token)).toEqual(unknown);
  expect((await open("x".repeat(201))).status).toBe(400);
  expect((await open(7)).status).toBe(400);
});

test("after many unknown links an address must wait, and links that open something still open", async () => {
  const gate = await createGate([await newCounter()]);
  const nowMs = Date.now();
  const clock = { now: () => nowMs };
  // Not over HTTP, where all tests have one address.
  const address = randomBase62(20);
  const rateLimits = dynamodbRateLimits(client, tables, clock);
  const ports = {
    ...{ gates: stores.gates, clock, rateLimits },
    organization: async () => ({ name: "Test", timeZone: "UTC" }),
    countersInUse: async () => [],
    heard: async () => {},
    viewerAddress: async () => address,
  };
  const openHere = (token: string) =>
    openGate(ports, { event: { headers: {} } as HttpEvent, body: { token } });
  await rateLimits.use(unknownLinkLimit, address, unknownLinkLimit.perMinute - 1);
  await expect(openHere("x")).rejects.toMatchObject({ status: 404 });
  await expect(openHere("x")).rejects.toMatchObject({
    status: 429,
    details: { headers: { "retry-after": expect.stringMatching(/^\d+$/) } },
  });
  expect(await openHere(gate.token)).toMatchObject({ body: { organizationName: "Test" } });
});

test("a member sees the organization's counters by name, and nobody else does", async () => {
  const organization = await createOrganization("free");
  const names = ["Ägypten", "Zebra", "apfel", "Tor 10", "🚪"];
  for (const name of names) await createCounter(organization, { name });
  const archived = await createCounter(organization, { name: "Gone" });
  const key = { organizationId: organization.id, counterId: archived.id };
  await archiveCounter(stores, key, operator);
  const path = `/api/organizations/${organization.id}/counters`;
  const { cookie } = await signInMember(organization.id);
  const list = CountableCounters.parse(await (await askConsole(path, { cookie })).json());
  expect(list.counters.map(({ name }) => name)).toEqual([
    "🚪",
    "Ägypten",
    "apfel",
    "Tor 10",
    "Zebra",
  ]);
  expect((await askConsole(path)).status).toBe(401);
  expect((await askConsole(path, { cookie: (await signIn()).cookie })).status).toBe(404);
});

test("a person with a counter's link learns in which of their organizations it is", async () => {
  const [counter, foreign] = [await newCounter(), await newCounter()];
  const { cookie } = await signInMember(counter.organizationId);
  const home = await askConsole(`/api/counters/${counter.id}`, { cookie });
  expect(await home.json()).toEqual({ organizationId: counter.organizationId });
  for (const id of [foreign.id, "ctr_0123456789ABCDEFGHIJ", "x", "%F0%9F%9A%AA"]) {
    const unknown = await askConsole(`/api/counters/${id}`, { cookie });
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: "The organization has no such counter" },
    ]);
  }
  expect((await askConsole(`/api/counters/${counter.id}`)).status).toBe(401);
  const nobody = await signIn();
  expect((await askConsole(`/api/counters/${counter.id}`, nobody)).status).toBe(404);
});

test("a phone that has opened many gates forgets the first of them, before its cookies are too many", async () => {
  const { token, gate } = await createGate([await newCounter()]);
  const names = Array.from({ length: 60 }, () => `__Host-gate-gat_${randomBase62(20)}`);
  const cookie = names.map((name) => `${name}=org_${randomBase62(20)}.x`).join("; ");
  const opened = await askConsole("/api/gates/open", { method: "POST", body: { token }, cookie });
  const [kept = "", ...removed] = opened.headers.getSetCookie();
  expect(kept).toContain(`__Host-gate-${gate.id}=${gate.organizationId}.`);
  expect(removed.map((line) => line.split("=")[0])).toEqual(names.slice(0, 21));
  expect(removed.every((line) => line.includes("=; Path=/; Max-Age=0;"))).toBe(true);
});
