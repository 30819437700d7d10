import { expect, test } from "vitest";
import { broughtUpToDate, type LaterCount } from "../../../../core/data/restore/counter-state.ts";

const counter = {
  ...{ organizationId: { S: "org_1" }, counterId: { S: "ctr_1" }, version: { N: "5" } },
  ...{ count: { N: "3" }, lastEventId: { N: "3" }, ups: { N: "9007199254740993" } },
};

function historyOf(counts: LaterCount[], settings = 0) {
  return {
    async *countsAfter() {
      yield* counts;
    },
    newestSettings: async () => settings,
  };
}

const later = (
  lastEventId: number,
  delta: number,
  { late = false, cause = "tap" }: Partial<Pick<LaterCount, "late" | "cause">> = {},
): LaterCount => ({
  ...{ lastEventId, delta: BigInt(delta), late, cause, count: lastEventId * 10 },
  createdAt: `2026-11-22T12:00:0${lastEventId}.000Z`,
});

test("without later counts it comes back as it was", async () => {
  const nothing = { set: {}, remove: [] };
  expect(await broughtUpToDate(historyOf([]), counter)).toEqual(nothing);
  expect(await broughtUpToDate(historyOf([], 5), counter)).toEqual(nothing);
});

test("a later change of settings raises its version above that change's", async () => {
  const { set } = await broughtUpToDate(historyOf([], 8), counter);
  expect(set).toEqual({ version: { N: "9" } });
});

test("later counts bring its count and its sums up to date, exactly", async () => {
  const counts = [later(6, -2, { late: true }), later(5, 4), later(4, 1)];
  const { set } = await broughtUpToDate(historyOf(counts, 7), counter);
  expect(set).toEqual({
    ...{ count: { N: "60" }, lastEventId: { N: "6" }, late: { N: "1" } },
    ...{ ups: { N: "9007199254740998" }, downs: { N: "2" } },
    ...{ lastCountAt: { S: later(6, 0).createdAt }, updatedAt: { S: later(6, 0).createdAt } },
    version: { N: "11" },
  });
});

test("numbers that were set later are in a sum of their own, and undos in that of their taps", async () => {
  const counts = [
    later(7, 9, { cause: "adjustment" }),
    later(6, -1, { cause: "undo" }),
    later(5, 4),
  ];
  const { set } = await broughtUpToDate(historyOf(counts), counter);
  const ups = BigInt(counter.ups.N) + 3n;
  expect(set).toMatchObject({
    ...{ ups: { N: `${ups}` }, downs: { N: "0" }, adjusted: { N: "9" } },
    lastAdjustedAt: { S: later(7, 0).createdAt },
  });
});

test("numbers that were set later can cancel out those that were set before", async () => {
  const counts = [later(6, 1), later(5, -9, { cause: "adjustment" })];
  const before = { ...counter, adjusted: { N: "9" } };
  const { set } = await broughtUpToDate(historyOf(counts), before);
  expect(set.adjusted).toEqual({ N: "0" });
});
