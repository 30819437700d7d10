import { expect, test } from "vitest";
import {
  budgetedList,
  listUnitsPerSecond,
  longestListUnits,
  longListUnits,
  type TakeListUnits,
} from "../../../core/counters/list-budget.ts";

/** Instances of the function on one second of the table, which begins empty. */
function world(readUnits: number) {
  const taken: number[] = [];
  let reads = 0;
  const takeUnits: TakeListUnits = async (_organizationId, units) => {
    if (taken.reduce((sum, each) => sum + each, 0) >= listUnitsPerSecond) return "used_up";
    taken.push(units);
    return "taken";
  };
  const list = async () => {
    reads += 1;
    return { counters: [], readUnits };
  };
  return { taken, reads: () => reads, instance: () => budgetedList(list, takeUnits) };
}

test("short lists are never counted", async () => {
  const { taken, reads, instance } = world(longListUnits - 0.5);
  const list = instance();
  for (let request = 0; request < 200; request += 1) {
    expect(await list("org_1")).toMatchObject({ result: "listed" });
  }
  expect([taken, reads()]).toEqual([[], 200]);
});

test("three lists of 10,000 counters fit into a second, and what follows reads nothing", async () => {
  const { taken, reads, instance } = world(662);
  const list = instance();
  const results: string[] = [];
  for (let request = 0; request < 9; request += 1) results.push((await list("org_1")).result);
  expect(results.filter((result) => result === "listed")).toHaveLength(3);
  expect(results.lastIndexOf("listed")).toBe(2);
  expect([taken, reads()]).toEqual([[662, 662, 662], 3]);
});

test("an instance counts its first list of an organization after it was read", async () => {
  const { taken, instance } = world(662);
  for (const _of of [1, 2, 3, 4]) expect((await instance()("org_1")).result).toBe("listed");
  expect(taken).toEqual([662, 662, 662]);
});

test("an organization whose list became short is no longer counted", async () => {
  const sizes = [662, 5, 5];
  const taken: number[] = [];
  const list = budgetedList(
    async () => ({ counters: [], readUnits: sizes.shift() ?? 0 }),
    async (_organizationId, units) => {
      taken.push(units);
      return "taken";
    },
  );
  for (const _of of [1, 2, 3]) await list("org_1");
  expect(taken).toEqual([662, 662]);
});

test("while an instance's lists fail, as in a throttled partition, each counts as the longest", async () => {
  const taken: number[] = [];
  const failures = [true, true, false, false];
  let reads = 0;
  const list = budgetedList(
    async () => {
      reads += 1;
      if (failures.shift()) throw new Error("throttled");
      return { counters: [], readUnits: 5 };
    },
    async (_organizationId, units) => {
      taken.push(units);
      return "taken";
    },
  );
  for (const _of of [1, 2]) await expect(list("org_1")).rejects.toThrow("throttled");
  for (const _of of [3, 4]) expect(await list("org_1")).toMatchObject({ result: "listed" });
  expect([taken, reads]).toEqual([[longestListUnits, longestListUnits], 4]);
});

test("a list that was abandoned says nothing about the next one", async () => {
  const taken: number[] = [];
  const abandoned = AbortSignal.abort();
  const list = budgetedList(
    async (_organizationId, signal) => {
      signal?.throwIfAborted();
      return { counters: [], readUnits: 5 };
    },
    async (_organizationId, units) => {
      taken.push(units);
      return "taken";
    },
  );
  await expect(list("org_1", abandoned)).rejects.toThrow();
  await list("org_1");
  expect(taken).toEqual([]);
});
