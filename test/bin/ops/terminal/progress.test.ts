import { expect, test } from "vitest";
import { plural } from "../../../../bin/ops/terminal/output.ts";
import { secondsLeft } from "../../../../bin/ops/terminal/progress.ts";

const step = (done: number, elapsedMs: number) => ({ done, elapsedMs });

test.each([
  ["one a second, of which the first does not wait", step(2, 1_000), step(1, 0), 15, 13],
  ["after a long preparation", step(200, 5_000), step(100, 4_000), 300, 1],
  ["when nothing but the first step is known", step(10, 2_000), step(10, 2_000), 20, 2],
  ["of a run that is almost through", step(999, 1_000), step(1, 1), 1_000, 1],
])("the time that is left %s", (_, now, first, total, seconds) => {
  expect(secondsLeft(now, { total, first })).toBe(seconds);
});

test.each([
  [1, "delivery", "1 delivery"],
  [1_000, "delivery", "1,000 deliveries"],
  [0, "tap", "0 taps"],
])("%i of a %s is told as %j", (count, noun, text) => {
  expect(plural(count, noun)).toBe(text);
});
