import { expect, test } from "vitest";
import { defects } from "./defects.ts";
import { simulate } from "./simulation.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

// As many seeds as each defect below may need; `npm run simulate` takes more.
test("in 500 simulated worlds no delivery is lost, retried twice in parallel, sent early or sent twice without a cause", async () => {
  const counts: Record<string, number>[] = [];
  for (const seed of seeds(500)) {
    const { broken, ...rest } = await simulate(seed);
    expect(broken, `npm run simulate -- --only webhooks --seed ${seed}`).toEqual([]);
    counts.push(rest);
  }
  const sum = (what: string) => counts.reduce((before, world) => before + (world[what] ?? 0), 0);
  // A world in which nothing goes wrong would prove nothing.
  expect(sum("crashes")).toBeGreaterThan(500);
  expect(sum("posts")).toBeGreaterThan(2_500);
  expect(sum("resent")).toBeGreaterThan(100);
  expect(sum("sentNow")).toBeGreaterThan(100);
  // Only after outages that last for hours.
  expect(sum("deadLetters")).toBeGreaterThan(30);
  expect(sum("unavailable")).toBeGreaterThan(2_000);
  expect(sum("vanished")).toBeGreaterThan(50);
  expect(sum("heldBack")).toBeGreaterThan(100);
}, 120_000);

test("a vanished schedule loses its delivery when no operator recovers it", async () => {
  for (const seed of seeds(100)) {
    const { broken } = await simulate(seed, { recovers: false });
    if (broken.some((what) => what.includes("came to rest as retry_scheduled"))) return;
  }
  expect.fail("no seed showed it");
}, 60_000);

test("with fewer receptions, an outage of an hour makes dead letters", async () => {
  for (const seed of seeds(100)) {
    const { broken } = await simulate(seed, { receives: 10 });
    if (broken.some((what) => what.includes("without an outage of more than 90 minutes"))) return;
  }
  expect.fail("no seed showed it");
}, 60_000);

test("one seed always has the same result", async () => {
  expect(await simulate(113)).toEqual(await simulate(113));
});

test.each(Object.entries(defects))(
  "finds the defect within 500 seeds: %s",
  async (_, defect) => {
    for (const seed of seeds(500))
      if ((await simulate(seed, { sabotage: defect })).broken.length > 0) return;
    expect.fail("no seed showed it");
  },
  60_000,
);
