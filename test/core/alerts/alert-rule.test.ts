import { describe, expect, test } from "vitest";
import {
  bareRule,
  changeRule,
  checkRule,
  type RuleChange,
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

const refused = (rule: Parameters<typeof ruleOf>, capacity: number | null = 100) => {
  const checked = checkRule(ruleOf(...rule), capacity);
  return "refusal" in checked ? checked.refusal : undefined;
};

test.each([
  ["percent without --percent", refused(["percent"]), "percent_missing"],
  ["absolute without --at", refused(["absolute"]), "at_missing"],
  ["at_capacity with --percent", refused(["at_capacity", { percent: 80 }]), "percent_unused"],
  ["at_capacity with --at", refused(["at_capacity", { at: 8 }]), "at_unused"],
  ["percent with --at", refused(["percent", { percent: 8, at: 8 }]), "at_unused"],
  ["absolute with --percent", refused(["absolute", { percent: 8, at: 8 }]), "percent_unused"],
  ["at_capacity without a capacity", refused(["at_capacity"], null), "no_capacity"],
  ["percent without a capacity", refused(["percent", { percent: 8 }], null), "no_capacity"],
])("a rule is refused: %s", (_, refusal, reason) => {
  expect(refusal?.reason).toBe(reason);
});

test("a refused rule says which kind, capacity or threshold it is about", () => {
  const rearmed = refused(["percent", { percent: 80, rearmBelow: 81 }]);
  expect(refused(["percent"])).toEqual({ reason: "percent_missing", kind: "percent" });
  expect(rearmed).toEqual({ reason: "rearm_above_threshold", threshold: 80 });
  const negative = refused(["percent", { percent: 8 }], -0.5);
  expect(negative).toEqual({ reason: "negative_capacity", capacity: -0.5 });
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

  test("keeps a 0 as a 0", () => {
    const zero = { capacity: 0, rearmBelow: 0 };
    expect(changeRule(percent, zero)).toEqual({ ...percent, ...zero });
  });

  test("to another kind drops the percentage, and keeps capacity and rearm-below", () => {
    const absolute = { kind: "absolute", percent: null, at: 450, capacity: 500, rearmBelow: 300 };
    expect(changeRule(percent, { kind: "absolute", at: 450 })).toEqual(absolute);
  });

  test("to the same kind keeps the percentage", () => {
    expect(changeRule(percent, { kind: "percent" })).toEqual(percent);
  });
});
