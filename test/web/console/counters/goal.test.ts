import { expect, test } from "vitest";
import { goalProgress } from "../../../../core/embeds/format-count.ts";

test.each([
  [0, 500, { percent: 0, isReached: false }],
  [125, 500, { percent: 25, isReached: false }],
  [500, 500, { percent: 100, isReached: true }],
  [645, 500, { percent: 100, isReached: true }],
  [-10, 500, { percent: 0, isReached: false }],
  [-2, -5, { percent: 40, isReached: false }],
  [-6, -5, { percent: 100, isReached: true }],
  [20, -5, { percent: 0, isReached: false }],
  [20, 0, null],
])("at %i of %i the progress is %o", (count, goal, progress) => {
  expect(goalProgress(count, goal)).toEqual(progress);
});
