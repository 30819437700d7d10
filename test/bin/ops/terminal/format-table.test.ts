import { expect, test } from "vitest";
import { formatRecord, formatTable } from "../../../../bin/ops/terminal/format-table.ts";

test("a field without a value is a dash, whether it is null or missing", () => {
  const things: { id: string; pausedAt?: string | null }[] = [
    { id: "a" },
    { id: "b", pausedAt: null },
    { id: "c", pausedAt: "2026" },
  ];
  expect(formatTable(things, ["id", "pausedAt"])).toEqual([
    ...["id  pausedAt", "a   –", "b   –", "c   2026"],
  ]);
  expect(formatRecord({ a: undefined, b: null })).toEqual(["a  –", "b  –"]);
});
