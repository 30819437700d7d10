import { describe, expect, test } from "vitest";
import { capacityInForce, rearmLevel, thresholdOf } from "../../../core/alerts/threshold.ts";

const most = Number.MAX_SAFE_INTEGER;
const atCapacity = { kind: "at_capacity" as const, percent: null, at: null };
const percentRule = (percent: number) => ({ kind: "percent" as const, percent, at: null });
const absolute = (at: number) => ({ kind: "absolute" as const, percent: null, at });

describe("the threshold of kind at_capacity is the smallest whole count that reaches it", () => {
  test.each([
    [0, 0],
    [1, 1],
    [100, 100],
    [12.5, 13],
    [0.000_000_000_001, 1],
    [99.999_999_999_999, 100],
    [-0.5, 0],
    [-7, -7],
    [-7.5, -7],
    [most, most],
    [-most, -most],
  ])("capacity %d: %d", (capacity, threshold) => {
    expect(thresholdOf(atCapacity, capacity)).toBe(threshold);
  });
});

describe("the threshold of kind percent is the smallest whole count of at least that percentage", () => {
  test.each([
    [50, 12.5, 7],
    [40, 12.5, 5],
    [100, 12.5, 13],
    [10, 0.1, 1],
    [50, 0.000_000_000_001, 1],
    [100, most, most],
    [1, most, 90_071_992_547_410],
    [50, most, 4_503_599_627_370_496],
    [99, most, 8_917_127_262_193_582],
  ])("%d percent of %d: %d", (percent, capacity, threshold) => {
    expect(thresholdOf(percentRule(percent), capacity)).toBe(threshold);
  });

  // In floating point, 0.07 * 100 is a little more than 7, and 0.57 * 100 a little less than 57.
  test("of every whole capacity up to 300, it is the first count that reaches the percentage", () => {
    const wrong: string[] = [];
    for (let capacity = 0; capacity <= 300; capacity += 1) {
      for (let percent = 1; percent <= 100; percent += 1) {
        const threshold = thresholdOf(percentRule(percent), capacity) ?? Number.NaN;
        const reaches = (count: number) => count * 100 >= percent * capacity;
        if (!reaches(threshold) || reaches(threshold - 1))
          wrong.push(`${percent} % of ${capacity}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test.each([0, 1, -5, most, -most])("kind absolute fires at %d, whatever the capacity", (at) => {
  expect(thresholdOf(absolute(at), null)).toBe(at);
  expect(thresholdOf(absolute(at), 12.5)).toBe(at);
});

test.each([
  ["at_capacity without a capacity", atCapacity, null],
  ["percent without a capacity", percentRule(80), null],
  ["percent of a negative goal", percentRule(80), -1],
  ["percent of a goal just below zero", percentRule(80), -0.000_000_000_001],
])("%s has no threshold", (_, rule, capacity) => {
  expect(thresholdOf(rule, capacity)).toBeUndefined();
});

test.each([
  [null, null, null],
  [null, 12.5, 12.5],
  [500, null, 500],
  [500, 12.5, 500],
  [0, 12.5, 0],
])("an own capacity of %s beside a target's of %s: %s is in force", (own, target, inForce) => {
  expect(capacityInForce({ capacity: own }, target)).toBe(inForce);
});

test.each([
  [null, 100, 100],
  [80, 100, 80],
  [80, 50, 50],
  [0, 5, 0],
  [-3, 0, -3],
])("with rearm-below %s and threshold %d, a count below %d arms again", (rearmBelow, at, level) => {
  expect(rearmLevel({ rearmBelow }, at)).toBe(level);
});
