import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayOf } from "../../../core/calendar.ts";
import { chartedCounter } from "../../../core/counters/charted.ts";
import { readReport } from "../../../core/reports/report.ts";
import { ReportUnit, validateReport } from "../../../core/reports/report-range.ts";
import { life, lived, target } from "../charts/lives.ts";
import { memoryMarks } from "../charts/memory-marks.ts";
import { modelReport } from "./model.ts";

const Wanted = fc.record({
  by: fc.constantFrom(...ReportUnit.options),
  heatmap: fc.boolean(),
  /** From the first day of the life on. */
  begin: fc.integer({ min: -5, max: 60 }),
  days: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 400 })),
});

test("every number of a report equals what all events say", async () => {
  let [counted, reports] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.record(life),
      fc.array(Wanted, { minLength: 3, maxLength: 6 }),
      async (lives, wanted) => {
        const { taps, nowMs } = await lived(lives);
        const { calendar, beginMs } = lives;
        counted += taps.events.length;
        const charted = taps.stored && chartedCounter(taps.stored);
        if (charted === undefined) throw new Error("the counter is gone");
        const marks = memoryMarks(taps.marks).reader;
        for (const { by, heatmap, begin, days } of wanted) {
          const from = addDays(dayOf(calendar, beginMs).date, begin);
          const range = { from, to: addDays(from, days - 1), by, heatmap };
          if (validateReport(range, { calendar, nowMs, targets: 1 }) !== undefined) continue;
          reports += 1;
          expect(await readReport(marks, target, { charted, calendar, range })).toEqual({
            createdAt: charted.createdAt,
            ...modelReport(taps.events, range, calendar),
          });
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(counted).toBeGreaterThan(1_000);
  expect(reports).toBeGreaterThan(100);
});
