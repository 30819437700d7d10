import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { dayOf } from "../../../core/calendar.ts";
import { eventually } from "../../eventually.ts";
import { newAlert } from "../alert-service.ts";
import { createGate, revokeGate } from "../gate-service.ts";
import { newGroup, regroup } from "../group-service.ts";
import {
  askConsole,
  client,
  createCounter,
  createOrganization,
  outputs,
  tapOnce,
} from "../service.ts";
import { consoleUser } from "./console-user.ts";
import { changeSettings } from "./counter-users.ts";
import { newEndpoint } from "./webhooks/made-records.ts";

const overview = "GET /api/overview/{organizationId}";
const usual = "GET /api/overview/{organizationId}/usual";
const pinning = "PATCH /api/overview/{organizationId}/pins";

test("an organization without counters has no tiles, and says what day it is", async () => {
  const user = await consoleUser("owner", await createOrganization("free"));
  const { date, startMs } = dayOf({ timeZone: "UTC" }, Date.now());
  expect(await user.reply(overview, {})).toEqual({
    ...{ date, startedAt: new Date(startMs).toISOString(), timeZone: "UTC" },
    endsAt: new Date(startMs + 86_400_000).toISOString(),
    ...{ pins: [], tiles: [], firings: [], quietGates: [], quietGateCount: 0 },
    // The plan has no webhooks.
    endpoints: null,
  });
});

test("ten counters: the fullest come first, then the busiest of today, then the others", async () => {
  const user = await consoleUser();
  const names = ["Jay", "Ida", "Hal", "Gus", "Fay", "Eve", "Dan", "Cal", "Bea", "Abe"];
  const counters = await Promise.all(
    names.map((name) => createCounter(user.organization, { name, incrementStep: 5 })),
  );
  const [jay, ida, hal, gus] = counters;
  if (!(jay && ida && hal && gus)) throw new Error("too few counters");
  await changeSettings(jay, { goalTarget: 100 });
  await changeSettings(ida, { goalTarget: 10 });
  for (const counter of [jay, ida, hal, gus, gus]) await tapOnce(counter, "up");
  await tapOnce(gus, "down");
  const { tiles } = await user.reply(overview, {});
  expect(tiles.map(({ name }) => name)).toEqual([
    ...["Ida", "Jay", "Gus", "Hal", "Abe", "Bea", "Cal", "Dan", "Eve", "Fay"],
  ]);
  expect(tiles[2]).toMatchObject({
    ...{ kind: "counter", level: 9, goal: null, capacity: null, locked: false },
    ...{ in: 10, out: 1, peak: 10, peakAt: expect.any(String) },
  });
  const { points = [] } = tiles[2] ?? {};
  const sum = (what: "in" | "out") => points.reduce((all, point) => all + Number(point[what]), 0);
  expect([sum("in"), sum("out"), points[0]?.level]).toEqual([10, 1, 0]);
});

test("a poll names its tiles, and what is gone is left out", async () => {
  const user = await consoleUser();
  const group = await newGroup(user.organization, { name: "Hall", capacity: 50 });
  const [kept, gone] = [
    await createCounter(user.organization),
    await createCounter(user.organization),
  ];
  await regroup(kept, group.id);
  const targets = [gone.id, group.id, `ctr_${"0".repeat(20)}`, kept.id].join();
  const first = await user.reply(overview, {}, { targets });
  expect(first.tiles.map(({ id }) => id)).toEqual([gone.id, group.id, kept.id]);
  expect(first.tiles[1]).toMatchObject({ kind: "group", name: "Hall", capacity: 50, goal: null });
  await user.request(
    "POST /api/setup/{organizationId}/counters/{counterId}/archive",
    { counterId: gone.id },
    {},
  );
  const next = await user.reply(overview, {}, { targets });
  expect(next.tiles.map(({ id }) => id)).toEqual([group.id, kept.id]);
  // Of nothing but what is gone, others are selected.
  const none = await user.reply(overview, {}, { targets: gone.id });
  expect(none.tiles.map(({ id }) => id).toSorted()).toEqual([kept.id, group.id].toSorted());
});

test("pins are shown in their order, logged, and only of what the organization has", async () => {
  const user = await consoleUser();
  const others = await createCounter(await createOrganization("pro"));
  const [one, two] = [
    await createCounter(user.organization),
    await createCounter(user.organization),
  ];
  const pins = [two.id, one.id];
  const pin = (wanted: string[]) => ({ settings: { pins: wanted } });
  expect(await user.reply(pinning, {}, pin(pins))).toEqual({ pins });
  const shown = await user.reply(overview, {});
  expect([shown.pins, shown.tiles.map(({ id }) => id)]).toEqual([pins, pins]);
  const { error } = await user.refusal(400, pinning, {}, pin([one.id, others.id]));
  expect(error).toContain(others.id);
  for (const wrong of [["x"], [one.id, one.id], Array.from({ length: 25 }, () => one.id)]) {
    await user.refusal(400, pinning, {}, pin(wrong));
  }
  await user.reply(pinning, {}, { ...pin([one.id]), seen: { pins } });
  // What is pinned already is not written again.
  await user.reply(pinning, {}, { ...pin([one.id]), seen: { pins } });
  const [entry, ...older] = await user.auditLog({ action: "org.pin" });
  expect([entry?.before, entry?.after, older.length]).toEqual([{ pins }, { pins: [one.id] }, 1]);
  const stale = { ...pin([two.id]), seen: { pins } };
  expect((await user.refusal(409, pinning, {}, stale)).code).toBe("CONFLICT");
  expect((await user.reply(overview, {})).tiles.map(({ id }) => id)).toEqual([one.id]);
});

test("what fired today, endpoints and gates that nobody has used are beside the tiles", async () => {
  const user = await consoleUser("owner", await createOrganization("enterprise"));
  const counter = await createCounter(user.organization, { name: "Main entrance" });
  await newAlert("counter", counter, { kind: "absolute", at: 1 });
  const endpoint = await newEndpoint(user);
  const quiet = (await createGate([counter], { name: "North" })).gate;
  const revoked = (await createGate([counter])).gate;
  await revokeGate(revoked);
  await tapOnce(counter, "up");
  const shown = await eventually("the alert has fired", async () => {
    const view = await user.reply(overview, {});
    return view.firings.length > 0 ? view : undefined;
  });
  expect(shown.firings).toMatchObject([
    { alertName: "Full", scope: "counter", targetName: "Main entrance", level: 1, threshold: 1 },
  ]);
  expect(shown.endpoints).toMatchObject([{ id: endpoint.id, name: null, waitingIsExact: true }]);
  expect(shown.quietGates).toEqual([{ id: quiet.id, name: "North", lastHeardAt: null }]);
});

test("a gate that is used says when, and leaves the quiet gates of the overview", async () => {
  const user = await consoleUser();
  const counter = await createCounter(user.organization);
  const { gate, cookie } = await createGate([counter], { name: "North" });
  const list = "GET /api/organization/{organizationId}/gates";
  const heardAt = async () => (await user.reply(list, {})).gates[0]?.lastHeardAt;
  expect(await heardAt()).toBeNull();
  const beganMs = Date.now();
  const look = () => askConsole(`/api/gates/${gate.id}/counters/${counter.id}`, { cookie });
  expect((await look()).status).toBe(200);
  const first = (await heardAt()) ?? "";
  expect(Date.parse(first)).toBeGreaterThanOrEqual(beganMs - 1_000);
  expect((await user.reply(overview, {})).quietGates).toEqual([]);
  // Not written again at once.
  expect((await look()).status).toBe(200);
  expect(await heardAt()).toBe(first);
  // One that was used yesterday is quiet today.
  const yesterday = new Date(beganMs - 2 * 86_400_000).toISOString();
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.GatesTable,
      Key: marshall({ organizationId: user.organization.id, gateId: gate.id }),
      UpdateExpression: "SET lastHeardAt = :at",
      ExpressionAttributeValues: marshall({ ":at": yesterday }),
    }),
  );
  expect((await user.reply(overview, {})).quietGates).toMatchObject([{ lastHeardAt: yesterday }]);
});

test("the usual day is of the whole days since the counter exists", async () => {
  const user = await consoleUser();
  const counter = await createCounter(user.organization);
  const key = { organizationId: user.organization.id, counterId: counter.id };
  const weekMs = 7 * 86_400_000;
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: marshall(key),
      UpdateExpression: "SET createdAt = :at",
      ExpressionAttributeValues: marshall({
        ":at": new Date(Date.now() - 3 * weekMs).toISOString(),
      }),
    }),
  );
  await tapOnce(counter, "up");
  const { usual: found } = await user.reply(usual, {}, { targets: counter.id });
  // Two whole days three weeks after the creation; nothing was counted on them.
  expect(found).toMatchObject([{ id: counter.id, days: 2 }]);
  expect(found[0]?.steps.length).toBeGreaterThan(24);
  expect(found[0]?.steps.every((step) => step.in === 0 && step.out === 0)).toBe(true);
});
