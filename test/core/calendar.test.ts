import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  type Calendar,
  DayStartTime,
  dayOf,
  dayStartTime,
  nextDayStartMs,
  startOfDayMs,
  withDayStart,
} from "../../core/calendar.ts";
import { offsetMs } from "../../core/time-zone.ts";
import { runs } from "../soak/runs.ts";

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
const isoTime = (ms: number) => new Date(ms).toISOString();

function calendarOf(timeZone: string, at: string): Calendar {
  return { timeZone, dayStarts: [{ from: "1800-01-01", at }] };
}

test.each([
  ["UTC", "00:00", "2026-11-23", "2026-11-23T00:00:00.000Z"],
  ["Asia/Kathmandu", "04:15", "2026-11-23", "2026-11-22T22:30:00.000Z"],
  // From 02:00 to 03:00 there is no time.
  ["Europe/Berlin", "01:45", "2026-03-29", "2026-03-29T00:45:00.000Z"],
  ["Europe/Berlin", "02:00", "2026-03-29", "2026-03-29T01:00:00.000Z"],
  ["Europe/Berlin", "02:30", "2026-03-29", "2026-03-29T01:00:00.000Z"],
  ["Europe/Berlin", "03:00", "2026-03-29", "2026-03-29T01:00:00.000Z"],
  ["Europe/Berlin", "03:15", "2026-03-29", "2026-03-29T01:15:00.000Z"],
  // From 02:00 to 03:00 passes twice.
  ["Europe/Berlin", "02:00", "2026-10-25", "2026-10-25T00:00:00.000Z"],
  ["Europe/Berlin", "02:30", "2026-10-25", "2026-10-25T00:30:00.000Z"],
  ["Europe/Berlin", "03:00", "2026-10-25", "2026-10-25T02:00:00.000Z"],
  // Half an hour is skipped from 02:00 on, and passes twice from 01:30 on.
  ["Australia/Lord_Howe", "02:15", "2026-10-04", "2026-10-03T15:30:00.000Z"],
  ["Australia/Lord_Howe", "01:45", "2026-04-05", "2026-04-04T14:45:00.000Z"],
  ["Australia/Lord_Howe", "02:00", "2026-04-05", "2026-04-04T15:30:00.000Z"],
  // Midnight is skipped, and passes twice.
  ["Africa/Cairo", "00:00", "2026-04-24", "2026-04-23T22:00:00.000Z"],
  ["Africa/Cairo", "00:30", "2026-04-24", "2026-04-23T22:00:00.000Z"],
  ["Africa/Cairo", "23:30", "2026-10-29", "2026-10-29T20:30:00.000Z"],
  ["Africa/Cairo", "00:00", "2026-10-30", "2026-10-29T22:00:00.000Z"],
  ["America/Havana", "00:00", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  // A minute after midnight, clocks went back into the day before.
  ["America/St_Johns", "00:00", "2010-11-07", "2010-11-07T02:30:00.000Z"],
  // Its clocks skipped all of December 30, 2011.
  ["Pacific/Apia", "04:00", "2011-12-29", "2011-12-29T14:00:00.000Z"],
  ["Pacific/Apia", "04:00", "2011-12-30", "2011-12-30T10:00:00.000Z"],
  ["Pacific/Apia", "04:00", "2011-12-31", "2011-12-30T14:00:00.000Z"],
])("in %s with days from %s on, %s starts at %s", (timeZone, at, date, start) => {
  expect(isoTime(startOfDayMs(calendarOf(timeZone, at), date))).toBe(start);
});

test.each([
  ["Europe/Berlin", "04:00", "2026-11-23T02:59:59.999Z", "2026-11-22"],
  ["Europe/Berlin", "04:00", "2026-11-23T03:00:00.000Z", "2026-11-23"],
  ["Europe/Berlin", "02:30", "2026-10-25T01:15:00.000Z", "2026-10-25"],
  ["America/St_Johns", "00:00", "2010-11-07T03:00:00.000Z", "2010-11-07"],
  // Of a date that clocks skip there is no moment at midnight, and one day at another time.
  ["Pacific/Apia", "00:00", "2011-12-30T09:59:59.999Z", "2011-12-29"],
  ["Pacific/Apia", "00:00", "2011-12-30T10:00:00.000Z", "2011-12-31"],
  ["Pacific/Apia", "04:00", "2011-12-30T13:59:00.000Z", "2011-12-30"],
])("in %s with days from %s on, %s is on %s", (timeZone, at, moment, date) => {
  expect(dayOf(calendarOf(timeZone, at), Date.parse(moment)).date).toBe(date);
});

describe("in every zone that the runtime knows", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  // Many zones have the same clocks in these years: one of each kind is walked through.
  const kinds = Map.groupBy(zones, (timeZone) => JSON.stringify(changesOf(timeZone)));
  // Outside soak a tenth of them, others for each start.
  const every = Math.round(kinds.size / runs(kinds.size));

  test.each(["00:00", "00:30", "02:15", "23:45"].map((at, turn) => [at, turn % every] as const))(
    "with days from %s on, each moment around a change of clocks has one day",
    (at, turn) => {
      const walked = [...kinds.values()].filter((_, index) => index % every === turn);
      const wrong = walked.flatMap(([timeZone = ""]) =>
        changesOf(timeZone).flatMap(([ms]) => daysDiffer(calendarOf(timeZone, at), ms)),
      );
      expect(wrong).toEqual([]);
      expect(zones.length).toBeGreaterThan(300);
      expect(walked.length).toBeGreaterThan(3);
    },
  );
});

/** When the clocks of a zone change in 2026 and 2027, with their offsets; first, how they begin. */
function changesOf(timeZone: string): [atMs: number, offset: number][] {
  const weekMs = 7 * dayMs;
  const from = Date.parse("2026-01-01T00:00:00Z");
  const weeks = Array.from({ length: 104 }, (_, week) => from + week * weekMs);
  const changes = weeks.flatMap((begin): [number, number][] => {
    const [before, after] = [begin, begin + weekMs].map((ms) => offsetMs(timeZone, ms));
    if (before === after) return [];
    let at = begin;
    while (offsetMs(timeZone, at) === before) at += quarterMs;
    return [[at, offsetMs(timeZone, at)]];
  });
  return [[from, offsetMs(timeZone, from)], ...changes];
}

/**
 * Goes through the quarter-hours around a change. By definition the day is that of the latest date and
 * time that the clocks have shown until then.
 */
function daysDiffer(calendar: Calendar, changeMs: number): string[] {
  const atMs = Date.parse(`1970-01-01T${dayStartTime(calendar)}:00Z`);
  const wrong: string[] = [];
  let [latest, began] = [0, Number.NaN];
  let before = "";
  for (let ms = changeMs - 1.5 * dayMs; ms <= changeMs + dayMs; ms += quarterMs) {
    latest = Math.max(latest, ms + offsetMs(calendar.timeZone, ms));
    const date = isoTime(latest - atMs).slice(0, 10);
    if (date !== before) [before, began] = [date, ms];
    // Of the first day, the start lies before the walk.
    if (ms < changeMs - 0.25 * dayMs) continue;
    const day = dayOf(calendar, ms);
    const next = nextDayStartMs(calendar, ms);
    const isRight = day.date === date && day.startMs === began && next > ms;
    const meets = dayOf(calendar, next).startMs === next && dayOf(calendar, next - 1).date === date;
    if (!isRight || !meets)
      wrong.push(`${calendar.timeZone} ${isoTime(ms)} ${JSON.stringify(day)}`);
  }
  return wrong;
}

test("a change of the start moves no moment until then to another day, and holds within two days", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const Change = fc.record({
    afterMs: fc.integer({ min: 0, max: 1.5 * dayMs }),
    at: fc.integer({ min: 0, max: 95 }).map(timeOfQuarter),
    timeZone: fc.option(fc.constantFrom(...zones), { nil: undefined, freq: 5 }),
  });
  const Changes = fc.array(Change, { minLength: 2, maxLength: 15 });
  const Beginning = fc.integer({ min: 0, max: 365 * 96 }).map((quarter) => quarter * quarterMs);
  fc.assert(
    fc.property(fc.constantFrom(...zones), Beginning, Changes, (zone, beginMs, changes) => {
      let calendar: Calendar = { timeZone: zone };
      let nowMs = Date.parse("2026-01-01T00:00:00Z") + beginMs;
      for (const { afterMs, at, timeZone = calendar.timeZone } of changes) {
        nowMs += afterMs;
        const before = { ...calendar, timeZone };
        calendar = { timeZone, dayStarts: withDayStart(before, at, nowMs) };
        expect(dayStartTime(calendar)).toBe(at);
        for (let ms = nowMs; ms > nowMs - 3 * dayMs; ms -= 90 * minuteMs) {
          expect(dayOf(calendar, ms)).toEqual(dayOf(before, ms));
        }
      }
      // It holds within two days.
      const later = dayOf(calendar, nowMs + 2 * dayMs);
      const { timeZone } = calendar;
      const start = startOfDayMs(calendarOf(timeZone, dayStartTime(calendar)), later.date);
      expect(later.startMs).toBe(start);
    }),
    { numRuns: runs(200) },
  );
});

test.each([
  ["00:00", "2026-11-03T00:00:00.000Z"],
  ["01:00", "2026-11-03T01:00:00.000Z"],
  ["03:00", "2026-11-03T03:00:00.000Z"],
])("a change to %s before a later start that was planned begins no day in the past", (at, next) => {
  const planned = withDayStart({ timeZone: "UTC" }, "06:00", Date.parse("2026-11-01T12:00:00Z"));
  const nowMs = Date.parse("2026-11-02T02:00:00Z");
  const dayStarts = withDayStart({ timeZone: "UTC", dayStarts: planned }, at, nowMs);
  const calendar = { timeZone: "UTC", dayStarts };
  expect(dayOf(calendar, nowMs).date).toBe("2026-11-01");
  expect(isoTime(nextDayStartMs(calendar, nowMs))).toBe(
    at === "03:00" ? "2026-11-02T03:00:00.000Z" : "2026-11-02T06:00:00.000Z",
  );
  expect(isoTime(startOfDayMs(calendar, "2026-11-03"))).toBe(next);
});

test("several changes within a day leave the last one", () => {
  const nowMs = Date.parse("2026-11-23T12:00:00Z");
  const changed = ["04:00", "06:00", "23:30"].reduce(
    (dayStarts, at) => withDayStart({ timeZone: "UTC", dayStarts }, at, nowMs),
    [{ from: "2026-11-01", at: "02:00" }],
  );
  expect(changed).toEqual([
    { from: "2026-11-01", at: "02:00" },
    { from: "2026-11-24", at: "23:30" },
  ]);
  const calendar = { timeZone: "UTC", dayStarts: changed };
  expect(withDayStart(calendar, "02:00", nowMs)).toEqual([{ from: "2026-11-01", at: "02:00" }]);
});

test("before today's start, an earlier one holds from tomorrow if it has passed", () => {
  const calendar = calendarOf("UTC", "04:00");
  const nowMs = Date.parse("2026-11-23T02:00:00Z");
  const started = withDayStart(calendar, "03:00", nowMs).at(-1);
  expect(started).toEqual({ from: "2026-11-23", at: "03:00" });
  const passed = withDayStart(calendar, "02:00", nowMs).at(-1);
  expect(passed).toEqual({ from: "2026-11-24", at: "02:00" });
});

test("the newest twenty changes are kept", () => {
  const calendar: Calendar = { timeZone: "UTC" };
  for (let change = 0; change < 30; change += 1) {
    const nowMs = Date.parse("2026-01-01T12:00:00Z") + change * 7 * dayMs;
    calendar.dayStarts = withDayStart(calendar, timeOfQuarter(change + 1), nowMs);
  }
  expect(calendar.dayStarts?.length).toBe(20);
  expect(calendar.dayStarts?.at(-1)?.at).toBe(timeOfQuarter(30));
});

test.each(["4:00", "24:00", "04:05", "04:00:00", " 04:00", "", "noon"])("%j is refused", (text) => {
  expect(DayStartTime.safeParse(text).error?.issues[0]?.message).toContain("a quarter-hour");
});

test("dates go on over the ends of months and years", () => {
  expect([addDays("2026-12-31", 1), addDays("2028-03-01", -1)]).toEqual([
    "2027-01-01",
    "2028-02-29",
  ]);
});

function timeOfQuarter(quarter: number): string {
  return isoTime(quarter * quarterMs).slice(11, 16);
}
