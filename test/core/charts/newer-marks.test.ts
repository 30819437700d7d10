import { expect, test } from "vitest";
import { defaultCalendar } from "../../../core/calendar.ts";
import { drawChart } from "../../../core/charts/chart.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";

const target = { organizationId: "org_0123456789ABCDEFGHIJ", targetId: "ctr_0123456789ABCDEFGHIJ" };

function mark(at: string, level: bigint, position: number): CountMark {
  return { resolution: "hour", at, level, ups: level, downs: 0n, late: 0, position };
}

test("what was counted after the counter was read is not in its chart", async () => {
  const charted = {
    ...{ level: 3n, position: 3, ups: 3n, downs: 0n, late: 0 },
    ...{ createdAt: "2026-11-23T09:00:00.000Z", lastCountAt: "2026-11-23T10:59:59.000Z" },
  };
  const marks = [mark("2026-11-23T10:00:00.000Z", 0n, 1), mark("2026-11-23T11:00:00.000Z", 3n, 4)];
  const chart = await drawChart(
    {
      marks: { from: async () => marks },
      clock: { now: () => Date.parse("2026-11-23T11:30:00Z") },
    },
    target,
    {
      charted,
      calendar: defaultCalendar,
      range: { resolution: "hour", from: "2026-11-23T09:00:00Z" },
    },
  );
  expect(chart).toMatchObject({ level: 0n, endLevel: 3n });
  expect(chart.points.map(({ at, ups }) => [at, ups])).toEqual([["2026-11-23T10:00:00.000Z", 3n]]);
});
