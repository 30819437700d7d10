import { describe, expect, test } from "vitest";
import {
  bareRule,
  changeRule,
  checkRule,
  type RuleChange,
  type RuleRefusal,
} from "../../../core/alerts/alert-rule.ts";

const ruleOf = (kind: "at_capacity" | "percent" | "absolute", change: RuleChange = {}) =>
  changeRule(bareRule(kind), change);

describe("a rule is accepted with its threshold", () => {
  test.each([
    ["at_capacity, by the target's capacity", ruleOf("at_capacity"), 100, 100],
    ["at_capacity, by its own", ruleOf("at_capacity", { capacity: 0 }), 100, 0],
    ["percent of a fractional goal", ruleOf("percent", { percent: 50 }), 12.5, 7],
    ["absolute, without a capacity", ruleOf("absolute", { at: -5 }), null, -5],
    ["absolute, on a negative goal", ruleOf("absolute", { at: 5 }), -10, 5],
    ["at_capacity of a negative goal", ruleOf("at_capacity"), -10, -10],
    [
      "percent of an own capacity, on a negative goal",
      ruleOf("percent", { percent: 10, capacity: 50 }),
      -10,
      5,
    ],
    ["rearm-below at the threshold", ruleOf("absolute", { at: 5, rearmBelow: 5 }), null, 5],
    [
      "rearm-below far below it",
      ruleOf("absolute", { at: 5, rearmBelow: -(2 ** 53) + 1 }),
      null,
      5,
    ],
  ])("%s", (_, rule, capacity, threshold) => {
    expect(checkRule(rule, capacity)).toEqual({ threshold });
  });
});

describe("a rule is refused", () => {
  test.each<[string, ReturnType<typeof ruleOf>, number | null, RuleRefusal]>([
    [
      "percent without --percent",
      ruleOf("percent"),
      100,
      { reason: "percent_missing", kind: "percent" },
    ],
    ["absolute without --at", ruleOf("absolute"), 100, { reason: "at_missing", kind: "absolute" }],
    [
      "at_capacity with --percent",
      ruleOf("at_capacity", { percent: 80 }),
      100,
      { reason: "percent_unused", kind: "at_capacity" },
    ],
    [
      "at_capacity with --at",
      ruleOf("at_capacity", { at: 8 }),
      100,
      { reason: "at_unused", kind: "at_capacity" },
    ],
    [
      "percent with --at",
      ruleOf("percent", { percent: 8, at: 8 }),
      100,
      { reason: "at_unused", kind: "percent" },
    ],
    [
      "absolute with --percent",
      ruleOf("absolute", { percent: 8, at: 8 }),
      100,
      { reason: "percent_unused", kind: "absolute" },
    ],
    ["at_capacity without a capacity", ruleOf("at_capacity"), null, { reason: "no_capacity" }],
    [
      "percent without a capacity",
      ruleOf("percent", { percent: 8 }),
      null,
      { reason: "no_capacity" },
    ],
    [
      "percent of a negative goal",
      ruleOf("percent", { percent: 8 }),
      -0.5,
      { reason: "negative_capacity", capacity: -0.5 },
    ],
    [
      "rearm-below above the threshold",
      ruleOf("percent", { percent: 80, rearmBelow: 81 }),
      100,
      { reason: "rearm_above_threshold", threshold: 80 },
    ],
  ])("%s", (_, rule, capacity, refusal) => {
    expect(checkRule(rule, capacity)).toEqual({ refusal });
  });
});

describe("a change of a rule", () => {
  const percent = ruleOf("percent", { percent: 80, capacity: 500, rearmBelow: 300 });

  test("keeps what is not given", () => {
    expect(changeRule(percent, { percent: 90 })).toEqual({ ...percent, percent: 90 });
  });

  test("takes away what is null", () => {
    const bare = { ...percent, capacity: null, rearmBelow: null };
    expect(changeRule(percent, { capacity: null, rearmBelow: null })).toEqual(bare);
  });

  test("to another kind drops the percentage, and keeps capacity and rearm-below", () => {
    const absolute = { kind: "absolute", percent: null, at: 450, capacity: 500, rearmBelow: 300 };
    expect(changeRule(percent, { kind: "absolute", at: 450 })).toEqual(absolute);
  });

  test("to the same kind keeps the percentage", () => {
    expect(changeRule(percent, { kind: "percent" })).toEqual(percent);
  });
});
