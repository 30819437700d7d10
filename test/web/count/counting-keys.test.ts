import { expect, test } from "vitest";
import { directionOfKey, isDirectionAllowed } from "../../../web/count/counting-keys.ts";

test.each([
  ["ArrowUp", "both", "up"],
  ["+", "both", "up"],
  ["=", "both", "up"],
  [" ", "both", "up"],
  ["PageUp", "both", "up"],
  ["ArrowDown", "both", "down"],
  ["-", "both", "down"],
  ["−", "both", "down"],
  ["PageDown", "both", "down"],
  ["Enter", "both", undefined],
  ["a", "both", undefined],
  ["ArrowDown", "increment-only", undefined],
  ["PageDown", "increment-only", "up"],
  [" ", "decrement-only", undefined],
  ["ArrowDown", "decrement-only", "down"],
  ["PageUp", "decrement-only", "down"],
] as const)("%j on a counter of mode %s counts %s", (key, mode, direction) => {
  expect(directionOfKey(key, mode)).toBe(direction);
});

test("a mode allows its own direction alone", () => {
  expect(isDirectionAllowed("up", "increment-only")).toBe(true);
  expect(isDirectionAllowed("down", "increment-only")).toBe(false);
  expect(isDirectionAllowed("up", "decrement-only")).toBe(false);
  expect(isDirectionAllowed("down", "both")).toBe(true);
});
