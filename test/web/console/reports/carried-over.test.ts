import { expect, test } from "vitest";
import { carriedOver, totalOf } from "../../../../web/console/reports/report-tables.tsx";

const sums = ["In", "Out", "Adjusted", "In, Oct"];
const day = { in: 166n, out: 73n, adjusted: -3n, level: 410 };

test("with what was carried over from the day before, a row with adjustments adds up", () => {
  const rows = [{ in: 0n, out: 0n, adjusted: 0n, level: null }, day];
  expect(carriedOver(rows, [...sums, "At end of day"])).toEqual(["", "", "", "", "320"]);
  // Of a sum no level is known.
  expect(carriedOver(rows, sums)).toBeUndefined();
});

test("a sum of all days does not stand beside what is compared with some of them", () => {
  const total = { in: 3_196n, out: 3_087n, adjusted: 0n, late: 0 };
  const side = { in: 2_184n, out: 2_100n, fromMs: 0, endMs: 1 };
  const totalWith = (isWhole: boolean) =>
    totalOf({ total, compared: { now: side, before: side, isWhole, has: [] } }, []);
  expect(totalWith(true)).toEqual(["3,196", "3,087", "2,184"]);
  expect(totalWith(false)).toEqual(["3,196", "3,087", ""]);
});
