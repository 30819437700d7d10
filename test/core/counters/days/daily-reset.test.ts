import { describe, expect, test } from "vitest";
import { causeOf } from "../../../../core/counters/count-event.ts";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { dailyReset, levelIfIdle } from "../../../../core/counters/days/daily-reset.ts";

const start = "2026-11-24T03:00:00.000Z";
const before = "2026-11-24T02:59:59.999Z";
const day = { date: "2026-11-24", startMs: Date.parse(start) };
const key = { organizationId: "org_1", counterId: "ctr_1" };

function counterWith(fields: Partial<StoredCounter>): StoredCounter {
  const setup = { name: "Gate", resetDaily: true };
  return { ...newCounter(setup, key, Date.parse("2026-11-01T00:00:00Z")), ...fields };
}

/** Of a reset that comes 90 s late. */
function resetOf(counter: StoredCounter, levelAtStart = 40) {
  const reset = dailyReset(counter, { day, levelAtStart, nowMs: day.startMs + 90_000 });
  return reset.result === "reset" ? reset : undefined;
}

describe("the number with which a day starts", () => {
  test.each<[string, Partial<StoredCounter>, number, number | undefined]>([
    ["is 0, on time", { count: 40 }, 40, 0],
    ["is the one that was set, on time", { count: 40, resetTo: 7 }, 40, 7],
    ["can be below 0", { count: 40, resetTo: -7 }, 40, -7],
    ["keeps what was counted since, late", { count: 43 }, 40, 3],
    ["keeps what was counted down since, late", { count: 38, resetTo: 7 }, 40, 5],
    ["is no change where the day began with it", { count: 9, resetTo: 7 }, 7, undefined],
    ["comes however the counter is locked or restricted", { count: 4, locked: true }, 4, 0],
    ["comes a day after the last one", { count: 40, lastDailyReset: "2026-11-23" }, 40, 0],
    ["comes days after the last one", { count: 40, lastDailyReset: "2026-10-31" }, 40, 0],
    ["comes once a day", { count: 40, lastDailyReset: "2026-11-24" }, 40, undefined],
    // A zone further east had this date already.
    ["comes for no earlier date again", { count: 40, lastDailyReset: "2026-11-25" }, 40, undefined],
    ["never comes where it is switched off", { count: 40, resetDaily: false }, 40, undefined],
    ["never comes to an archived counter", { count: 40, archivedAt: before }, 40, undefined],
    ["leaves a number alone that was set at the start", { lastAdjustedAt: start }, 40, undefined],
    ["does not mind a number that was set before", { count: 40, lastAdjustedAt: before }, 40, 0],
    ["waits for a day after it was switched on", { dailyResetSince: start }, 40, undefined],
    ["comes to one that was switched on before", { count: 40, dailyResetSince: before }, 40, 0],
  ])("%s", (_, fields, levelAtStart, to) => {
    expect(resetOf(counterWith(fields), levelAtStart)?.counter.count).toBe(to);
  });
});

test.each([
  [undefined, 40],
  [before, 40],
  [start, undefined],
])("after a last count at %s, the level at the start is %s", (lastCountAt, level) => {
  const counted = lastCountAt === undefined ? {} : { lastCountAt };
  expect(levelIfIdle(counterWith({ count: 40, ...counted }), day)).toBe(level);
});

test("the event says what the number became and of which day; people have counted nothing", () => {
  const counter = counterWith({ count: 43, ups: 50n, downs: 7n, mode: "increment-only" });
  const started = resetOf(counter);
  expect(started?.event).toMatchObject({
    eventType: "decrement",
    ...{ previousCount: 43, count: 3, delta: -40 },
    metadata: { adjustment: { to: 3, day: "2026-11-24" } },
    createdAt: "2026-11-24T03:01:30.000Z",
  });
  expect(causeOf(started?.event ?? { metadata: null })).toBe("adjustment");
  expect(started?.counter).toMatchObject({
    ...{ count: 3, lastDailyReset: "2026-11-24", version: 2, lastEventId: 1 },
    ...{ ups: 50n, downs: 7n, adjusted: -40n },
  });
});

test.each([
  ["a number", { count: 43 }, 40],
  ["a delta", { count: -43 }, -40],
])("%s that an event cannot hold leaves the counter as it is", (_, fields, levelAtStart) => {
  const counter = counterWith({ ...fields, resetTo: Number.MAX_SAFE_INTEGER });
  const reset = dailyReset(counter, { day, levelAtStart, nowMs: day.startMs });
  expect(reset).toEqual({ result: "out_of_range" });
});

test.each([
  ["of the day before", -1, {}],
  ["since the day started", 1, { peak: 45n - 40n }],
])("a peak %s goes on without the level that was taken away", (_, afterMs, left) => {
  const peakAt = new Date(day.startMs + afterMs).toISOString();
  const lastCountAt = new Date(day.startMs + 1).toISOString();
  const counter = counterWith({ count: 42, lastCountAt, peak: 45n, peakAt });
  const { peak } = resetOf(counter)?.counter ?? {};
  expect({ ...(peak !== undefined && { peak }) }).toEqual(left);
});
