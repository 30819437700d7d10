import { expect, test } from "vitest";
import type { Calendar } from "../../../core/calendar.ts";
import { nextReport, reportDueMs } from "../../../core/notices/report-schedule.ts";

const due = (monday: string, calendar: Calendar) =>
  new Date(reportDueMs(calendar, monday)).toISOString();

test.each([
  ["in UTC", "2026-11-30", { timeZone: "UTC" }, "2026-11-30T07:00:00.000Z"],
  ["in winter", "2026-11-30", { timeZone: "Europe/Berlin" }, "2026-11-30T06:00:00.000Z"],
  [
    "the day after clocks go forward",
    "2026-03-30",
    { timeZone: "Europe/Berlin" },
    "2026-03-30T05:00:00.000Z",
  ],
  [
    "the day after clocks go back",
    "2026-10-26",
    { timeZone: "Europe/Berlin" },
    "2026-10-26T06:00:00.000Z",
  ],
  [
    "in a zone of quarters",
    "2026-11-30",
    { timeZone: "Asia/Kathmandu" },
    "2026-11-30T01:15:00.000Z",
  ],
  [
    "where days start early",
    "2026-11-30",
    { timeZone: "UTC", dayStarts: [{ from: "2026-01-01", at: "04:00" }] },
    "2026-11-30T07:00:00.000Z",
  ],
  [
    "where the week isn't over at seven",
    "2026-11-30",
    { timeZone: "UTC", dayStarts: [{ from: "2026-01-01", at: "22:30" }] },
    "2026-11-30T22:30:00.000Z",
  ],
])(
  "a report is due at seven on Monday, or when the week is over: %s",
  (_, monday, calendar, at) => {
    expect(due(monday, calendar)).toBe(at);
  },
);

const calendar = { timeZone: "Europe/Berlin" };
const schedule = { organizationId: "org_1", dueAtMs: 0, monday: "2026-11-23" };
const next = (at: string, stored: Partial<typeof schedule> = {}, of: Calendar = calendar) => {
  const { news, schedule: after } = nextReport({ ...schedule, ...stored }, of, Date.parse(at));
  return { week: news?.week, monday: after.monday, dueAt: new Date(after.dueAtMs).toISOString() };
};
const told = { week: "2026-11-23", monday: "2026-11-30", dueAt: "2026-12-05T06:00:00.000Z" };

test("on Monday the week before is told once", () => {
  expect(next("2026-11-30T06:00:00Z")).toEqual(told);
  expect(next("2026-11-30T06:05:00Z", { monday: told.monday }).week).toBeUndefined();
});

test("after an outage it's told until Monday's day is over, and then no more", () => {
  expect(next("2026-11-30T22:59:00Z")).toEqual(told);
  expect(next("2026-11-30T23:00:00Z")).toEqual({ ...told, week: undefined });
  // An outage of weeks is none for this Monday.
  expect(next("2026-11-30T07:00:00Z", { monday: "2026-10-05" })).toEqual(told);
});

test("before seven nothing is told; the schedule looks again two days before, and then each hour", () => {
  const before = { week: undefined, monday: "2026-11-23" };
  expect(next("2026-11-27T12:00:00Z")).toEqual({ ...before, dueAt: "2026-11-28T06:00:00.000Z" });
  expect(next("2026-11-28T06:00:00Z")).toEqual({ ...before, dueAt: "2026-11-28T07:00:00.000Z" });
  expect(next("2026-11-30T05:59:59Z")).toEqual({ ...before, dueAt: "2026-11-30T06:00:00.000Z" });
});

test("who chooses the report on a Monday hears of it from the next one on", () => {
  const { monday: _, ...begun } = schedule;
  expect(nextReport(begun, calendar, Date.parse("2026-11-30T10:00:00Z")).news).toBeUndefined();
});

test("a zone in which it's the same Monday's morning again tells the week no second time", () => {
  const honolulu = { timeZone: "Pacific/Honolulu" };
  for (const at of ["2026-11-30T16:00:00Z", "2026-11-30T17:00:00Z", "2026-12-01T01:00:00Z"]) {
    const again = next(at, { monday: "2026-11-30" }, honolulu);
    expect(again).toEqual({ ...told, week: undefined, dueAt: "2026-12-05T17:00:00.000Z" });
  }
});
