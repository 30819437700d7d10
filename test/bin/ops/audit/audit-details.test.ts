import { expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

// What the audit log says of operators' changes: whole entries, so that a field that is missing, wrong
// or too much is noticed.

const { json } = opsOn(service);

async function newest(organizationId: string, action: string) {
  const { entries } = await json("audit", "list", "--org", organizationId, "--limit", "1");
  const [{ at: _at, actor, ...entry }] = entries;
  expect([actor.kind, entry.action]).toEqual(["operator", action]);
  return { target: entry.target, before: entry.before, after: entry.after };
}

test("organizations", async () => {
  const { id } = await json("org", "create", "--name", "Zoo", "--plan", "free");
  const entry = (name: string, before: object | null, after: object | null) => ({
    target: { kind: "organization", id, name },
    before,
    after,
  });
  const made = { name: "Zoo", plan: "free", timeZone: "UTC" };
  expect(await newest(id, "org.create")).toEqual(entry("Zoo", null, made));
  await json("org", "rename", id, "Museum");
  const renamed = entry("Museum", { name: "Zoo" }, { name: "Museum" });
  expect(await newest(id, "org.rename")).toEqual(renamed);
  await json("org", "set-plan", id, "pro");
  const upgraded = entry("Museum", { plan: "free" }, { plan: "pro" });
  expect(await newest(id, "org.set-plan")).toEqual(upgraded);
  await json("org", "set-time-zone", id, "Europe/Berlin");
  const moved = entry("Museum", { timeZone: "UTC" }, { timeZone: "Europe/Berlin" });
  expect(await newest(id, "org.set-time-zone")).toEqual(moved);
});

test("API keys", async () => {
  const { id: organizationId } = await service.createOrganization("pro");
  const org = ["--org", organizationId];
  const { id, lastFour } = await json("key", "create", ...org, "--name", "Website");
  const target = { kind: "key", id, name: "Website" };
  const shown = { name: "Website", lastFour };
  const created = { target, before: null, after: shown };
  expect(await newest(organizationId, "key.create")).toEqual(created);
  await json("key", "revoke", ...org, id);
  const revoked = { target, before: shown, after: null };
  expect(await newest(organizationId, "key.revoke")).toEqual(revoked);
});

test("endpoints, by their origins: paths and queries can be secrets", async () => {
  const { id: organizationId } = await service.createOrganization("pro");
  const org = ["--org", organizationId];
  const url = "https://localhost:8443/secret?token=secret";
  const events = ["--events", "counter.increment"];
  const { id } = await json("endpoint", "create", ...org, "--url", url, ...events);
  const entry = (before: object | null, after: object | null) => ({
    target: { kind: "endpoint", id, name: "localhost:8443" },
    before,
    after,
  });
  const shown = { origin: "https://localhost:8443", events: ["counter.increment"] };
  expect(await newest(organizationId, "endpoint.create")).toEqual(entry(null, shown));
  await json("endpoint", "update", ...org, id, "--events", "counter.decrement");
  const changed = { ...shown, events: ["counter.decrement"] };
  expect(await newest(organizationId, "endpoint.update")).toEqual(entry(shown, changed));
  const [runs, rests] = [{ paused: false }, { paused: true }];
  await json("endpoint", "pause", ...org, id);
  expect(await newest(organizationId, "endpoint.pause")).toEqual(entry(runs, rests));
  await json("endpoint", "resume", ...org, id);
  expect(await newest(organizationId, "endpoint.resume")).toEqual(entry(rests, runs));
  await json("endpoint", "delete", ...org, id);
  expect(await newest(organizationId, "endpoint.delete")).toEqual(entry(changed, null));
});

test("alerts", async () => {
  const { organization, counter } = await service.createCustomer("enterprise");
  const org = ["--org", organization.id];
  const rule = ["--kind", "absolute", "--at", "7", "--rearm-below", "3"];
  const setup = ["--name", "Seven", "--counter", counter.id, ...rule];
  const { id } = await json("alert", "create", ...org, ...setup);
  const entry = (before: object | null, after: object | null) => ({
    target: { kind: "alert", id, name: "Seven" },
    before,
    after,
  });
  const before = {
    ...{ name: "Seven", targetId: counter.id, kind: "absolute", at: 7, rearmBelow: 3 },
    ...{ percent: null, capacity: null, paused: false },
  };
  expect(await newest(organization.id, "alert.create")).toEqual(entry(null, before));
  await json("alert", "update", ...org, id, "--at", "8", "--rearm-below", "4");
  const after = { ...before, at: 8, rearmBelow: 4 };
  expect(await newest(organization.id, "alert.update")).toEqual(entry(before, after));
  const [runs, rests] = [{ paused: false }, { paused: true }];
  await json("alert", "pause", ...org, id);
  expect(await newest(organization.id, "alert.pause")).toEqual(entry(runs, rests));
  await json("alert", "resume", ...org, id);
  expect(await newest(organization.id, "alert.resume")).toEqual(entry(rests, runs));
  await json("alert", "delete", ...org, id);
  expect(await newest(organization.id, "alert.delete")).toEqual(entry(after, null));
});
