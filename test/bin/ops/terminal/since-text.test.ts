import { expect, test } from "vitest";
import { SinceText } from "../../../../bin/ops/terminal/since-text.ts";

const nowMs = Date.parse("2026-01-23T10:00:00Z");

test.each([
  ["30m", "2026-01-23T09:30:00.000Z"],
  ["2026-01-21", "2026-01-21T00:00:00.000Z"],
  ["2026-01-21T10:00:00+02:00", "2026-01-21T08:00:00.000Z"],
  ["999999d", "2000-01-01T00:00:00.000Z"],
  ["2000-01-01T05:00:00+05:00", "2000-01-01T00:00:00.000Z"],
])("%s is %s, which can be given again", (text, expected) => {
  const since = new Date(SinceText.parse(text)(nowMs)).toISOString();
  expect(since).toBe(expected);
  expect(SinceText.parse(since)(nowMs)).toBe(Date.parse(since));
});

test.each([...["yesterday", "2h30m", "2030-13-01", "2026-02-30", "2026-02-03T10:00:00", ""]])(
  "%j is no time, or does not say its zone",
  (text) => {
    expect(SinceText.safeParse(text).error?.issues[0]?.message).toContain("must be a time");
  },
);
