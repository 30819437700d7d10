import { expect, test } from "vitest";
import { isEmpty, planEvaluation } from "../../../core/alerts/evaluation-plan.ts";
import { nextAlertEpoch, type Plan } from "../../../core/organizations/organization.ts";
import { storedAlert, watchedCount } from "./stored-alert.ts";

const noon = Date.parse("2026-01-01T12:00:00.000Z");
const before = "2026-01-01T11:59:59.000Z";
const after = "2026-01-01T12:00:01.000Z";

/** Fires at 10; last set before the organization left Enterprise. */
const outdated = storedAlert({ at: 10, state: "fired", stateSince: before, position: 3 });

test.each<[string, createdAt: string, changes: object[]]>([
  ["of before the return to Enterprise that comes again changes nothing", before, []],
  ["after the return sets the state anew", after, [{ after: { state: "fired", epoch: noon } }]],
])("a count %s", (_, createdAt, changes) => {
  const count = { ...watchedCount(4, { from: 11, to: 12 }), createdAt };
  const { write } = planEvaluation({ alerts: [outdated], epoch: noon }, [count], 100);
  expect(write.alerts).toMatchObject(changes);
  expect([isEmpty(write), write.firings]).toEqual([changes.length === 0, []]);
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
