import { expect, test } from "vitest";
import { judgeProtection, type ProtectionFacts } from "../../../core/operations/data-protection.ts";

const table = { name: "Counters", deletionProtection: true, pointInTimeRecovery: true };
const facts: ProtectionFacts = {
  keepsData: true,
  terminationProtection: true,
  tables: [table],
  userPool: "protected",
};
const open = { ...table, deletionProtection: false, pointInTimeRecovery: false };

test.each<[string, Partial<ProtectionFacts>, string[]]>([
  ["protected", {}, ["fine"]],
  ["kept without a user pool", { userPool: "none" }, ["fine"]],
  ["open, and ephemeral", { keepsData: false, tables: [open], userPool: "deletable" }, ["fine"]],
  ["ephemeral, without its user pool", { keepsData: false, userPool: "gone" }, ["critical"]],
  ["kept, without its user pool", { userPool: "gone" }, ["critical"]],
  [
    "open in all ways",
    { terminationProtection: false, tables: [open], userPool: "deletable" },
    ["critical", "warning", "warning", "warning"],
  ],
  [
    "open, and of an older version",
    { keepsData: undefined, tables: [open] },
    ["critical", "warning"],
  ],
])("data that are %s", (_case, changed, severities) => {
  const findings = judgeProtection({ ...facts, ...changed });
  expect(findings.map(({ severity }) => severity)).toEqual(severities);
});

test("tables that can be deleted are named, not more than five", () => {
  const tables = ["A", "B", "C", "D", "E", "F", "G"].map((name) => ({
    ...table,
    name,
    deletionProtection: false,
  }));
  expect(judgeProtection({ ...facts, tables })).toMatchObject([
    { sentence: "7 of 7 tables (A, B, C, D, E and 2 more) can be deleted" },
  ]);
});
