import { expect, test } from "vitest";
import { plural, pluralWith } from "../../../../web/console/shell/plural.ts";

test.each<[count: number, things: string, sentence: string]>([
  [0, "0 counters", "0 counters stay"],
  [1, "1 counter", "1 counter stays"],
  [2, "2 counters", "2 counters stay"],
])("%d agrees with its noun and verb", (count, things, sentence) => {
  expect(plural(count, "counter")).toBe(things);
  expect(pluralWith(count, "counter", "stay")).toBe(sentence);
});
