import { expect, test } from "vitest";
import { offsetMs, shownAtMs } from "../../core/time-zone.ts";
import { TimeZone } from "../../core/time-zone-name.ts";

const minutes = 60_000;
const weekMs = 7 * 24 * 60 * minutes;

test.each([
  ["UTC", "2026-07-01T00:00:00Z", 0],
  ["Europe/Berlin", "2026-01-01T00:00:00Z", 60],
  ["Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
  ["Europe/Berlin", "2026-03-29T01:00:00Z", 120],
  ["Asia/Kathmandu", "2026-07-01T12:34:56.789Z", 345],
  ["America/St_Johns", "2026-01-01T00:00:00Z", -210],
  ["Australia/Lord_Howe", "2026-01-01T00:00:00Z", 660],
  ["Australia/Lord_Howe", "2026-07-01T00:00:00Z", 630],
  ["Pacific/Apia", "2026-12-31T23:30:00Z", 780],
])("%s at %s is %i minutes ahead", (zone, at, ahead) => {
  expect(offsetMs(zone, Date.parse(at))).toBe(ahead * minutes);
});

test("every zone is on a quarter-hour of UTC, and changes its clocks on one", () => {
  const quarter = 15 * minutes;
  const from = Date.parse("2026-01-01T00:00:00Z");
  const zones = Intl.supportedValuesOf("timeZone");
  const wrong = zones.filter((zone) => {
    let before = offsetMs(zone, from);
    for (let week = 1; week <= 104; week += 1) {
      const [begin, end] = [from + (week - 1) * weekMs, from + week * weekMs];
      const after = offsetMs(zone, end);
      if (after % quarter !== 0) return true;
      if (before !== after && changeBetween(zone, begin, end) % quarter !== 0) return true;
      before = after;
    }
    return false;
  });
  expect(wrong).toEqual([]);
  expect(zones.length).toBeGreaterThan(300);
});

test.each([
  ["Europe/Berlin", "2026-07-01 14:30:00", "2026-07-01T12:30:00.000Z"],
  ["Asia/Kathmandu", "2026-11-22 00:15:30", "2026-11-21T18:30:30.000Z"],
  ["America/St_Johns", "2026-01-01 00:00:00", "2026-01-01T03:30:00.000Z"],
  ["Pacific/Kiritimati", "2026-01-01 00:00:00", "2025-12-31T10:00:00.000Z"],
  // Half an hour before its clocks jump, in the middle of what they skip, and as they have jumped.
  ["Europe/Berlin", "2026-03-29 01:30:00", "2026-03-29T00:30:00.000Z"],
  ["Europe/Berlin", "2026-03-29 02:30:00", "2026-03-29T01:30:00.000Z"],
  ["Europe/Berlin", "2026-03-29 03:00:00", "2026-03-29T01:00:00.000Z"],
  // What they show twice.
  ["Europe/Berlin", "2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z"],
  ["America/New_York", "2026-11-01 01:59:59", "2026-11-01T05:59:59.000Z"],
  ["America/New_York", "2026-11-01 02:00:00", "2026-11-01T07:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-04 02:15:00", "2026-10-03T15:45:00.000Z"],
])("the clocks of %s show %s at %s", (zone, shown, at) => {
  expect(new Date(shownAtMs(shown, zone)).toISOString()).toBe(at);
});

/** The first millisecond with the offset of the end. */
function changeBetween(zone: string, begin: number, end: number): number {
  const after = offsetMs(zone, end);
  let [low, high] = [begin, end];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle) === after) high = middle;
    else low = middle;
  }
  return high;
}

test.each([
  ["europe/berlin", "Europe/Berlin"],
  ["utc", "UTC"],
  ["Asia/Kathmandu", "Asia/Kathmandu"],
  ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
])("the name %s is taken as %s", (text, zone) => {
  expect(TimeZone.parse(text)).toBe(zone);
});

test.each([
  "",
  "Berlin",
  "+01:00",
  "Europe/Berlin ",
  "Europe/",
  "../etc",
  "x".repeat(200),
  "\u0000",
])("%j is refused", (text) => {
  const { error } = TimeZone.safeParse(text);
  expect(error?.issues[0]?.message).toMatch(/IANA name|<=100/);
});

test.each([
  ..."UTC Europe/Berlin Asia/Calcutta US/Eastern Etc/GMT+5 EST GB NZ-CHAT GMT+0"
    .split(" ")
    .map((name) => [name, true] as const),
  // Known to ICU only, as zones of other places than people mean.
  ..."BST IST CST PST ECT SystemV/EST5 US/Pacific-New Etc/Unknown +01:00"
    .split(" ")
    .map((name) => [name, false] as const),
])("%s is a name of the time zone database: %s", (name, isOne) => {
  expect(TimeZone.safeParse(name).success).toBe(isOne);
});
