import { expect, test } from "vitest";
import { counted, needsAttention, type Severity } from "../../../core/operations/finding.ts";

test.each<[number, string, string]>([
  [1, "table", "1 table"],
  [0, "table", "0 tables"],
  [2, "API key", "2 API keys"],
  [1_200, "delivery", "1,200 deliveries"],
  [2, "batch", "2 batches"],
])("%d of %s is written as %s", (count, noun, text) => {
  expect(counted(count, noun)).toBe(text);
});

test.each<[Severity, boolean]>([
  ["fine", false],
  ["skipped", false],
  ["unchecked", true],
  ["warning", true],
  ["critical", true],
])("what is %s needs attention: %s", (severity, needs) => {
  expect(needsAttention({ severity })).toBe(needs);
});
