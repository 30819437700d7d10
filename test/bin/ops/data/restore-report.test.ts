import { expect, test } from "vitest";
import { differenceLines } from "../../../../bin/ops/data/restore-report.ts";

const row = {
  ...{ table: "Alerts", missing: 0, different: 0, same: 0, deleted: 0, expired: 0, unreadable: 0 },
  ...{ putBack: 0, replaced: 0, changedMeanwhile: 0, unlistedDifferences: 0 },
};

test("each difference has a line, up to 20 for a table, and the other items are counted", () => {
  const differences = Array.from({ length: 22 }, (_, index) => ({
    ...{ fields: ["state"], organizationId: `org_${index}`, items: 3, ids: ["alt_1", "alt_2"] },
  }));
  const lines = differenceLines({ ...row, differences, unlistedDifferences: 1_000 });
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe("  Alerts of org_0, state: alt_1, alt_2 and 1 more");
  expect(lines[20]).toBe(
    "  Alerts: 1,006 more items; --json lists more, --only lists one organization",
  );
});

test("what belongs to no organization is named by its table alone", () => {
  const difference = { fields: ["email"], organizationId: null, items: 1, ids: ["per_1"] };
  const table = { ...row, table: "People" };
  expect(differenceLines({ ...table, differences: [difference] })).toEqual([
    "  People, email: per_1",
  ]);
  expect(differenceLines({ ...table, differences: [], unlistedDifferences: 1 })).toEqual([
    "  People: 1 more item; see --only",
  ]);
});
