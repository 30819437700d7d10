import { describe, expect, test } from "vitest";
import { causeOf } from "../../../core/counters/count-event.ts";
import { organizationPast } from "../../../local/demo/history/demo-past.ts";
import { museumCapacity } from "../../../local/demo/history/museum.ts";
import { pastAuditEntries } from "../../../local/demo/history/past-audit.ts";
import { shareUp } from "../../../local/demo/live-counter.ts";

const nowMs = Date.parse("2026-11-26T11:40:00Z");
const ids = { organizationId: "org_demo", groupId: "grp_0123456789abcdefghij" };
const counterIds = ["a", "b", "c"].map((last) => `ctr_0123456789abcdefghi${last}`);

function pastAt(plan: "free" | "pro" | "enterprise", atMs = nowMs) {
  const todayMs = Math.floor(atMs / 86_400_000) * 86_400_000;
  const gateIds = { "Ticket desk": "gat_desk", "Garden door": "gat_door" };
  return organizationPast({
    plan,
    timeZone: "UTC",
    nowMs: atMs,
    todayMs,
    counterIds,
    gateIds,
    ...ids,
  });
}

/** Noon, just after midnight, a Monday, and a leap day. */
const times = [
  "2026-11-26T11:40:00Z",
  "2026-11-26T00:00:20Z",
  "2026-11-23T23:59:00Z",
  "2028-02-29T08:00:00Z",
];

test("the same times have the same past", async () => {
  expect(await pastAt("pro")).toEqual(await pastAt("pro"));
});

test("people tap at the gate of their counter, and the audit log has each number that was set", async () => {
  const past = await pastAt("pro");
  const [main, back] = past.counters;
  const gatesOf = (counts = main) =>
    new Set(
      counts?.events
        .filter(({ metadata }) => causeOf({ metadata }) === "tap")
        .map(({ metadata }) => metadata?.gate),
    );
  expect([...gatesOf(main)]).toEqual(["gat_desk"]);
  expect([...gatesOf(back)]).toEqual(["gat_door"]);
  expect(pastAuditEntries(past)).toMatchObject([
    { action: "counter.adjust", target: { name: "Back gate" }, actor: { kind: "operator" } },
  ]);
});

describe.each(times)("at %s", (time) => {
  const atMs = Date.parse(time);

  test("no count goes below zero, and each follows from the one before", async () => {
    for (const plan of ["free", "pro", "enterprise"] as const) {
      for (const { counter, events } of (await pastAt(plan, atMs)).counters) {
        let count = 0;
        for (const [index, event] of events.entries()) {
          expect(event.lastEventId).toBe(index + 1);
          expect(event.previousCount).toBe(count);
          expect(event.count).toBe(count + event.delta);
          count = event.count;
          expect(count, `${counter.name} ${event.createdAt}`).toBeGreaterThanOrEqual(0);
          expect(Date.parse(event.createdAt)).toBeLessThanOrEqual(atMs);
        }
        expect(counter).toMatchObject({ count, lastEventId: events.length });
        const { ups = 0n, downs = 0n, adjusted = 0n } = counter;
        expect(ups - downs + adjusted).toBe(BigInt(count));
      }
    }
  });

  test("the museum is never fuller than it may be, and its group agrees with its counters", async () => {
    const { group, counters } = await pastAt("pro", atMs);
    const members = counters.filter(({ counter }) => counter.groupId === ids.groupId);
    const total = members.reduce((sum, { counter }) => sum + BigInt(counter.count), 0n);
    expect(group?.group.total).toBe(total);
    const highest = members.map(({ events }) => Math.max(...events.map(({ count }) => count)));
    expect(Math.max(...highest)).toBeLessThanOrEqual(museumCapacity);
  });

  test("the museum is closed on Mondays before today", async () => {
    const { counters } = await pastAt("pro", atMs);
    const today = new Date(atMs).toISOString().slice(0, 10);
    const taps = counters.flatMap(({ events }) => events.filter((each) => causeOf(each) === "tap"));
    const days = new Set(taps.map(({ createdAt }) => createdAt.slice(0, 10)));
    days.delete(today);
    expect([...days].filter((day) => new Date(day).getUTCDay() === 1)).toEqual([]);
    expect(days.size).toBeGreaterThanOrEqual(47);
  });
});

test("days are those of the machine's zone, also where its clocks change", async () => {
  const timeZone = "Europe/Berlin";
  const atMs = Date.parse("2026-11-01T11:40:00Z");
  const todayMs = Date.parse("2026-10-31T23:00:00Z");
  const source = { plan: "free" as const, timeZone, nowMs: atMs, todayMs, gateIds: {}, ...ids };
  const [fair] = (await organizationPast({ ...source, counterIds })).counters;
  const before = fair?.events.filter(({ createdAt }) => Date.parse(createdAt) < todayMs) ?? [];
  expect(before.length).toBeGreaterThan(50);
  const local = new Intl.DateTimeFormat("en", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const taps = before.filter((event) => causeOf(event) === "tap");
  for (const { createdAt } of taps)
    expect(local.format(new Date(createdAt))).toMatch(/^Sun, (0[89]|1[0-6])$/);
});

test("one counter drifted, and was set with a reason", async () => {
  const { counters } = await pastAt("pro");
  const set = counters.flatMap(({ events }) =>
    events.filter(({ metadata }) => JSON.stringify(metadata)?.includes("Counted by hand")),
  );
  expect(set.map(({ delta }) => Math.sign(delta))).toEqual([-1]);
});

test("the live counter stays near its usual level, and never goes below zero", () => {
  expect(shareUp(0)).toBe(1);
  expect(shareUp(60)).toBeCloseTo(0.5);
  expect(shareUp(500)).toBeLessThan(0.2);
});
