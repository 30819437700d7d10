import { expect, test } from "vitest";
import { addDays } from "../../../core/calendar.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import { newGroup, type StoredGroup } from "../../../core/groups/group.ts";
import { type WeeklyReportPorts, weeklyReport } from "../../../core/notices/weekly-report.ts";
import { memoryMarks } from "../charts/memory-marks.ts";

const organizationId = "org_1";
const week = "2026-11-23";
const before = "2026-11-16";
const wanted = { organizationId, week, groupIds: [] as string[] };

/** What a group has counted on each day since it was created, one after the other. */
interface Life {
  from: string;
  in: number[];
  out?: number;
  countsPeople?: boolean;
}

/** An organization whose groups have counted so, each by one counter. */
function world(lives: Record<string, Life>) {
  const marks = new Map<string, Map<string, CountMark>>();
  const groups: StoredGroup[] = [];
  const counters: StoredCounter[] = [];
  for (const [name, { from, in: days, out = 0, countsPeople = true }] of Object.entries(lives)) {
    const id = `grp_${name}`;
    const bornMs = Date.parse(from);
    const group = newGroup({ name }, { organizationId, groupId: id }, bornMs);
    let [ups, downs, peakAt] = [0n, 0n, ""];
    const own = new Map<string, CountMark>();
    for (const [day, added] of days.entries()) {
      const at = `${addDays(from, day)}T00:00:00.000Z`;
      const peak = day === 0 ? {} : { peak: ups, peakAt };
      const position = day + 1;
      const mark = { at, level: ups - downs, ups, downs, late: 0, position, ...peak };
      for (const resolution of ["day", "minute"] as const)
        own.set(`${resolution}#${at}`, { ...mark, resolution });
      [ups, downs, peakAt] = [ups + BigInt(added), downs + BigInt(out), at];
    }
    marks.set(id, own);
    const sums = { total: ups - downs, ups, downs, peak: ups, peakAt, lastCountAt: peakAt };
    groups.push({ ...group, ...sums, revision: days.length + 1 });
    const key = { organizationId, counterId: `ctr_${name}` };
    counters.push({ ...newCounter({ name, countsPeople }, key, bornMs), groupId: id });
  }
  const ports: WeeklyReportPorts = {
    calendar: async () => ({ timeZone: "UTC" }),
    groups: async () => [...groups],
    counters: async () => counters,
    marks: {
      from: (target, page) =>
        memoryMarks(marks.get(target.targetId) ?? new Map()).reader.from(target, page),
    },
    clock: { now: () => Date.parse("2026-11-30T07:00:00Z") },
  };
  return { ports, groups, counters };
}

const twoWeeks = (earlier: number, later: number) => [
  ...Array.from({ length: 7 }, () => earlier),
  ...Array.from({ length: 7 }, () => later),
];
const hall = { from: before, in: twoWeeks(10, 12), out: 1 };
const yard = { from: before, in: twoWeeks(20, 15), out: 1 };
const bands = { from: before, in: twoWeeks(90, 99), out: 1, countsPeople: false };

test("what counts people is added up and compared; what counts other things stands apart, last", async () => {
  const report = await weeklyReport(world({ hall, bands, yard }).ports, wanted);
  expect(report.rows.map(({ name, in: ups, countsPeople }) => [name, ups, countsPeople])).toEqual([
    ["yard", 105n, true],
    ["hall", 84n, true],
    ["bands", 693n, false],
  ]);
  expect(report.total).toEqual({ in: 189n, out: 14n, inBefore: 210n, change: -0.1 });
  expect(report.rows[1]).toMatchObject({ inBefore: 70n, change: 0.2, out: 7n });
  expect(report.before).toEqual({ from: before, to: "2026-11-22" });
});

test("a peak has its time; what only rises has none", async () => {
  const { ports } = world({ hall, rises: { ...yard, out: 0 } });
  const [rises, falls] = (await weeklyReport(ports, wanted)).rows;
  expect(rises?.name).toBe("rises");
  expect(rises).not.toHaveProperty("peak");
  expect(falls?.peak).toEqual({ level: 154n, at: "2026-11-29T00:00:00.000Z" });
});

test("days are compared only where both weeks have them, and a new group with nothing", async () => {
  const since = { from: "2026-11-18", in: [...twoWeeks(10, 10).slice(0, 12)] };
  const report = await weeklyReport(
    world({ since, fresh: { from: week, in: [5, 5, 5, 5, 5, 5, 5] } }).ports,
    wanted,
  );
  expect(report.comparedOn).toEqual({ from: "2026-11-25", to: "2026-11-29" });
  const [old, fresh] = report.rows;
  expect(old).toMatchObject({ in: 70n, inBefore: 50n, change: 0 });
  expect(fresh).toMatchObject({ name: "fresh", in: 35n });
  expect(fresh).not.toHaveProperty("inBefore");
  expect(fresh).not.toHaveProperty("change");
});

test("of the chosen groups those that still exist are told; where none does, all are", async () => {
  const { ports } = world({ hall, yard });
  const names = async (...groupIds: string[]) =>
    (await weeklyReport(ports, { ...wanted, groupIds })).rows.map(({ name }) => name);
  expect(await names("grp_hall", "grp_gone")).toEqual(["hall"]);
  expect(await names("grp_gone")).toEqual(["yard", "hall"]);
  // One row is its own sum.
  expect(await weeklyReport(ports, { ...wanted, groupIds: ["grp_hall"] })).not.toHaveProperty(
    "total",
  );
});

test("without groups it is told of counters in use", async () => {
  const { ports, counters } = world({ hall, yard });
  const archived = counters.map((counter, index) =>
    index === 0 ? { ...counter, archivedAt: counter.createdAt } : counter,
  );
  const report = await weeklyReport(
    { ...ports, groups: async () => [], counters: async () => archived },
    wanted,
  );
  expect([report.of, report.rows.map(({ name }) => name)]).toEqual(["counters", ["yard"]]);
});
