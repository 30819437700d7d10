import { expect, test } from "vitest";
import { keepNewest } from "../../core/keep-newest.ts";

test("above the most entries the one that was set longest ago goes, and no other", () => {
  const map = new Map<string, number>();
  keepNewest(map, ["a", 1], 2);
  keepNewest(map, ["b", 2], 2);
  // An entry that is there already takes nobody's place.
  keepNewest(map, ["a", 3], 2);
  expect([...map]).toEqual([
    ["b", 2],
    ["a", 3],
  ]);
  keepNewest(map, ["c", 4], 2);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});
