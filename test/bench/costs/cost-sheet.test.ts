import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withCostSheet } from "../../../bench/costs/cost-page.ts";
import { costSheet } from "../../../bench/costs/cost-sheet.ts";
import { customers } from "../../../bench/costs/customers.ts";
import { measuredOf } from "../../../bench/costs/measured.ts";
import { monthOf } from "../../../bench/costs/month.ts";
import { unitBills } from "../../../bench/costs/unit-bills.ts";

const costs = readFileSync("docs/operators/costs.md", "utf8");
const performance = readFileSync("docs/operators/performance.md", "utf8");

test("the page of costs has the sheet that follows from measured counts and prices", () => {
  // Otherwise run `npm run bench -- cost-sheet`.
  expect(withCostSheet(costs, performance)).toBe(costs);
});

test("another measured price of a delivery is another price of a million and of a month", () => {
  const cheaper = performance.replace(
    /^(\| first try, batches of [\d.]+: a million deliveries \|) \$[\d.]+ \|/gm,
    "$1 $$1.00 |",
  );
  expect(costSheet(cheaper)).toContain("one in an invocation | 1.00 |");
  const webhooksOf = (page: string) => {
    const measured = measuredOf(page);
    return customers.map((each) => monthOf(each, unitBills(measured), measured).webhooks);
  };
  const deliveries = customers.map(({ taps, endpoints }) => taps * endpoints);
  expect(webhooksOf(cheaper)).toEqual(deliveries.map((count) => expect.closeTo(count / 1e6)));
  expect(webhooksOf(performance)).not.toEqual(webhooksOf(cheaper));
});

test("a figure that is no longer measured is an error, not a cheaper customer", () => {
  for (const figure of ["get", "list of 10", "a gate: a look at the number"]) {
    const without = performance.replace(`| ${figure} |`, "| something else |");
    expect(() => costSheet(without)).toThrow(figure);
  }
  expect(() => costSheet(performance.replaceAll("first try, batches", "batches"))).toThrow(
    "first try",
  );
});

test.each([
  ["api-keys 1 WCU + counters 1 RCU", { written: 1, read: 1 }],
  ["7 WCU + 2 RCU: count-events 2 WCU + counters 1 RCU", { written: 7, read: 2 }],
  ["103 WCU + 2 RCU; 4.1 WCU a tap", { written: 103, read: 2 }],
  ["2 WCU + 662.5 RCU in 3 Query", { written: 2, read: 662.5 }],
  ["0 (no call)", { written: 0, read: 0 }],
])("units of %s", (text, units) => {
  expect(measuredOf(`| a figure | ${text} | | \`part\` |`).units("a figure")).toEqual(units);
});

test("numbers are read with their separators", () => {
  const { numbers } = measuredOf("| polls | 2,011,041 / 3,391.5 requests | |");
  expect(numbers("polls")).toEqual([2_011_041, 3_391.5]);
});
