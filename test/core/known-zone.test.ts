import { expect, test } from "vitest";
import { knownZone, learnOffset } from "../../core/known-zone.ts";
import { offsetMs, shownAtMs } from "../../core/time-zone.ts";

test.each([
  ["Moon/Tranquility", 300, 300],
  ["Moon/Serenity", -480, -480],
  ["Moon/Crises", 0, 0],
  ["Moon/Clouds", 345, 345],
  ["Moon/Rains", -210, -210],
])(
  "a zone that is not known, %s, is at the offset that the service says: %i",
  (zone, minutes, ahead) => {
    learnOffset(zone, minutes);
    const at = Date.parse("2026-07-01T12:00:00Z");
    expect(offsetMs(zone, at)).toBe(ahead * 60_000);
    expect(shownAtMs("2026-07-01 12:00:00", zone)).toBe(at - ahead * 60_000);
  },
);

test("a zone that is known stays itself, whatever the service says", () => {
  learnOffset("Europe/Berlin", 60);
  expect(knownZone("Europe/Berlin")).toBe("Europe/Berlin");
});

test("the newest offset holds", () => {
  learnOffset("Moon/Ocean", 60);
  learnOffset("Moon/Ocean", 120);
  expect(offsetMs("Moon/Ocean", 0)).toBe(120 * 60_000);
});
