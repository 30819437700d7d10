import { expect, test } from "vitest";
import { personReadLimit } from "../../core/rate-limits.ts";
import { personReadBudget, unitsPerWrite, writtenAtOnce } from "../../core/read-budget.ts";

/** An instance whose clock stands at `nowMs`; `written` is what it has counted in the table. */
function instance({ room = Number.POSITIVE_INFINITY, fails = false } = {}) {
  const written: number[] = [];
  const clock = { nowMs: 0 };
  const countReads = personReadBudget(
    async (limit, _personId, units) => {
      expect(limit).toBe(personReadLimit);
      if (fails) return undefined;
      const used = written.reduce((sum, each) => sum + each, 0);
      const result = used + units > room ? "limited" : "allowed";
      if (result === "allowed") written.push(units);
      return { result, remaining: 0, resetSeconds: 7 };
    },
    { now: () => clock.nowMs },
  );
  return { countReads, written, clock };
}

test("what is read is written a thousand units at a time, for each person apart", async () => {
  const { countReads, written } = instance();
  for (let request = 0; request < 25; request += 1) {
    expect(await countReads("per_1", 100)).toBeUndefined();
    expect(await countReads("per_2", 30)).toBeUndefined();
  }
  expect(written).toEqual([unitsPerWrite, unitsPerWrite]);
});

test("a large read is written before its work, with what was added up", async () => {
  const { countReads, written } = instance();
  await countReads("per_1", 30);
  await countReads("per_1", writtenAtOnce);
  expect(written).toEqual([30 + writtenAtOnce]);
});

test("who has read too much is refused until the minute ends, and nobody else", async () => {
  const { countReads, written, clock } = instance({ room: 2_000 });
  expect(await countReads("per_1", 1_500)).toBeUndefined();
  expect(await countReads("per_1", 1_000)).toEqual({ retrySeconds: 7 });
  // Without another write, even for what costs little.
  clock.nowMs = 6_999;
  expect(await countReads("per_1", 5)).toEqual({ retrySeconds: 1 });
  expect(await countReads("per_2", 5)).toBeUndefined();
  clock.nowMs = 7_000;
  expect(await countReads("per_1", 5)).toBeUndefined();
  expect(written).toEqual([1_500]);
});

test("a table that fails limits nobody", async () => {
  const { countReads } = instance({ fails: true });
  expect(await countReads("per_1", 5_000)).toBeUndefined();
});
