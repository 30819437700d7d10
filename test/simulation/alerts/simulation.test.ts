import { expect, test } from "vitest";
import { dayDefects } from "./counters/day-defects.ts";
import { countingDefects } from "./counters/defects.ts";
import { defects } from "./defects.ts";
import { simulateAlerts } from "./simulation.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

// As many seeds as each defect below may need; `npm run simulate` takes more.
test("in 200 simulated worlds the counts, firings and totals are those of the reference models", async () => {
  const counts: Record<string, number>[] = [];
  for (const seed of seeds(200)) {
    const { broken, ...rest } = await simulateAlerts(seed);
    expect(broken, `npm run simulate -- --only alerts --seed ${seed}`).toEqual([]);
    counts.push(rest);
  }
  const sum = (what: string) => counts.reduce((before, world) => before + (world[what] ?? 0), 0);
  // A world in which nothing happens would prove nothing.
  expect(sum("taps")).toBeGreaterThan(8_000);
  expect(sum("undos")).toBeGreaterThan(2_000);
  expect(sum("tombstones")).toBeGreaterThan(500);
  expect(sum("adjustments")).toBeGreaterThan(400);
  expect(sum("dayStarts")).toBeGreaterThan(200);
  expect(sum("applied")).toBeGreaterThan(2_000);
  expect(sum("firings")).toBeGreaterThan(400);
  expect(sum("crashes")).toBeGreaterThan(800);
  expect(sum("repeats")).toBeGreaterThan(400);
  expect(sum("throttles")).toBeGreaterThan(4_000);
  expect(sum("conflicts")).toBeGreaterThan(800);
  expect(sum("planChanges")).toBeGreaterThan(120);
  expect(sum("dispatched")).toBeGreaterThan(16_000);
}, 120_000);

test("one seed always has the same result", async () => {
  expect(await simulateAlerts(114)).toEqual(await simulateAlerts(114));
});

test.each(Object.entries({ ...defects, ...countingDefects, ...dayDefects }))(
  "finds the defect within 200 seeds: %s",
  async (_, defect) => {
    for (const seed of seeds(200))
      if ((await simulateAlerts(seed, defect)).broken.length > 0) return;
    expect.fail("no seed showed it");
  },
  60_000,
);
