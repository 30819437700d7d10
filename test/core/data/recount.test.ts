import { expect, test } from "vitest";
import {
  type NumberCorrection,
  type NumberStore,
  type NumberWrite,
  recountOrganization,
  wrongInRoster,
  wrongNumbers,
} from "../../../core/data/recount.ts";
import { operator } from "../audit/operator.ts";

const organizationId = "org_0123456789ABCDEFGHIJ";
const target = { kind: "organization", id: organizationId, name: "Museum" };

/** Recounts by this store alone. */
async function recount(store: NumberStore, id = organizationId) {
  const ports = {
    numberStores: [store],
    organizationName: async () => "Museum",
    clock: { now: () => 0, backOff: async () => {} },
    randomBase62: (length: number) => "0".repeat(length),
  };
  return await recountOrganization(ports, id, operator);
}

const counterCount = (before: number, after: number): NumberCorrection => ({
  ...{ item: "organization", id: organizationId, number: "counterCount", before, after },
});

/** Returns these reads, one after the other and then the last one, and keeps what is written. */
function storeOf(reads: Awaited<ReturnType<NumberStore["read"]>>[]) {
  const written: NumberWrite[] = [];
  const left = [...reads];
  const store: NumberStore = {
    maximumCorrections: 2,
    read: async () => (left.length > 1 ? left.shift() : left[0]),
    async write(write) {
      written.push(write);
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
  await recount(store);
  expect(written).toEqual([]);
});

test("two reads of different revisions are no proof", async () => {
  const wrong = [counterCount(5, 4)];
  const { store, written } = storeOf([{ revision: 3, wrong }, { revision: 4, wrong }, right]);
  await recount(store);
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
  expect(await recount(store)).toEqual({ result: "recounted", corrected: read.wrong });
  expect(written).toMatchObject([
    { organizationId, revision: 4, corrections: read.wrong.slice(0, 2) },
    { organizationId, revision: 5, corrections: read.wrong.slice(2) },
  ]);
});

test("each write has the one entry of the run, with what is corrected once it is written", async () => {
  const inCounter: NumberCorrection = {
    ...{ item: "counter", id: "ctr_1", number: "alertCount", before: 0, after: 1 },
  };
  const first = { revision: 4, wrong: [counterCount(5, 4), inCounter, inCounter] };
  const second = { revision: 6, wrong: [counterCount(6, 5)] };
  const { store, written } = storeOf([first, first, second, second, right]);
  await recount(store);
  const entries = written.map(({ audit }) => audit.entry);
  const own = { organizationId, action: "data.repair", target, key: entries[0]?.key };
  expect(entries).toMatchObject([
    { ...own, before: { counterCount: 5 }, after: { counterCount: 4, correctedCounters: 1 } },
    { ...own, before: { counterCount: 5 }, after: { counterCount: 4, correctedCounters: 2 } },
    { ...own, before: { counterCount: 5 }, after: { counterCount: 5, correctedCounters: 2 } },
  ]);
});

test.each(["typo", organizationId])("there is no organization %s", async (id) => {
  const { store } = storeOf([undefined]);
  expect(await recount(store, id)).toEqual({ result: "no_such_organization" });
});

test("what is wrong is named with its item, what agrees is not", () => {
  const organization = { id: organizationId };
  const record = { organization, counterCount: 3, groupCount: 1, alertCount: 2 };
  const counters = [
    { id: "ctr_1", alertCount: 0 },
    { id: "ctr_2", alertCount: 1 },
  ];
  const groups = [{ id: "grp_1", alertCount: 1 }];
  const found = { counters, groups, targets: ["ctr_1", "ctr_2"] };
  const alertCount = { number: "alertCount" } as const;
  expect(wrongNumbers(record, found)).toEqual([
    counterCount(3, 2),
    { item: "counter", id: "ctr_1", ...alertCount, before: 0, after: 1 },
    { item: "group", id: "grp_1", ...alertCount, before: 1, after: 0 },
  ]);
  const roster = { memberCount: 2, ownerCount: 2 };
  const members = [{ role: "owner" }, { role: "member" }];
  expect(wrongInRoster(organizationId, roster, members)).toEqual([
    { item: "roster", id: organizationId, number: "ownerCount", before: 2, after: 1 },
  ]);
});
