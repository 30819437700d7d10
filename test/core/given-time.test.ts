import { expect, test } from "vitest";
import { DeviceTime, GivenDate, GivenTime } from "../../core/given-time.ts";

test.each([
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T00:00:00.1234567890Z", "2026-01-01T00:00:00.123Z"],
  ["2000-01-01T05:00:00+05:00", "2000-01-01T00:00:00.000Z"],
  ["2999-12-31T23:59:59.999Z", "2999-12-31T23:59:59.999Z"],
])("the time %s is written as %s, which is read as itself", (text, written) => {
  expect(GivenTime.parse(text)).toBe(written);
  expect(GivenTime.parse(written)).toBe(written);
});

test.each([
  "9999-12-31T23:59:59-05:00",
  "2999-12-31T23:59:59-05:00",
  "2000-01-01T00:00:00+05:00",
  "0050-01-01T00:00:00Z",
  "12026-01-01T00:00:00Z",
  "+012026-01-01T00:00:00.000Z",
  "-000001-01-01T00:00:00.000Z",
  "2026-02-29T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-06-30T23:59:60Z",
  "2026-01-01t00:00:00z",
  "2026-01-01T00:00:00",
  "12345",
  "",
])("the time %j is refused, with what was received", (text) => {
  const [issue] = GivenTime.safeParse(text).error?.issues ?? [];
  expect(issue?.message).toMatch(/^must be a date-time .* 2000 to 2999; received "/);
  expect(issue?.message).toContain(text);
});

test("a fraction of any length, and what is no text, are refused", () => {
  expect(GivenTime.safeParse(`2026-01-01T00:00:00.${"1".repeat(50)}Z`).success).toBe(false);
  expect(GivenTime.safeParse({ length: 3 }).error?.issues[0]?.message).toContain("received none");
});

test.each(["1999-12-31", "3000-01-01", "0000-01-01", "2026-02-29", "12026-01-01"])(
  "the date %s is refused",
  (date) => expect(GivenDate.safeParse(date).error?.message).toContain("2000 to 2999"),
);

test.each([
  ["1970-01-01T00:00:07Z", "2000-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59Z", "2999-12-31T23:59:59.999Z"],
  ["2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500Z"],
])("%s by a device's clock is taken as %s", (text, written) => {
  expect(DeviceTime.parse(text)).toBe(written);
});
