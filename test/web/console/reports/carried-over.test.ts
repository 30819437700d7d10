import { expect, test } from "vitest";
import { carriedOver } from "../../../../web/console/reports/report-tables.tsx";

const sums = ["In", "Out", "Adjusted", "In, Oct"];
const day = { in: 166n, out: 73n, adjusted: -3n, level: 410 };

test("with what was carried over from the day before, a row with adjustments adds up", () => {
  const rows = [{ in: 0n, out: 0n, adjusted: 0n, level: null }, day];
  expect(carriedOver(rows, [...sums, "At end of day"])).toEqual(["", "", "", "", "320"]);
  // Of a sum no level is known.
  expect(carriedOver(rows, sums)).toBeUndefined();
});
