import { expect, test } from "vitest";
import { defects, reportDefects } from "./defects.ts";
import { simulateReports } from "./reports.ts";
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

test("in simulated worlds each report is sent, once more only after a crash, from seven on Monday on and not in quiet hours", async () => {
  let [reports, unsure] = [0, 0];
  for (const seed of seeds(60)) {
    const { broken, ...counts } = await simulateReports(seed);
    expect(broken, `npm run simulate -- --only notices --seed ${seed}`).toEqual([]);
    reports += counts.reports;
    unsure += counts.unsureReports;
  }
  expect(reports).toBeGreaterThan(180);
  expect(unsure).toBeGreaterThan(5);
}, 120_000);

const planted = [
  ...Object.entries(defects).map((defect) => ["alerts", ...defect, simulateNotices] as const),
  ...Object.entries(reportDefects).map(
    (defect) => ["reports", ...defect, simulateReports] as const,
  ),
];

test.each(planted)(
  "finds the defect of %s within 200 seeds: %s",
  async (_of, _what, sabotage, simulate) => {
    for (const seed of seeds(200)) {
      if ((await simulate(seed, { sabotage })).broken.length > 0) return;
    }
    expect.fail("no seed showed it");
  },
  60_000,
);
