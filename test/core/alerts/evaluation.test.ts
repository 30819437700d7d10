import { describe, expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { evaluate, stateAt } from "../../../core/alerts/evaluation.ts";
import { storedAlert, watchedCount } from "./stored-alert.ts";

interface Conditions {
  capacity?: number | null;
  epoch?: number;
}

/** Counts from one level to the next; returns the alert, and the levels that fired it. */
function replay(
  alert: StoredAlert,
  [first = 0, ...levels]: number[],
  { capacity = null, epoch = 0 }: Conditions = {},
) {
  const fired: number[] = [];
  let current = alert;
  let previousLevel = first;
  for (const [index, level] of levels.entries()) {
    const count = watchedCount(index + 1, { from: previousLevel, to: level });
    const change = { previousLevel, level, capacity, group: null, epoch };
    const { alert: next, firing } = evaluate(current, count, change);
    if (firing) fired.push(firing.level);
    current = next;
    previousLevel = level;
  }
  return { alert: current, fired };
}

describe("an alert at 100", () => {
  test.each<[string, number[], number[]]>([
    ["fires when a count reaches the threshold", [98, 99, 100], [100]],
    ["fires when a step goes beyond it", [60, 110], [110]],
    ["fires once while the level stays there", [99, 100, 101, 100, 150], [100]],
    ["does not fire below it", [0, 50, 99, 98, 99], []],
    ["is armed again by a count below the threshold", [99, 100, 99, 100, 99, 101], [100, 100, 101]],
    ["fires at a count down that stays above the threshold", [120, 110], [110]],
  ])("%s", (_, levels, fired) => {
    expect(replay(storedAlert(), levels).fired).toEqual(fired);
  });
});

describe("an alert at 100 with rearm-below 80", () => {
  test.each<[string, number[], number[]]>([
    ["stays fired above 80", [99, 100, 99, 100, 85, 100], [100]],
    ["stays fired at 80 itself", [99, 100, 80, 100], [100]],
    ["is armed again at 79", [99, 100, 79, 99, 100], [100, 100]],
  ])("%s", (_, levels, fired) => {
    expect(replay(storedAlert({ rearmBelow: 80 }), levels).fired).toEqual(fired);
  });
});

test("a threshold that sinks below rearm-below takes it along", () => {
  const rule = { kind: "at_capacity" as const, at: null, rearmBelow: 80 };
  const fired = replay(storedAlert({ ...rule, state: "fired" }), [120, 60, 49, 50], {
    capacity: 50,
  });
  expect(fired.fired).toEqual([50]);
});

test.each<[string, number[], number[]]>([
  ["fires when the counter comes back to zero", [-2, -1, 0], [0]],
  ["is armed again below zero only", [-1, 0, 5, 0, -1, 0], [0, 0]],
])("an alert with capacity 0 %s", (_, levels, fired) => {
  const alert = storedAlert({ kind: "at_capacity", at: null, capacity: 0 });
  expect(replay(alert, levels).fired).toEqual(fired);
});

test("a negative level fires at its own threshold", () => {
  expect(replay(storedAlert({ at: -5 }), [-8, -6, -5, 3, -6, -2]).fired).toEqual([-5, -2]);
});

test("a changed goal fires nothing itself: the next count decides, in either direction", () => {
  const alert = storedAlert({ kind: "at_capacity", at: null });
  const before = replay(alert, [60, 70], { capacity: 100 });
  expect(before.fired).toEqual([]);
  expect(replay(before.alert, [70, 69], { capacity: 50 }).fired).toEqual([69]);
});

test("an alert that has no threshold changes nothing", () => {
  const alert = storedAlert({ kind: "percent", percent: 80, at: null });
  for (const capacity of [null, -10]) {
    const after = replay(alert, [0, 1_000], { capacity });
    expect(after).toEqual({ alert, fired: [] });
    expect(after.alert).toBe(alert);
  }
});

test("a paused alert changes nothing, whatever its epoch", () => {
  for (const state of ["armed", "fired"] as const) {
    const alert = storedAlert({ paused: true, state });
    const after = replay(alert, [0, 150, 0, 150], { epoch: 2 });
    expect(after.fired).toEqual([]);
    expect(after.alert).toBe(alert);
  }
});

describe("after a return to Enterprise, the level before the next count sets the state", () => {
  test.each<[string, StoredAlert["state"], number[], number[]]>([
    ["an armed alert does not fire above its threshold", "armed", [120, 121], []],
    ["an armed alert fires after a count below it", "armed", [120, 99, 100], [100]],
    ["a fired alert below its threshold is armed, and fires", "fired", [90, 100], [100]],
  ])("%s", (_, state, levels, fired) => {
    const after = replay(storedAlert({ state, epoch: 1 }), levels, { epoch: 3 });
    expect(after.fired).toEqual(fired);
    expect(after.alert.epoch).toBe(3);
  });

  test("the state that it sets is nobody's count", () => {
    const { alert } = replay(storedAlert({ epoch: 1 }), [120, 121], { epoch: 3 });
    expect(alert).toMatchObject({ state: "fired", stateEventId: null });
  });
});

test("the state says since when and by which count", () => {
  const { alert } = replay(storedAlert(), [99, 100, 101]);
  expect(alert).toMatchObject({
    state: "fired",
    stateSince: "2026-11-21T11:00:01.000Z",
    stateEventId: "ctr_00000000000000000001:1",
    position: 1,
  });
});

test("a firing has what the webhook needs", () => {
  const rule = { kind: "percent" as const, percent: 80, at: null };
  const group = { id: "grp_00000000000000000001", name: "Hall" };
  const alert = storedAlert({ ...rule, scope: "group", targetId: group.id });
  const count = watchedCount(7, { from: 10, to: 20 });
  const change = { previousLevel: 70, level: 80, capacity: 100, group, epoch: 0 };
  const { firing, alert: after } = evaluate(alert, count, change);
  expect(firing).toEqual({
    organizationId: alert.organizationId,
    scope: "group",
    kind: "percent",
    alertId: alert.id,
    alertName: "Hall full",
    counterId: count.counterId,
    counterName: "Gate",
    groupId: group.id,
    groupName: "Hall",
    threshold: 80,
    capacity: 100,
    percent: 80,
    previousLevel: 70,
    level: 80,
    lastEventId: 7,
    createdAt: count.createdAt,
  });
  expect(after.position).toBe(0);
});

test.each([
  [99, 100, "armed"],
  [100, 100, "fired"],
  [0, 0, "fired"],
  [-1, 0, "armed"],
])("level %d at threshold %d sets the state %s", (level, threshold, state) => {
  expect(stateAt(level, threshold)).toBe(state);
});

describe("a number that is set", () => {
  const set = (alert: StoredAlert, from: number, to: number) => {
    const count = watchedCount(1, { from, to, cause: "adjustment" });
    const change = { previousLevel: from, level: to, capacity: null, group: null, epoch: 0 };
    return evaluate(alert, count, change);
  };

  test("fires nothing above the threshold; the next tap does", () => {
    const armed = storedAlert();
    expect(set(armed, 20, 130)).toEqual({ alert: armed });
    expect(replay(armed, [130, 131]).fired).toEqual([131]);
  });

  test("below the level that arms it, arms a fired alert again", () => {
    const fired = storedAlert({ state: "fired" });
    expect(set(fired, 130, 0)).toMatchObject({ alert: { state: "armed" } });
    expect(set(fired, 130, 120)).toEqual({ alert: fired });
  });
});
