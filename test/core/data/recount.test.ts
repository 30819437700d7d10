import { expect, test } from "vitest";
import {
  type NumberCorrection,
  type NumberStore,
  recountOrganization,
  wrongInRoster,
  wrongNumbers,
} from "../../../core/data/recount.ts";
import { numberFacts, rosterFacts } from "../../../core/data/stored-numbers.ts";

const organizationId = "org_0123456789ABCDEFGHIJ";
const clock = { backOff: async () => {} };

const counterCount = (before: number, after: number): NumberCorrection => ({
  ...{ item: "organization", id: organizationId, number: "counterCount", before, after },
});

/** Returns these reads, one after the other and then the last one, and keeps what is written. */
function storeOf(reads: Awaited<ReturnType<NumberStore["read"]>>[]) {
  const written: [revision: number, corrections: NumberCorrection[]][] = [];
  const left = [...reads];
  const store: NumberStore = {
    maximumCorrections: 2,
    read: async () => (left.length > 1 ? left.shift() : left[0]),
    async write(_id, revision, corrections) {
      written.push([revision, corrections]);
      return "written";
    },
  };
  return { store, written };
}

const right = { revision: 4, wrong: [] };

test.each<[string, NumberCorrection[]]>([
  ["nothing", []],
  ["something else", [counterCount(5, 6)]],
])("what a second read does not find is not corrected: it finds %s", async (_, second) => {
  const first = { revision: 4, wrong: [counterCount(5, 4)] };
  const { store, written } = storeOf([first, { revision: 4, wrong: second }, right]);
  await recountOrganization({ numberStores: [store], clock }, organizationId, () => {});
  expect(written).toEqual([]);
});

test("two reads of different revisions are no proof", async () => {
  const wrong = [counterCount(5, 4)];
  const { store, written } = storeOf([{ revision: 3, wrong }, { revision: 4, wrong }, right]);
  await recountOrganization({ numberStores: [store], clock }, organizationId, () => {});
  expect(written).toEqual([]);
});

test("parts follow one another by the revision, which each raises", async () => {
  const alerts = ["ctr_1", "ctr_2"].map(
    (id): NumberCorrection => ({
      ...{ item: "counter", id, number: "alertCount", before: 0, after: 1 },
    }),
  );
  const read = { revision: 4, wrong: [counterCount(5, 4), ...alerts] };
  const { store, written } = storeOf([read, read, right]);
  const corrected: NumberCorrection[] = [];
  await recountOrganization({ numberStores: [store], clock }, organizationId, (more) =>
    corrected.push(...more),
  );
  expect(written).toEqual([
    [4, read.wrong.slice(0, 2)],
    [5, read.wrong.slice(2)],
  ]);
  expect(corrected).toEqual(read.wrong);
});

test.each(["typo", organizationId])("there is no organization %s", async (id) => {
  const { store } = storeOf([undefined]);
  expect(await recountOrganization({ numberStores: [store], clock }, id, () => {})).toBe(
    "no_such_organization",
  );
});

test("what is wrong is named with its item, what agrees is not", () => {
  const record = { counterCount: 3, groupCount: 1, alertCount: 2 };
  const counters = [
    { id: "ctr_1", alertCount: 0 },
    { id: "ctr_2", alertCount: 1 },
  ];
  const groups = [{ id: "grp_1", alertCount: 1 }];
  const facts = numberFacts(record, { counters, groups, targets: ["ctr_1", "ctr_2"] });
  const alertCount = { number: "alertCount" } as const;
  expect(wrongNumbers(organizationId, facts)).toEqual([
    counterCount(3, 2),
    { item: "counter", id: "ctr_1", ...alertCount, before: 0, after: 1 },
    { item: "group", id: "grp_1", ...alertCount, before: 1, after: 0 },
  ]);
  const roster = rosterFacts({ memberCount: 2, ownerCount: 2 }, [
    { role: "owner" },
    { role: "member" },
  ]);
  expect(wrongInRoster(organizationId, roster)).toEqual([
    { item: "roster", id: organizationId, number: "ownerCount", before: 2, after: 1 },
  ]);
});
