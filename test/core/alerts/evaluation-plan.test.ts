import { expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { isEmpty, planEvaluation } from "../../../core/alerts/evaluation-plan.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import type { StoredGroup } from "../../../core/groups/group.ts";
import { storedAlert, watchedCount } from "./stored-alert.ts";

const createdAt = "2026-11-21T12:00:00.000Z";
const organizationId = "org_1";

const alert = storedAlert({ ...{ organizationId, scope: "group", targetId: "grp_1" }, at: 10 });

const record: StoredGroup = {
  ...{ id: "grp_1", organizationId, name: "Hall", capacity: null, total: 8n },
  ...{ memberCount: 2, alertCount: 1, revision: 1, createdAt },
};
const members = [
  { counterId: "ctr_1", count: 5, lastEventId: 5 },
  { counterId: "ctr_2", count: 3, lastEventId: 3 },
];

const count = (counterId: string, lastEventId: number, counted: number): WatchedCount => ({
  ...watchedCount(lastEventId, { from: counted - 1, to: counted }),
  ...{ organizationId, counterId, counterName: counterId, groupId: "grp_1", createdAt },
});

const group = { alerts: [alert], epoch: 0, group: { record, members } };

test("a group's level is its total, with the count of the member replaced", () => {
  const { write, planned } = planEvaluation(group, [count("ctr_1", 6, 7)], 100);
  expect(planned).toBe(1);
  expect(write).toMatchObject({
    group: { before: record, total: 10n },
    members: [{ counterId: "ctr_1", count: 7, lastEventId: 6 }],
    alerts: [{ before: alert, after: { state: "fired", stateEventId: "ctr_1:6" } }],
    firings: [{ previousLevel: 8, level: 10, threshold: 10, groupId: "grp_1", groupName: "Hall" }],
  });
});

test("a group keeps its highest total of a day, and a counter that was set makes none", () => {
  const made = (at: string, each: WatchedCount) => ({
    ...each,
    createdAt: `2026-11-${at}:00.000Z`,
  });
  const counts = [
    made("21T12:00", count("ctr_1", 6, 7)),
    made("21T12:10", { ...count("ctr_2", 4, 50), cause: "adjustment" as const, delta: 47 }),
    made("21T12:20", count("ctr_2", 5, 2)),
  ];
  const peakOf = (until: number) =>
    planEvaluation({ ...group, alerts: [] }, counts.slice(0, until), 100).write.group?.sums;
  const first = { peak: 10n, peakAt: "2026-11-21T12:00:00.000Z" };
  expect([peakOf(1), peakOf(2), peakOf(3)]).toMatchObject([first, first, first]);
  const tomorrow = [...counts, made("22T00:00", count("ctr_2", 6, 1))];
  const { write } = planEvaluation({ ...group, alerts: [] }, tomorrow, 100);
  expect(write.group?.sums).toMatchObject({ peak: 8n, peakAt: "2026-11-22T00:00:00.000Z" });
});

test("a group's sums and marks follow its counts in the order of their evaluation", () => {
  const at = (time: string) => `2026-11-21T${time}.000Z`;
  const counts = [
    { ...count("ctr_1", 6, 7), createdAt: at("12:00:10") },
    { ...count("ctr_2", 4, 1), createdAt: at("13:05:00"), late: true },
    // Counted before the one above, and evaluated after it.
    { ...count("ctr_1", 7, 8), createdAt: at("12:59:00") },
  ];
  const { write } = planEvaluation({ ...group, alerts: [] }, counts, 100);
  expect(write.group).toMatchObject({
    total: 9n,
    sums: { ups: 3n, downs: 2n, late: 1, lastCountAt: at("13:05:00") },
  });
  const began = { level: 8n, ups: 0n, downs: 0n, late: 0, position: 2 };
  const later = { level: 10n, ups: 2n, downs: 0n, late: 0, position: 2 };
  expect(write.group?.marks).toEqual([
    { resolution: "minute", at: at("12:00:00"), ...began },
    { resolution: "hour", at: at("12:00:00"), ...began },
    { resolution: "day", at: at("00:00:00"), ...began },
    { resolution: "minute", at: at("13:05:00"), ...later },
    { resolution: "hour", at: at("13:00:00"), ...later },
  ]);
});

test("a count between that was never evaluated is made up for by the next one", () => {
  const { write } = planEvaluation(group, [count("ctr_2", 9, 50)], 100);
  expect(write.group?.total).toBe(55n);
});

test.each([
  ["is not newer than the member's", count("ctr_1", 5, 99)],
  ["is of a counter that is no member", count("ctr_3", 1, 99)],
])("a count that %s changes nothing", (_, old) => {
  const { write, planned } = planEvaluation(group, [old], 100);
  expect(isEmpty(write)).toBe(true);
  expect(planned).toBe(1);
});

test("down and up again within one batch fires twice, in two counts", () => {
  const counts = [count("ctr_1", 6, 7), count("ctr_1", 7, 6), count("ctr_1", 8, 7)];
  const { write } = planEvaluation(group, counts, 100);
  expect(write.firings.map(({ lastEventId }) => lastEventId)).toEqual([6, 8]);
  expect(write.alerts).toMatchObject([{ before: { state: "armed" }, after: { state: "fired" } }]);
});

test("one step across the thresholds of three alerts fires all three", () => {
  const alerts = [9, 30, 58].map((at) => ({ ...alert, id: `alt_${at}`, at }));
  const { write } = planEvaluation({ ...group, alerts }, [count("ctr_1", 6, 55)], 100);
  expect(write.firings.map(({ threshold, level }) => [threshold, level])).toEqual([
    [9, 58],
    [30, 58],
    [58, 58],
  ]);
});

test("as many counts are planned as the transaction takes, and at least one", () => {
  const counts = [count("ctr_1", 6, 7), count("ctr_2", 4, 4), count("ctr_2", 5, 5)];
  // The group, a member, the alert and its firing are four items; the second member is a fifth.
  const counted = { ...group, group: { record: { ...record, lastCountAt: createdAt }, members } };
  expect(planEvaluation(counted, counts, 4).planned).toBe(1);
  expect(planEvaluation(counted, counts, 5).planned).toBe(3);
  expect(planEvaluation(counted, counts, 1).planned).toBe(1);
  // The first count of a minute, hour and day writes three marks, too.
  expect(planEvaluation(group, counts, 7).planned).toBe(1);
  expect(planEvaluation(group, counts, 8).planned).toBe(3);
});

test("a counter's own alert takes counts after its position only, with the goal of their time", () => {
  const own: StoredAlert = {
    ...alert,
    ...{ scope: "counter", targetId: "ctr_1", kind: "at_capacity", at: null, position: 6 },
  };
  const counts = [
    { ...count("ctr_1", 6, 20), goalTarget: 10 },
    { ...count("ctr_1", 7, 11), goalTarget: 12 },
    { ...count("ctr_1", 8, 12), goalTarget: 11.5 },
  ];
  const { write } = planEvaluation({ alerts: [own], epoch: 0 }, counts, 100);
  expect(write.group).toBeUndefined();
  expect(write.firings).toMatchObject([
    { lastEventId: 8, previousLevel: 11, level: 12, threshold: 12, capacity: 11.5, groupId: null },
  ]);
  expect(write.alerts).toMatchObject([{ after: { position: 8 } }]);
});

test("an adjustment has a sum of its own; what was missed before it counts as taps", () => {
  const set = {
    ...count("ctr_1", 8, 0),
    previousCount: 7,
    delta: -7,
    cause: "adjustment" as const,
  };
  const { write } = planEvaluation({ ...group, alerts: [] }, [set], 100);
  const { ups = 0n, downs = 0n } = record;
  expect(write.group).toMatchObject({ total: 3n, sums: { ups: ups + 2n, downs, adjusted: -7n } });
});
