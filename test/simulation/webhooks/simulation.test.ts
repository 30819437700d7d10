import { expect, test } from "vitest";
import { defects } from "./defects.ts";
import { simulate } from "./simulation.ts";

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

// As many seeds as each defect below may need; `npm run simulate` takes more.
test("in 500 simulated worlds no delivery is lost, retried twice in parallel, sent early or sent twice without a cause", async () => {
  let crashes = 0;
  let posts = 0;
  let resent = 0;
  let sentNow = 0;
  let deadLetters = 0;
  let vanished = 0;
  let heldBack = 0;
  let unavailable = 0;
  for (const seed of seeds(500)) {
    const result = await simulate(seed);
    expect(result.broken, `npm run simulate -- --seed ${seed}`).toEqual([]);
    crashes += result.crashes;
    posts += result.posts;
    resent += result.resent;
    sentNow += result.sentNow;
    deadLetters += result.deadLetters;
    vanished += result.vanished;
    heldBack += result.heldBack;
    unavailable += result.unavailable;
  }
  // A world in which nothing goes wrong would prove nothing.
  expect(crashes).toBeGreaterThan(500);
  expect(posts).toBeGreaterThan(2_500);
  expect(resent).toBeGreaterThan(100);
  expect(sentNow).toBeGreaterThan(100);
  // Only after outages that last for hours.
  expect(deadLetters).toBeGreaterThan(30);
  expect(unavailable).toBeGreaterThan(2_000);
  expect(vanished).toBeGreaterThan(50);
  expect(heldBack).toBeGreaterThan(100);
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
