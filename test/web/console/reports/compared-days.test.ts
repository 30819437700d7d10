import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayOf, startOfDayMs } from "../../../../core/calendar.ts";
import { datesBefore, daysIn } from "../../../../core/reports/report-range.ts";
import { hourMs } from "../../../../core/time-zone.ts";
import { combine, type NamedReport } from "../../../../web/console/reports/combined.ts";
import {
  boundariesOf,
  choicesAgainst,
  comparisonOf,
  formatBefore,
  formatCompared,
  isAllowed,
} from "../../../../web/console/reports/period.ts";
import { plotData } from "../../../../web/console/reports/report-plot.tsx";
import { runs } from "../../../soak/runs.ts";

const Asked = fc.record({
  calendar: fc.record({
    timeZone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"),
    dayStarts: fc.constantFrom<{ from: string; at: string }[]>(
      [],
      [{ from: "2026-01-01", at: "04:00" }],
    ),
  }),
  from: fc.integer({ min: 0, max: 330 }).map((days) => addDays("2026-01-01", days)),
  days: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 100 })),
  by: fc.constantFrom("day" as const, "week" as const, "hour" as const),
  against: fc.constantFrom("weeks" as const, "month" as const, "year" as const),
  /** Hours from the begin of the days before. */
  created: fc.oneof(fc.integer({ min: -48, max: 72 }), fc.integer({ min: 0, max: 3_000 })),
  readAfter: fc.integer({ min: 0, max: 2_400 }),
  /** Of each interval in turn; nobody comes while it is closed. */
  counts: fc.array(fc.constantFrom(0, 0, 3, 8), { minLength: 1, maxLength: 9 }),
});

type Wanted = typeof Asked extends fc.Arbitrary<infer One> ? One : never;

/** A report whose counts begin with the interval in which its counter was created. */
function reportOf({ calendar, counts, created, readAfter, ...asked }: Wanted) {
  const dates = { from: asked.from, to: addDays(asked.from, asked.days - 1) };
  const by = isAllowed(asked.by, dates, 1) ? asked.by : "day";
  const against = choicesAgainst(dates).find((choice) => choice === asked.against) ?? "weeks";
  const range = { ...dates, by, against, heatmap: false };
  const { starts, startsBefore } = boundariesOf(range, calendar);
  const [first = 0, beginBefore = 0] = [starts[0], startsBefore[0]];
  const createdMs = beginBefore + created * hourMs + hourMs / 2;
  const nowMs = Math.max(first, createdMs) + readAfter * hourMs;
  const rowsIn = (bounds: number[]) =>
    bounds.slice(0, -1).flatMap((startMs, index) => {
      const endMs = bounds[index + 1] ?? startMs;
      const counted = counts[index % counts.length] ?? 0;
      if (endMs <= createdMs || startMs > nowMs || startMs === endMs || counted === 0) return [];
      return [{ at: new Date(startMs).toISOString(), in: counted, out: 1 }];
    });
  const nothing = { in: 0, out: 0, adjusted: 0, late: 0, level: 0, peak: null, peakAt: null };
  const report: NamedReport = {
    ...{ id: "1", name: "Gate", countsPeople: true, heatmap: null, total: nothing },
    createdAt: new Date(createdMs).toISOString(),
    rows: rowsIn(starts).map((row) => ({ ...nothing, ...row })),
    before: { ...nothing, rows: rowsIn(startsBefore) },
  };
  return { report, range, nowMs, createdMs };
}

test("the sentence, the marks, the table and the sums are of the same days", () => {
  let some = 0;
  fc.assert(
    fc.property(Asked, (asked) => {
      const { calendar } = asked;
      const { report, range, nowMs, createdMs } = reportOf(asked);
      const { rows, compared } = combine([report], { range, calendar, nowMs });
      const dateAt = (ms: number) => dayOf(calendar, ms).date;
      const said = comparisonOf(range, { compared, calendar, readMs: nowMs });
      const listed = rows.filter(({ inBefore }) => inBefore !== null);
      const [times = [], , , ...marks] = plotData(rows);
      const startsOf = listed.map(({ startMs }) => startMs / 1_000);
      for (const values of marks) {
        expect([...times].filter((_, index) => values?.[index] != null)).toEqual(startsOf);
      }
      if (range.by === "day") {
        const before = datesBefore(range);
        const expected = rows.flatMap(({ startMs }, day) => {
          const hasDay = day < daysIn(before);
          const isWhole = createdMs <= startOfDayMs(calendar, addDays(before.from, day));
          return hasDay && isWhole ? [dateAt(startMs)] : [];
        });
        expect(listed.map(({ startMs }) => dateAt(startMs))).toEqual(expected);
      }
      const [first, last] = [listed[0], listed.at(-1)];
      if (first === undefined || last === undefined || compared === null) {
        expect([listed, compared]).toEqual([[], null]);
        expect(said).toMatch(/^There is nothing from /);
        return;
      }
      const days = { from: dateAt(first.startMs), to: dateAt(last.endMs - 1) };
      const isAll = listed.length === rows.length;
      if (!isAll) some += 1;
      expect(said.startsWith(isAll ? "Compared with" : formatBefore(range, days))).toBe(true);
      expect(said).toContain(`with ${formatCompared(range, { compared, calendar })} (`);
      const sum = (of: "inBefore" | "outBefore") =>
        listed.reduce((all, row) => all + (row[of] ?? 0n), 0n);
      expect(compared.before).toMatchObject({ in: sum("inBefore"), out: sum("outBefore") });
    }),
    { numRuns: runs(300) },
  );
  expect(some).toBeGreaterThan(runs(20));
});
