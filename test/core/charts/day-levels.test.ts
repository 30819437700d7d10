import { expect, test } from "vitest";
import { readDayLevels } from "../../../core/charts/day-levels.ts";
import type { CountMark } from "../../../core/counters/count-mark.ts";
import { levelsByHour } from "../../../web/console/charts/levels-by-hour.ts";

test("the levels of a day begin with the organization's day, and end with the number of now", async () => {
  const asked: string[] = [];
  const marks = {
    async from({ targetId }: { targetId: string }, { at }: { at: string }): Promise<CountMark[]> {
      asked.push(`${targetId} ${at}`);
      if (targetId === "quiet") return [];
      return [mark("2026-11-26T06:00:00.000Z", 4n), mark("2026-11-26T08:00:00.000Z", 9n)];
    },
  };
  const nowMs = Date.parse("2026-11-26T08:20:00Z");
  const wanted = { organizationId: "org", counterIds: ["door", "quiet"] };
  const calendar = {
    timeZone: "Europe/Berlin",
    dayStarts: [{ from: "2026-01-01", at: "06:00" }],
  };
  const day = await readDayLevels({ marks, clock: { now: () => nowMs } }, wanted, calendar);
  expect(asked).toEqual(["door 2026-11-26T05:00:00.000Z", "quiet 2026-11-26T05:00:00.000Z"]);
  expect(day.endsMs).toBe(Date.parse("2026-11-27T05:00:00Z"));
  expect(day.levels.get("quiet")).toEqual([]);
  const hours = (day.levels.get("door") ?? []).map(({ at, level }) => ({ at, level: `${level}` }));
  const { timeZone } = calendar;
  const of = { startMs: day.startedMs, untilMs: nowMs, endsMs: day.endsMs, timeZone, now: 12 };
  // From 6 to 7 nobody counted, until 9 five did, and three since.
  const line = levelsByHour(hours, of).map(([part, level]) => [24 * part, level]);
  expect(line).toEqual([
    [0, 4],
    [1, 4],
    [2, 9],
    [3, 9],
    [expect.closeTo(10 / 3), 12],
  ]);
});

function mark(at: string, level: bigint): CountMark {
  return { resolution: "hour", at, level, ups: 0n, downs: 0n, late: 0, position: 1 };
}
