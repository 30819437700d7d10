import { allInOrder } from "../all-in-order.ts";
import { atLeast0 } from "../at-least-0.ts";
import { addDays, type Calendar, type LocalDate, startOfDayMs } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import { type Charted, chartedCounter } from "../counters/charted.ts";
import type { MarkReader } from "../counters/count-mark.ts";
import type { StoredCounter } from "../counters/counter.ts";
import { chartedGroup, type StoredGroup } from "../groups/group.ts";
import { sortByName } from "../list-order.ts";
import {
  addable,
  changeOf,
  changeOfReport,
  comparable,
  comparedOf,
  groupsOfMore,
  inBefore,
} from "../reports/compared.ts";
import { type Report, readReport } from "../reports/report.ts";
import { datesBefore, periodOf, startsOf } from "../reports/report-range.ts";

/** What was counted in a week, by the rules of the console's reports. */
export interface WeeklyReport {
  dates: Dates;
  /** The week that it is compared with. */
  before: Dates;
  /** The days of it on which in is compared, where these are not all. */
  comparedOn?: Dates;
  of: "groups" | "counters";
  /** Of the groups that the person has chosen; none where all are meant. */
  chosenIds: string[];
  /** The busiest first, those of other things than people last. */
  rows: WeeklyRow[];
  /** Of all that counts people; absent where that is none of several, or where there is one row. */
  total?: Omit<WeeklyRow, "name" | "countsPeople" | "peak">;
  /** How many more there are. */
  left: number;
}

export interface WeeklyRow {
  name: string;
  /** False where it counts other things, too. */
  countsPeople: boolean;
  in: bigint;
  out: bigint;
  /** In of the week before; absent where there was none of it. */
  inBefore?: bigint;
  /** As a share of what was before, where both weeks have data. */
  change?: number;
  /** Absent where nothing was counted, where it is not known, and of what only rises. */
  peak?: { level: bigint; at: string };
}

/** The first day and the last one. */
type Dates = { from: LocalDate; to: LocalDate };

/** The most groups of one report: nobody reads more in a mail, and what it costs to read has a limit. */
export const mostRows = 50;

export interface WeeklyReportPorts {
  calendar(organizationId: string): Promise<Calendar>;
  groups(organizationId: string): Promise<StoredGroup[]>;
  counters(organizationId: string): Promise<StoredCounter[]>;
  marks: MarkReader;
  clock: Pick<Clock, "now">;
}

export interface WantedReport {
  organizationId: string;
  week: LocalDate;
  /** Those that the person has chosen; where none of them exists, all are meant. */
  groupIds: string[];
}

/** Of the chosen groups, else of all; where there are none, of all counters. */
export async function weeklyReport(
  ports: WeeklyReportPorts,
  { organizationId, week, groupIds }: WantedReport,
): Promise<WeeklyReport> {
  // Before the marks, as for every report.
  const [calendar, groups, counters] = await allInOrder([
    ports.calendar(organizationId),
    ports.groups(organizationId),
    ports.counters(organizationId),
  ]);
  const all = targetsOf(groups, counters, groupIds);
  const range = { from: week, to: addDays(week, 6), by: "day", heatmap: false } as const;
  const nowMs = ports.clock.now();
  const reports = await allInOrder(
    all.slice(0, mostRows).map(async ({ id: targetId, name, countsPeople, charted }) => {
      const asked = { charted, calendar, range, nowMs };
      const report = await readReport(ports.marks, { organizationId, targetId }, asked);
      return { ...report, name, countsPeople };
    }),
  );
  const added = addable(reports);
  const compared = comparedOf(comparable(reports), {
    ...startsOf("day", periodOf(range, calendar)),
    nowMs,
  });
  const before = datesBefore(range);
  const rows = reports.map((report) => rowOf(report, changeOfReport(report, compared)));
  const daysOf = ({ fromMs, endMs }: { fromMs: number; endMs: number }) => {
    const days = Array.from({ length: 7 }, (_, day) => addDays(week, day));
    const inside = days.filter((date) => {
      const startMs = startOfDayMs(calendar, date);
      return fromMs <= startMs && startMs < endMs;
    });
    return { from: inside[0] ?? week, to: inside.at(-1) ?? week };
  };
  return {
    ...{ dates: { from: range.from, to: range.to }, before },
    of: groups.length > 0 ? "groups" : "counters",
    chosenIds: all.length < groups.length ? all.map(({ id }) => id) : [],
    ...(compared?.isWhole === false && { comparedOn: daysOf(compared.now) }),
    rows: rows.toSorted(byPeopleAndIn),
    ...(reports.length > 1 && added.length > 0 && { total: totalOf() }),
    left: Math.max(0, all.length - mostRows),
  };

  function rowOf(report: Named, change: number | undefined): WeeklyRow {
    const { peak, peakAt } = report.total;
    return {
      ...{ name: report.name, countsPeople: report.countsPeople },
      ...sumsOf([report], inBefore(report, compared)),
      ...(change !== undefined && { change }),
      ...(peak !== null && peakAt !== null && { peak: { level: peak, at: peakAt } }),
    };
  }

  function sumsOf(some: Named[], earlier: bigint | undefined) {
    const sum = (of: "in" | "out") => some.reduce((all, { total }) => all + total[of], 0n);
    return {
      ...{ in: atLeast0(sum("in")), out: atLeast0(sum("out")) },
      ...(earlier !== undefined && { inBefore: atLeast0(earlier) }),
    };
  }

  function totalOf() {
    const change = compared && changeOf(atLeast0(compared.now.in), atLeast0(compared.before.in));
    return { ...sumsOf(added, compared?.before.in), ...(change != null && { change }) };
  }
}

type Named = Report & { name: string; countsPeople: boolean };

interface Target {
  id: string;
  name: string;
  countsPeople: boolean;
  charted: Charted;
}

function targetsOf(groups: StoredGroup[], counters: StoredCounter[], groupIds: string[]): Target[] {
  if (groups.length === 0) {
    const inUse = sortByName(counters.filter(({ archivedAt }) => archivedAt === undefined));
    return inUse.map((counter) => {
      const { id, name, countsPeople } = counter;
      return { id, name, countsPeople, charted: chartedCounter(counter) };
    });
  }
  const wanted = groups.filter(({ id }) => groupIds.includes(id));
  const others = groupsOfMore(counters);
  return sortByName(wanted.length > 0 ? wanted : groups).map((group) => {
    const { id, name } = group;
    return { id, name, countsPeople: !others.has(id), charted: chartedGroup(group) };
  });
}

function byPeopleAndIn(a: WeeklyRow, b: WeeklyRow): number {
  if (a.countsPeople !== b.countsPeople) return a.countsPeople ? -1 : 1;
  return a.in === b.in ? 0 : a.in > b.in ? -1 : 1;
}
