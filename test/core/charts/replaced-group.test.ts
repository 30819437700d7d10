import { expect, test } from "vitest";
import { defaultCalendar } from "../../../core/calendar.ts";
import { drawChart } from "../../../core/charts/chart.ts";
import type { Charted } from "../../../core/counters/charted.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";

// A group that was deleted at 10:40, and another that was created under its id at 10:50.
const target = { organizationId: "org_0123456789ABCDEFGHIJ", targetId: "grp_0123456789ABCDEFGHIJ" };
const nowMs = Date.parse("2026-11-23T12:30:00Z");
const createdAt = "2026-11-23T10:50:00.000Z";

function mark(at: string, values: Partial<CountMark>): CountMark {
  return {
    ...{ resolution: "hour", at, level: 0n, ups: 0n, downs: 0n, late: 0, position: 2 },
    ...values,
  };
}

const former = [
  mark("2026-11-23T09:00:00.000Z", { position: 3 }),
  mark("2026-11-23T10:00:00.000Z", { level: 90n, ups: 100n, downs: 10n, position: 4 }),
];

async function chartOf(charted: Omit<Charted, "createdAt" | "mayReplace">, marks: CountMark[]) {
  return await drawChart(
    {
      marks: { from: async (_, { at }) => marks.filter((each) => each.at >= at) },
      clock: { now: () => nowMs },
    },
    target,
    {
      charted: { ...charted, createdAt, mayReplace: true },
      calendar: defaultCalendar,
      range: { resolution: "hour", from: "2026-11-23T08:00:00Z" },
    },
  );
}

test("a group without counts shows none of a former one with its id", async () => {
  const chart = await chartOf({ level: 7n, position: 9 }, former);
  expect(chart).toMatchObject({ level: 7n, endLevel: 7n, points: [] });
});

test("a group begins with its own first count", async () => {
  const sums = { ups: 2n, downs: 0n, late: 0, lastCountAt: "2026-11-23T12:10:00.000Z" };
  const own = [
    mark("2026-11-23T11:00:00.000Z", { level: 7n, position: 5 }),
    mark("2026-11-23T12:00:00.000Z", { level: 8n, ups: 1n, position: 6 }),
  ];
  const chart = await chartOf({ level: 9n, position: 9, ...sums }, [...former, ...own]);
  expect(chart).toMatchObject({ level: 7n, endLevel: 9n });
  expect(chart.points.map(({ at, ups, downs }) => [at, ups, downs])).toEqual([
    ["2026-11-23T11:00:00.000Z", 1n, 0n],
    ["2026-11-23T12:00:00.000Z", 1n, 0n],
  ]);
});
