import { expect, test } from "vitest";
import type { Metadata } from "../../../../core/counters/count-event.ts";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { changeSettings } from "../../../../core/counters/settings/settings-change.ts";
import { countBy, type Direction, tap } from "../../../../core/counters/taps/tap.ts";
import { sortByName } from "../../../../core/list-order.ts";

const start = Date.UTC(2026, 10, 21);
const key = { organizationId: "org_1", counterId: "ctr_1" };
const counter: StoredCounter = newCounter(
  { name: "Gate", incrementStep: 3, decrementStep: 2 },
  key,
  start,
);
const up = { direction: "up" as Direction, metadata: null };
const down = { direction: "down" as Direction, metadata: null };

test("a plus tap adds the increment step and leaves an event that fits the counter", () => {
  expect(tap(counter, up, start + 1)).toEqual({
    result: "counted",
    counter: {
      ...counter,
      count: 3,
      lastEventId: 1,
      version: 2,
      updatedAt: "2026-11-21T00:00:00.001Z",
      ...{ ups: 3n, downs: 0n, late: 0, lastCountAt: "2026-11-21T00:00:00.001Z" },
    },
    event: {
      id: "ctr_1:1",
      counterId: "ctr_1",
      eventType: "increment",
      count: 3,
      previousCount: 0,
      delta: 3,
      lastEventId: 1,
      metadata: null,
      createdAt: "2026-11-21T00:00:00.001Z",
    },
  });
});

test("a minus tap removes the decrement step, below zero too", () => {
  const result = tap(counter, down, start);
  expect(result).toMatchObject({
    counter: { count: -2 },
    event: { delta: -2, eventType: "decrement" },
  });
});

test.each<[string, Partial<StoredCounter>, Direction, string]>([
  ["any tap on a locked counter", { locked: true }, "up", "locked"],
  ["a minus tap on increment-only", { mode: "increment-only" }, "down", "against_mode"],
  ["a plus tap on decrement-only", { mode: "decrement-only" }, "up", "against_mode"],
  ["a count above 2^53−1", { count: Number.MAX_SAFE_INTEGER - 2 }, "up", "out_of_range"],
  ["a count below −(2^53−1)", { count: Number.MIN_SAFE_INTEGER + 1 }, "down", "out_of_range"],
])("%s is refused", (_, state, direction, reason) => {
  const refused = tap({ ...counter, ...state }, { direction, metadata: null }, start);
  expect(refused).toEqual({ result: "refused", reason });
});

test.each<[string, Partial<StoredCounter>, Direction, number]>([
  ["up to 2^53−1", { count: Number.MAX_SAFE_INTEGER - 3 }, "up", Number.MAX_SAFE_INTEGER],
  ["down to −(2^53−1)", { count: Number.MIN_SAFE_INTEGER + 2 }, "down", Number.MIN_SAFE_INTEGER],
])("counting goes %s", (_, state, direction, count) => {
  const counted = tap({ ...counter, ...state }, { direction, metadata: null }, start);
  expect(counted).toMatchObject({ result: "counted", counter: { count } });
});

test("time never runs backwards for a counter, whatever the clock of a host says", () => {
  const result = tap({ ...counter, updatedAt: "2026-11-21T00:00:05.000Z" }, up, start);
  expect(result).toMatchObject({ event: { createdAt: "2026-11-21T00:00:05.000Z" } });
});

test("a settings change raises the version and keeps count and events", () => {
  const { counter: changed, change } = changeSettings(
    counter,
    { name: "East", locked: true },
    start + 9,
  );
  expect(changed).toEqual({
    ...counter,
    name: "East",
    locked: true,
    version: 2,
    updatedAt: "2026-11-21T00:00:00.009Z",
  });
  expect(change).toMatchObject({ eventType: "update", version: 2, changes: { name: "East" } });
});

test("counters sort by name as people do, and by id where names are the same", () => {
  const named = (id: string, name: string) => ({ ...counter, id, name });
  const sorted = sortByName([named("b", "Gate"), named("c", "apple"), named("a", "Gate")]);
  expect(sorted.map(({ id }) => id)).toEqual(["c", "a", "b"]);
});

test.each<[string, number, Metadata | null, object]>([
  ["a tap up", 3, null, { ups: 13n, downs: 4n }],
  ["a tap down", -2, null, { ups: 10n, downs: 6n }],
  [
    "the undo of a tap up, taken from what was counted up",
    -3,
    { undoes: 7 },
    { ups: 7n, downs: 4n },
  ],
  [
    "the undo of a tap down, taken from what was counted down",
    2,
    { undoes: 7 },
    { ups: 10n, downs: 2n },
  ],
  ["a number that was set", -6, { adjustment: { to: 0 } }, { ups: 10n, downs: 4n, adjusted: -6n }],
  ["metadata that only looks like a set number", 3, { adjustment: true }, { ups: 13n, downs: 4n }],
])("the sums after %s", (_, delta, metadata, sums) => {
  const before = { ...counter, count: 6, lastEventId: 9, ups: 10n, downs: 4n, late: 1 };
  const counted = countBy({ ...before, locked: true }, { delta, metadata, nowMs: start });
  const { ups, downs, adjusted } = counted?.counter ?? {};
  expect({ ups, downs, ...(adjusted !== undefined && { adjusted }) }).toEqual(sums);
  expect(counted?.event).toMatchObject({ count: 6 + delta, previousCount: 6, delta, metadata });
});
