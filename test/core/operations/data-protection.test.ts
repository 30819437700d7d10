import { expect, test } from "vitest";
import {
  judgeProtection,
  judgeUserPool,
  type ProtectionFacts,
  type UserPoolState,
} from "../../../core/operations/data-protection.ts";

const table = { name: "Counters", deletionProtection: true, pointInTimeRecovery: true };
const facts: ProtectionFacts = {
  keepsData: true,
  terminationProtection: true,
  tables: [table],
};
const open = { ...table, deletionProtection: false, pointInTimeRecovery: false };

test.each<[string, Partial<ProtectionFacts>, string[]]>([
  ["protected", {}, ["fine"]],
  ["open, and ephemeral", { keepsData: false, tables: [open] }, ["fine"]],
  [
    "open in all ways",
    { terminationProtection: false, tables: [open] },
    ["critical", "warning", "warning"],
  ],
])("data that are %s", (_case, changed, severities) => {
  const findings = judgeProtection({ ...facts, ...changed });
  expect(findings.map(({ severity }) => severity)).toEqual(severities);
});

test.each<[UserPoolState, keepsData: boolean, severity: string]>([
  ["protected", true, "fine"],
  ["none", true, "fine"],
  ["deletable", true, "warning"],
  ["deletable", false, "fine"],
  ["gone", true, "critical"],
  ["gone", false, "critical"],
])("a user pool that is %s in a stack that keeps its data (%s) is %s", (pool, keeps, severity) => {
  expect(judgeUserPool(pool, keeps)).toMatchObject([{ severity }]);
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
