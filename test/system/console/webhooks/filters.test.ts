import { expect, test } from "vitest";
import { newAlert } from "../../alert-service.ts";
import { newGroup, regroup } from "../../group-service.ts";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { consoleUser } from "../console-user.ts";

const all = "/api/webhooks/{organizationId}/endpoints";
const one = `${all}/{endpointId}` as const;
const edit = `PATCH ${one}` as const;
const url = "https://localhost:8443/hooks";
const events = ["counter.increment"];

/** An owner with two counters, the second of which is in a group. */
async function withCounters() {
  const owner = await consoleUser("owner", await createOrganization("enterprise"));
  const { organization } = owner;
  const [first, second] = [await createCounter(organization), await createCounter(organization)];
  const group = await newGroup(organization);
  await regroup(second, group.id);
  const counters = (...ids: string[]) => ({ counterIds: ids, groupIds: [] as string[] });
  return { owner, organization, first, second, group, counters };
}

test("a name, a filter and Standard Webhooks are kept as they were chosen, and stand in the log", async () => {
  const { owner, first, second, group } = await withCounters();
  const name = "Box office 🎟 \u{10ffff} é";
  const filter = { counterIds: [second.id, first.id, second.id], groupIds: [group.id] };
  const kept = { counterIds: [first.id, second.id].toSorted(), groupIds: [group.id] };
  const { endpoint } = await owner.reply(
    `POST ${all}`,
    {},
    { url, events, name, filter, standardWebhooks: true },
  );
  expect(endpoint).toMatchObject({ name, filter: kept, standardWebhooks: true });
  const at = { endpointId: endpoint.id };
  expect(await owner.auditLog({ limit: 1 })).toMatchObject([
    { action: "endpoint.create", target: { name }, after: { ...kept, standardWebhooks: true } },
  ]);
  const seen = { name, filter: kept, standardWebhooks: true };
  const without = { name: null, filter: null, standardWebhooks: false };
  const bare = await owner.reply(edit, at, { settings: without, seen });
  expect(bare).toMatchObject(without);
  const [entry] = await owner.auditLog({ limit: 1 });
  expect(entry).toMatchObject({ target: { name: "localhost:8443" }, before: { name, ...kept } });
  expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual(["events", "origin"]);
});

test("what the organization does not have is refused, and what it has no more hinders no edit", async () => {
  const { owner, first, counters, group } = await withCounters();
  const stranger = await createCounter(await createOrganization("pro"));
  const unknown = "grp_zzzzzzzzzzzzzzzzzzzz";
  const filter = { counterIds: [first.id, stranger.id], groupIds: [unknown] };
  expect(await owner.refusal(400, `POST ${all}`, {}, { url, events, filter })).toMatchObject({
    error: `Invalid request: filter: the organization has no counter or group with these ids: ${stranger.id}, ${unknown}`,
    code: "INVALID_BODY",
  });
  const ofGroup = { counterIds: [], groupIds: [group.id] };
  const { endpoint } = await owner.reply(`POST ${all}`, {}, { url, events, filter: ofGroup });
  const at = { endpointId: endpoint.id };
  for (const wrong of [
    counters(),
    counters("north"),
    counters(
      ...Array.from({ length: 101 }, (_, index) => `ctr_${String(index).padStart(20, "0")}`),
    ),
    counters(stranger.id),
  ]) {
    const body = { settings: { filter: wrong }, seen: { filter: ofGroup } };
    expect(await owner.refusal(400, edit, at, body)).toMatchObject({ code: "INVALID_BODY" });
  }
  await owner.reply(
    "DELETE /api/setup/{organizationId}/groups/{groupId}",
    { groupId: group.id },
    { ungroup: true },
  );
  const wider = { counterIds: [first.id], groupIds: [group.id] };
  const body = { settings: { filter: wider }, seen: { filter: ofGroup } };
  expect(await owner.reply(edit, at, body)).toMatchObject({ filter: wider });
});

test("the events page says which events an endpoint does not receive, also by a group of then", async () => {
  const { owner, organization, first, second, group } = await withCounters();
  const alert = await newAlert("counter", second, { kind: "absolute", at: 1 });
  const of = { events: ["counter.increment" as const, "threshold.alert.fired" as const] };
  const unfiltered = await createReceiver(organization.id, of);
  const filter = { counterIds: [], groupIds: [group.id] };
  const filtered = await createReceiver(organization.id, { ...of, settings: { filter } });
  await tapOnce(first);
  await tapOnce(second);
  await unfiltered.verified(3);
  await filtered.verified(2);
  await regroup(second, null);
  await tapOnce(second);
  await unfiltered.verified(4);
  const page = async (query: object) => {
    const read = "GET /api/webhooks/{organizationId}/events";
    const { events: rows } = await owner.reply(read, {}, query);
    return rows.map(({ deliveries }) => deliveries.map(({ receives }) => receives));
  };
  expect(await page({ of: "counter", counter: first.id })).toEqual([[true, false]]);
  expect(await page({ of: "counter", counter: second.id })).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(await page({ of: "alerts" })).toEqual([[true, true]]);
  const counted = (await filtered.verified(2)).map(({ event }) => event.type).toSorted();
  expect(counted).toEqual(["counter.increment", "threshold.alert.fired"]);
  expect(alert.scope).toBe("counter");
});
