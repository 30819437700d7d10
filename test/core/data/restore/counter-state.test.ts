import { expect, test } from "vitest";
import { broughtUpToDate, type LaterCount } from "../../../../core/data/restore/counter-state.ts";
import type { StoredItem } from "../../../../core/data/stored-item.ts";

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

const nowMs = Date.parse("2026-11-22T12:30:00Z");
const upToDate = async (counts: LaterCount[], settings = 0, item: StoredItem = counter) =>
  (await broughtUpToDate(historyOf(counts, settings), item, nowMs)).set;

test("without later counts it comes back as it was, after the reserve", async () => {
  expect(await upToDate([])).toEqual({
    lastEventId: { N: String(nowMs) },
    version: { N: String(nowMs) },
    updatedAt: { S: "2026-11-22T12:30:00.000Z" },
  });
});

test("no number, version or time goes back, whatever the clock says", async () => {
  const future = {
    ...counter,
    lastEventId: { N: String(nowMs + 7) },
    version: { N: "9000000000000000" },
  };
  const at = "2026-11-22T13:00:00.000Z";
  expect(await upToDate([], 0, { ...future, updatedAt: { S: at } })).toMatchObject({
    ...{ lastEventId: { N: String(nowMs + 8) }, updatedAt: { S: at } },
    ...{ version: { N: "9000000000000001" } },
  });
});

test("a later change of settings raises its version above that change's", async () => {
  expect(await upToDate([], nowMs + 8)).toMatchObject({ version: { N: String(nowMs + 9) } });
});

test("later counts bring its count and its sums up to date, exactly", async () => {
  const counts = [later(6, -2, { late: true }), later(5, 4), later(4, 1)];
  const set = await upToDate(counts, 7);
  expect(set).toMatchObject({
    ...{ count: { N: "60" }, late: { N: "1" } },
    ...{ ups: { N: "9007199254740998" }, downs: { N: "2" } },
    ...{ lastCountAt: { S: later(6, 0).createdAt } },
  });
});

test("numbers that were set later are in a sum of their own, and undos in that of their taps", async () => {
  const counts = [
    later(7, 9, { cause: "adjustment" }),
    later(6, -1, { cause: "undo" }),
    later(5, 4),
  ];
  const set = await upToDate(counts);
  const ups = BigInt(counter.ups.N) + 3n;
  expect(set).toMatchObject({
    ...{ ups: { N: `${ups}` }, downs: { N: "0" }, adjusted: { N: "9" } },
    lastAdjustedAt: { S: later(7, 0).createdAt },
  });
});

test("numbers that were set later can cancel out those that were set before", async () => {
  const counts = [later(6, 1), later(5, -9, { cause: "adjustment" })];
  const set = await upToDate(counts, 0, { ...counter, adjusted: { N: "9" } });
  expect(set.adjusted).toEqual({ N: "0" });
});
