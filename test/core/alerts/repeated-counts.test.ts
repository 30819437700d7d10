import { expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { isEmpty, planEvaluation } from "../../../core/alerts/evaluation-plan.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import { nextAlertEpoch, type Plan } from "../../../core/organizations/organization.ts";

const noon = Date.parse("2026-01-01T12:00:00.000Z");
const before = "2026-01-01T11:59:59.000Z";
const after = "2026-01-01T12:00:01.000Z";

/** Fires at 10; last set before the organization left Enterprise. */
const outdated: StoredAlert = {
  ...{ id: "alt_1", organizationId: "org", name: "Full", scope: "counter", targetId: "ctr" },
  ...{ kind: "absolute", percent: null, at: 10, capacity: null, rearmBelow: null, paused: false },
  ...{
    state: "fired",
    stateSince: before,
    stateEventId: "ctr:3",
    position: 3,
    epoch: 0,
    revision: 2,
  },
  createdAt: before,
};

function count(lastEventId: number, value: number, createdAt: string): WatchedCount {
  return {
    ...{ organizationId: "org", counterId: "ctr", counterName: "Gate", eventType: "increment" },
    ...{ previousCount: value - 1, count: value, delta: 1, lastEventId, createdAt },
    ...{ hasAlerts: true, goalTarget: null, cause: "tap" },
  };
}

function evaluated(counts: WatchedCount[]) {
  return planEvaluation({ alerts: [outdated], epoch: noon }, counts, 100).write;
}

test("a count of before the return to Enterprise that comes again changes nothing", () => {
  expect(isEmpty(evaluated([count(4, 10, before)]))).toBe(true);
});

test("the first count after the return sets the state from the level before it", () => {
  const { alerts, firings } = evaluated([count(4, 10, before), count(5, 12, after)]);
  expect(alerts.map((change) => change.after)).toMatchObject([
    { state: "fired", stateEventId: null, position: 5, epoch: noon },
  ]);
  expect(firings).toEqual([]);
});

test("the first count after the return fires an alert that it reaches", () => {
  expect(evaluated([count(5, 10, after)]).firings).toMatchObject([{ lastEventId: 5, level: 10 }]);
});

const venue = { id: "org", name: "Venue", timeZone: "UTC", createdAt: before };

test.each<{ from: Plan; to: Plan; epoch: number }>([
  { from: "enterprise", to: "pro", epoch: noon },
  { from: "free", to: "enterprise", epoch: noon },
  { from: "enterprise", to: "enterprise", epoch: 7 },
  { from: "pro", to: "free", epoch: 7 },
])("the epoch after a change from $from to $to", ({ from, to, epoch }) => {
  const organization = { ...venue, plan: from };
  expect(nextAlertEpoch({ organization, alertEpoch: 7 }, to, noon)).toBe(epoch);
});

test("the epoch rises also where a clock is behind", () => {
  const organization = { ...venue, plan: "pro" as const };
  const alertEpoch = noon + 60_000;
  expect(nextAlertEpoch({ organization, alertEpoch }, "enterprise", noon)).toBe(alertEpoch + 1);
});
