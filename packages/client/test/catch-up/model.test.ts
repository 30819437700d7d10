import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mistakes } from "./mistakes.ts";
import { happenedIn, worlds } from "./world.ts";

// A failure prints its seed and path; `RUNS=1` and these two as parameters of fc.assert replay it.
const numRuns = Number(process.env.RUNS ?? (process.env.TIER === "soak" ? 10_000 : 1_000));

test("in random worlds every count is in the books once and in order, whatever is lost, repeated or killed", async () => {
  const totals = new Map<string, number>();
  const property = fc.asyncProperty(worlds, async (plan) => {
    const { broken, counts } = await happenedIn(plan);
    expect(broken).toEqual([]);
    for (const [what, count] of Object.entries(counts))
      totals.set(what, (totals.get(what) ?? 0) + count);
  });
  await fc.assert(property, { numRuns });
  for (const [what, total] of totals) expect(total, what).toBeGreaterThan(numRuns / 200);
}, 300_000);

test.each(Object.entries(mistakes))("the worlds find the mistake: %s", async (_, mistake) => {
  const property = fc.asyncProperty(worlds, async (plan) => {
    expect((await happenedIn(plan, mistake)).broken).toEqual([]);
  });
  const { failed } = await fc.check(property, { numRuns: 2_000, endOnFailure: true });
  expect(failed).toBe(true);
});
