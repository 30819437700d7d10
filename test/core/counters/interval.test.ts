import { expect, test } from "vitest";
import {
  intervalStart,
  nextIntervalStart,
  type Resolution,
} from "../../../core/counters/interval.ts";

/** All days of a year, and the hours of the weeks in which these zones change their clocks. */
const spans: [Resolution, begin: string, days: number][] = [
  ["day", "2026-01-01T12:00:00Z", 366],
  ["hour", "2026-03-28T12:00:00Z", 28],
  ["hour", "2026-10-02T12:00:00Z", 30],
];

test.each(["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"])(
  "in %s each interval ends where the next one begins, through all changes of clocks",
  (timeZone) => {
    const zone = { timeZone };
    // An expectation for each of 8,000 intervals would take most of the time.
    const wrong: string[] = [];
    for (const [resolution, begin, days] of spans) {
      let start = intervalStart(resolution, zone, Date.parse(begin));
      const end = start + days * 86_400_000;
      while (start < end) {
        const next = nextIntervalStart(resolution, zone, start);
        const meets =
          next > start &&
          intervalStart(resolution, zone, next) === next &&
          intervalStart(resolution, zone, next - 1) === start;
        if (!meets) wrong.push(`${resolution} from ${new Date(start).toISOString()} to ${next}`);
        start = Math.max(next, start + 1);
      }
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  },
);

test.each<[Resolution, string, string, string]>([
  ["minute", "Asia/Kathmandu", "2026-07-01T12:34:56.789Z", "2026-07-01T12:34:00.000Z"],
  ["hour", "UTC", "2026-07-01T12:34:56.789Z", "2026-07-01T12:00:00.000Z"],
  ["hour", "Asia/Kathmandu", "2026-07-01T12:10:00Z", "2026-07-01T11:15:00.000Z"],
  ["hour", "Asia/Kathmandu", "2026-07-01T12:15:00Z", "2026-07-01T12:15:00.000Z"],
  ["day", "UTC", "2026-07-01T23:59:59.999Z", "2026-07-01T00:00:00.000Z"],
  ["day", "Europe/Berlin", "2026-07-01T22:00:00Z", "2026-07-01T22:00:00.000Z"],
  ["day", "Europe/Berlin", "2026-07-01T21:59:59.999Z", "2026-06-30T22:00:00.000Z"],
  // 23 and 25 hours.
  ["day", "Europe/Berlin", "2026-03-29T21:59:00Z", "2026-03-28T23:00:00.000Z"],
  ["day", "Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-24T22:00:00.000Z"],
  // The hour from 2 to 3 passes twice.
  ["hour", "Europe/Berlin", "2026-10-25T00:59:00Z", "2026-10-25T00:00:00.000Z"],
  ["hour", "Europe/Berlin", "2026-10-25T01:59:00Z", "2026-10-25T01:00:00.000Z"],
  // Clocks go half an hour forward at 2, and back again at 2.
  ["hour", "Australia/Lord_Howe", "2026-10-03T15:29:00Z", "2026-10-03T14:30:00.000Z"],
  ["hour", "Australia/Lord_Howe", "2026-10-03T15:59:00Z", "2026-10-03T15:30:00.000Z"],
  ["hour", "Australia/Lord_Howe", "2026-10-03T16:01:00Z", "2026-10-03T16:00:00.000Z"],
  ["hour", "Australia/Lord_Howe", "2026-04-04T15:10:00Z", "2026-04-04T15:00:00.000Z"],
  ["day", "Australia/Lord_Howe", "2026-04-05T13:29:00Z", "2026-04-04T13:00:00.000Z"],
  // Clocks go back at midnight.
  ["day", "Africa/Cairo", "2026-10-29T21:30:00Z", "2026-10-28T21:00:00.000Z"],
  ["day", "Africa/Cairo", "2026-10-29T22:00:00Z", "2026-10-29T22:00:00.000Z"],
])("the %s in %s that contains %s begins at %s", (resolution, timeZone, at, start) => {
  const startMs = intervalStart(resolution, { timeZone }, Date.parse(at));
  expect(new Date(startMs).toISOString()).toBe(start);
});
