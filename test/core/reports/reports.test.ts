import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayOf } from "../../../core/calendar.ts";
import { chartedCounter } from "../../../core/counters/charted.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { type ReportedInterval, readReport } from "../../../core/reports/report.ts";
import { Against, ReportUnit, validateReport } from "../../../core/reports/report-range.ts";
import { runs } from "../../soak/runs.ts";
import { calendars, key, life, lived, target } from "../charts/lives.ts";
import { memoryMarks } from "../charts/memory-marks.ts";
import { tiesIn } from "../charts/model.ts";
import { rebuild } from "../charts/rebuild.ts";
import { modelReport } from "./model.ts";

const Wanted = fc.record({
  by: fc.constantFrom(...ReportUnit.options),
  heatmap: fc.boolean(),
  against: fc.constantFrom(...Against.options),
  /** From the first day of the life on. */
  begin: fc.integer({ min: -5, max: 60 }),
  days: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 400 })),
});

test("every number of a report equals what all events say, also after marks are rebuilt", async () => {
  let [counted, reports, ties] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.record(life),
      fc.array(Wanted, { minLength: 3, maxLength: 6 }),
      async (lives, wanted) => {
        const { taps, nowMs } = await lived(lives);
        const { calendar, beginMs } = lives;
        counted += taps.events.length;
        ties += tiesIn(taps.events);
        await expectReports();
        await rebuild(taps, { lose: true });
        await expectReports();

        async function expectReports() {
          const charted = taps.stored && chartedCounter(taps.stored);
          if (charted === undefined) throw new Error("the counter is gone");
          const marks = memoryMarks(taps.marks).reader;
          for (const { by, heatmap, against, begin, days } of wanted) {
            const from = addDays(dayOf(calendar, beginMs).date, begin);
            const range = { from, to: addDays(from, days - 1), by, heatmap, against };
            if (validateReport(range, { calendar, nowMs, targets: 1 }) !== undefined) continue;
            reports += 1;
            expect(await readReport(marks, target, { charted, calendar, range, nowMs })).toEqual({
              createdAt: charted.createdAt,
              ...modelReport(taps.events, range, { calendar, nowMs }),
            });
          }
        }
      },
    ),
    { numRuns: runs(200) },
  );
  expect(counted).toBeGreaterThan(runs(500));
  expect(ties).toBeGreaterThan(runs(40));
  expect(reports).toBeGreaterThan(runs(40));
});

test("after a change of the calendar, sums are still what events say, and rows add up to them", async () => {
  let reports = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record(life),
      fc.constantFrom(...calendars),
      fc.array(Wanted, { minLength: 3, maxLength: 6 }),
      async (lives, calendar, wanted) => {
        const { taps, nowMs } = await lived(lives);
        const charted = chartedCounter(
          taps.stored ?? newCounter({ name: "Gate" }, key, lives.beginMs),
        );
        const marks = memoryMarks(taps.marks).reader;
        for (const { days, begin, ...rest } of wanted) {
          const from = addDays(dayOf(calendar, lives.beginMs).date, begin);
          const range = { from, to: addDays(from, days - 1), ...rest };
          if (validateReport(range, { calendar, nowMs, targets: 1 }) !== undefined) continue;
          const report = await readReport(marks, target, { charted, calendar, range, nowMs });
          const said = modelReport(taps.events, range, { calendar, nowMs });
          const sums = ({ in: ups, out, adjusted, late, level }: ReportedInterval) => ({
            ...{ ups, out, adjusted, late, level },
          });
          expect([report.total, report.before].map(sums)).toEqual(
            [said.total, said.before].map(sums),
          );
          const added = (rows: { in: bigint; out: bigint }[]) => [
            rows.reduce((sum, row) => sum + row.in, 0n),
            rows.reduce((sum, row) => sum + row.out, 0n),
          ];
          expect(added(report.rows)).toEqual([report.total.in, report.total.out]);
          expect(added(report.before.rows)).toEqual([report.before.in, report.before.out]);
          reports += 1;
        }
      },
    ),
    { numRuns: runs(200) },
  );
  expect(reports).toBeGreaterThan(runs(40));
});

test("days that changes of the calendar have cut into many marks are all read", async () => {
  const startMs = Date.parse("2026-03-02T00:00:00Z");
  const marks = Array.from({ length: 120 }, (_, index): CountMark => {
    const at = new Date(startMs + index * 3 * 3_600_000).toISOString();
    const counted = BigInt(index);
    return {
      ...{ resolution: "day", at, level: counted, ups: counted, downs: 0n, late: 0 },
      position: index + 1,
    };
  });
  const stored = new Map(marks.map((mark) => [`day#${mark.at}`, mark]));
  const charted = {
    ...{ createdAt: new Date(startMs).toISOString(), level: 500n, ups: 500n, position: 500 },
    lastCountAt: "2026-04-20T00:00:00.000Z",
  };
  const range = { from: "2026-03-09", to: "2026-03-11", by: "day", heatmap: false } as const;
  const calendar = { timeZone: "UTC", dayStarts: [] };
  const reader = memoryMarks(stored).reader;
  const { total, before } = await readReport(reader, target, {
    ...{ charted, calendar, range, nowMs: Date.parse("2026-04-20T00:00:00Z") },
  });
  expect([total.in, total.level, before.in, before.level]).toEqual([24n, 80n, 24n, 24n]);
});
