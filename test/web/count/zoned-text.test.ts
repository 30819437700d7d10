import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { timeParts, zonedText } from "../../../web/count/zoned-text.ts";

beforeEach(() => void vi.stubGlobal("document", { documentElement: { lang: "en" } }));
afterEach(() => void vi.unstubAllGlobals());

const fromMs = Date.parse("2026-11-21T12:30:00Z");
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;

test.each([
  ["another zone's, with its name", "Pacific/Kiritimati", { fromMs }, /^2:30.AM GMT\+14$/],
  [
    "a whole range in it",
    "Pacific/Kiritimati",
    { fromMs, toMs: fromMs + 3_600_000 },
    /^2:30.{3,5}3:30.AM GMT\+14$/,
  ],
  ["the device's, which it is", own, { fromMs }, /^\d+:\d\d.[AP]M$/],
  ["the device's, while no other is known", undefined, { fromMs }, /^\d+:\d\d.[AP]M$/],
])("a time on the counting page is %s", (_, timeZone, range, shown) => {
  expect(zonedText(range, timeParts, timeZone)).toMatch(shown);
});
