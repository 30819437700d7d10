import fc from "fast-check";
import { expect, test } from "vitest";
import { planEvaluation } from "../../../core/alerts/evaluation-plan.ts";
import { addDays, dayOf } from "../../../core/calendar.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { chartedGroup, type GroupMember, newGroup } from "../../../core/groups/group.ts";
import { groupLevelChange } from "../../../core/groups/level-change.ts";
import { readReport } from "../../../core/reports/report.ts";
import { calendars, minute, target } from "../charts/lives.ts";
import { memoryMarks } from "../charts/memory-marks.ts";

const Steps = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.constantFrom(0, minute), fc.integer({ min: 0, max: 30 * 60 * minute })),
    does: fc.constantFrom("up", "up", "down", "set", "join"),
  }),
  { minLength: 1, maxLength: 40 },
);

/** What the total became, and why. */
interface Change {
  date: string;
  at: string;
  does: string;
  level: bigint;
}

test("a group's report has what was counted, and peaks that taps made, also around days of joins alone", async () => {
  let [peaks, ties] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calendars), Steps, async (calendar, steps) => {
      let nowMs = Date.parse("2026-10-24T20:00:00Z");
      const key = { organizationId: target.organizationId, groupId: "grp_0123456789ABCDEFGHIJ" };
      let group = newGroup({ name: "Hall" }, key, nowMs);
      let member: GroupMember = { counterId: "ctr_1", count: 0, lastEventId: 0 };
      const marks = new Map<string, CountMark>();
      const keep = (made: CountMark[]) => {
        for (const mark of made) marks.set(`${mark.resolution}#${mark.at}`, mark);
      };
      const changes: Change[] = [];
      for (const { waitMs, does } of steps) {
        if (waitMs === 0) ties += 1;
        nowMs += waitMs;
        const at = new Date(nowMs).toISOString();
        if (does === "join") {
          const change = await groupLevelChange({ calendar: async () => calendar }, group, nowMs);
          keep(change.marks);
          const revision = group.revision + 1;
          group = { ...group, total: group.total + 5n, revision, lastCountAt: change.at };
        } else {
          const delta = { up: 1, down: -1, set: 9 }[does] ?? 0;
          const count = countOf(member, { delta, at, isSet: does === "set" });
          const state = { record: group, members: [member] };
          const evaluated = { alerts: [], epoch: 0, calendar, group: state };
          const { write } = planEvaluation(evaluated, [count], 100);
          if (write.group === undefined) throw new Error("the count was not evaluated");
          const { total, sums } = write.group;
          keep(write.group.marks);
          group = { ...group, ...sums, total, revision: group.revision + 1 };
          member = write.members[0] ?? member;
        }
        changes.push({ date: dayOf(calendar, nowMs).date, at, does, level: group.total });
      }
      const { date } = dayOf(calendar, Date.parse(group.createdAt));
      const report = await readReport(memoryMarks(marks).reader, target, {
        charted: chartedGroup(group),
        ...{ calendar, nowMs },
        range: { from: date, to: addDays(date, 60), by: "day", heatmap: false },
      });
      const days = [...Map.groupBy(changes, (change) => change.date).values()].map((ofDay) =>
        modelDay(ofDay, changes),
      );
      peaks += days.filter(({ peak }) => peak !== null).length;
      expect(report.rows).toMatchObject(days);
    }),
    { numRuns: 100 },
  );
  expect(peaks).toBeGreaterThan(150);
  expect(ties).toBeGreaterThan(100);
});

function countOf(
  { counterId, count: previousCount, lastEventId }: GroupMember,
  { delta, at, isSet }: { delta: number; at: string; isSet: boolean },
): WatchedCount {
  return {
    ...{ organizationId: target.organizationId, counterId, counterName: "Gate" },
    ...{ groupId: "grp_0123456789ABCDEFGHIJ", createdAt: at, eventType: "increment" },
    ...{ previousCount, count: previousCount + delta, delta, lastEventId: lastEventId + 1 },
    ...{ hasAlerts: false, goalTarget: null, cause: isSet ? "adjustment" : "tap" },
  };
}

function modelDay(ofDay: Change[], all: Change[]) {
  const times = (wanted: string) => ofDay.filter(({ does }) => does === wanted).length;
  // A total that has only risen has no peak.
  const hasFallen = all.some(({ does }) => does === "down" || does === "set");
  const made = ofDay.filter(({ does }) => hasFallen && (does === "up" || does === "down"));
  const highest = made.reduce<Change | undefined>(
    (most, each) => (most === undefined || each.level > most.level ? each : most),
    undefined,
  );
  return {
    ...{ in: BigInt(times("up")), out: BigInt(times("down")), adjusted: BigInt(9 * times("set")) },
    level: ofDay.at(-1)?.level,
    ...{ peak: highest?.level ?? null, peakAt: highest?.at ?? null },
  };
}
