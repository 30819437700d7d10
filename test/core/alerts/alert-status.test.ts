import { expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { alertStatus } from "../../../core/alerts/alert-status.ts";
import type { WatchedTarget } from "../../../core/alerts/watched-target.ts";
import type { Plan } from "../../../core/organizations/organization.ts";
import { storedAlert } from "./stored-alert.ts";

const gate: WatchedTarget = {
  scope: "counter",
  organizationId: "org_00000000000000000001",
  targetId: "ctr_00000000000000000001",
  name: "Gate",
  level: 120,
  capacity: null,
  position: 7,
  alertCount: 1,
  archived: false,
};

function organization(plan: Plan, alertEpoch = 0) {
  const { organizationId: id } = gate;
  return {
    organization: {
      id,
      name: "Test",
      plan,
      timeZone: "UTC",
      createdAt: "2026-11-21T10:00:00.000Z",
    },
    alertEpoch,
  };
}

const needsCapacity = { kind: "percent" as const, percent: 80, at: null };

test.each<
  [string, Partial<StoredAlert>, Partial<WatchedTarget> | undefined, Plan, string, unknown]
>([
  ["armed", {}, {}, "enterprise", "armed", null],
  ["fired", { state: "fired" }, {}, "enterprise", "fired", null],
  ["without a target", {}, undefined, "enterprise", "asleep", "no_target"],
  ["on Pro", {}, {}, "pro", "asleep", "plan"],
  ["without a capacity", needsCapacity, {}, "enterprise", "asleep", "no_capacity"],
  [
    "percent of a negative goal",
    needsCapacity,
    { capacity: -3 },
    "enterprise",
    "asleep",
    "negative_capacity",
  ],
  ["paused", { paused: true }, {}, "enterprise", "paused", null],
  ["paused, on Pro, without a target", { paused: true }, undefined, "pro", "paused", null],
])("an alert %s is shown so", (_, alert, target, plan, state, asleepBecause) => {
  const watched = target && { ...gate, ...target };
  const status = alertStatus(storedAlert(alert), watched, organization(plan));
  expect(status).toMatchObject({ state, asleepBecause, level: watched?.level ?? null });
});

test.each([
  [120, "fired"],
  [99, "armed"],
])("a state from before a return to Enterprise is shown as level %d sets it", (level, state) => {
  const outdated = storedAlert({ state: level > 100 ? "armed" : "fired", stateEventId: "ctr_1:4" });
  const status = alertStatus(outdated, { ...gate, level }, organization("enterprise", 2));
  expect(status).toMatchObject({ state, stateSince: null, stateEventId: null });
});

test.each<[string, Partial<StoredAlert>, Plan, boolean]>([
  ["that counts", { epoch: 2 }, "enterprise", true],
  ["from before the organization left Enterprise", { epoch: 2 }, "pro", true],
  ["of Pro, where nothing has evaluated it", {}, "pro", true],
  ["that a person has paused, which no plan changes", { paused: true }, "enterprise", true],
  ["from before a return to Enterprise", {}, "enterprise", false],
])("a state %s begins when its count was, if that is known", (_, differences, plan, isKnown) => {
  const since = { stateSince: "2026-11-21T12:00:00.000Z", stateEventId: "ctr_1:4" };
  const status = alertStatus(
    storedAlert({ ...since, ...differences }),
    gate,
    organization(plan, 2),
  );
  expect(status).toMatchObject(isKnown ? since : { stateSince: null, stateEventId: null });
});

test("capacity, threshold and rearm level are those in force", () => {
  const alert = storedAlert({ ...needsCapacity, rearmBelow: 60 });
  const status = alertStatus(alert, { ...gate, capacity: 62.5 }, organization("enterprise"));
  expect(status).toMatchObject({ capacity: 62.5, threshold: 50, rearmLevel: 50 });
});
