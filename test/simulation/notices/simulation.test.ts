import { expect, test } from "vitest";
import { defects } from "./defects.ts";
import { simulateNotices } from "./simulation.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("in simulated worlds everything is told, once more only after a crash, never more than 20 times an hour, and not in quiet hours", async () => {
  const sums: Record<string, number> = {};
  for (const seed of seeds(200)) {
    const { broken, ...counts } = await simulateNotices(seed);
    expect(broken, `npm run simulate -- --only notices --seed ${seed}`).toEqual([]);
    for (const [what, count] of Object.entries(counts)) sums[what] = (sums[what] ?? 0) + count;
  }
  // A world in which nothing goes wrong would prove nothing.
  for (const what of ["crashes", "refusals", "unsure", "grouped"]) {
    expect(sums[what], what).toBeGreaterThan(200);
  }
}, 120_000);

test("one seed always has the same result", async () => {
  expect(await simulateNotices(113)).toEqual(await simulateNotices(113));
});

test.each(Object.entries(defects))(
  "finds the defect within 200 seeds: %s",
  async (_, sabotage) => {
    for (const seed of seeds(200)) {
      if ((await simulateNotices(seed, { sabotage })).broken.length > 0) return;
    }
    expect.fail("no seed showed it");
  },
  60_000,
);
