import { expect, test } from "vitest";
import {
  changedPreferences,
  PreferencesChange,
  quietUntilMs,
} from "../../../core/members/preferences.ts";

const night = { from: "22:00", to: "07:00" };

test.each([
  ["in the evening", night, "UTC", "2026-12-01T22:00:00Z", "2026-12-02T07:00:00Z"],
  ["in the morning", night, "UTC", "2026-12-02T06:59:59Z", "2026-12-02T07:00:00Z"],
  ["after their end", night, "UTC", "2026-12-02T07:00:00Z", undefined],
  ["before their start", night, "UTC", "2026-12-01T21:59:59Z", undefined],
  // The same moment in two zones: whoever moves the organization moves the hours.
  ["in one zone", night, "Asia/Tokyo", "2026-12-01T14:00:00Z", "2026-12-01T22:00:00Z"],
  ["in another", night, "America/New_York", "2026-12-01T14:00:00Z", undefined],
  [
    ...["at noon", { from: "12:00", to: "13:30" }, "Europe/Berlin"],
    ...["2026-12-01T11:15:00Z", "2026-12-01T12:30:00Z"],
  ] as const,
  // The night of March 29 has an hour less, that of October 25 one more.
  [
    "when clocks go forward",
    night,
    "Europe/Berlin",
    "2026-03-28T21:30:00Z",
    "2026-03-29T05:00:00Z",
  ],
  ["when clocks go back", night, "Europe/Berlin", "2026-10-24T20:30:00Z", "2026-10-25T06:00:00Z"],
  [
    ...["that end in the hour that is skipped", { from: "22:00", to: "02:30" }, "Europe/Berlin"],
    ...["2026-03-29T00:59:00Z", "2026-03-29T01:00:00Z"],
  ] as const,
  [
    ...["that end in the hour that comes twice", { from: "22:00", to: "02:30" }, "Europe/Berlin"],
    ...["2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z"],
  ] as const,
  // They ended at the first 02:30, and do not begin again when it is 02:15 once more.
  [
    "in its second half hour",
    { from: "22:00", to: "02:30" },
    "Europe/Berlin",
    "2026-10-25T01:15:00Z",
    undefined,
  ],
])("quiet hours %s", (_, quietHours, timeZone, now, until) => {
  const untilMs = quietUntilMs(quietHours, timeZone, Date.parse(now));
  expect(untilMs).toBe(until && Date.parse(until));
});

test("a change leaves what it does not name, and null has the default again", () => {
  const before = { kinds: { alert: false }, language: "de", quietHours: night } as const;
  expect(changedPreferences(before, { kinds: { report: true }, language: null })).toEqual({
    ...{ kinds: { alert: false, report: true }, quietHours: night },
  });
  expect(changedPreferences(before, {})).toEqual(before);
});

test("quiet hours end at another time than they begin", () => {
  const sent = (to: string) => PreferencesChange.safeParse({ quietHours: { from: "22:00", to } });
  expect([sent("07:00").success, sent("22:00").success, sent("7").success]).toEqual([
    ...[true, false, false],
  ]);
});
