import { expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { dailyReset } from "../../../../core/counters/days/daily-reset.ts";
import {
  type AdjustmentRequest,
  adjustCounter,
  lastAdjustment,
} from "../../../../core/counters/settings/adjust-counter.ts";
import { countBy } from "../../../../core/counters/taps/tap.ts";
import { operator } from "../../audit/operator.ts";

const key = { organizationId: "org_1", counterId: "ctr_1" };

/** A counter that the next request adjusts. */
function counterAt(count: number) {
  const setup = { name: "North", resetDaily: true };
  let counter: StoredCounter = { ...newCounter(setup, key, 0), count };
  let nowMs = 0;
  const clock = { now: () => nowMs++, backOff: async () => {} };
  const adjust = async (request: Omit<AdjustmentRequest, "key">) => {
    const adjusted = await adjustCounter(
      {
        ...{ clock, randomBase62: (length) => "0".repeat(length) },
        adjustments: { adjust: async (_, decide) => decide(counter, undefined).result },
      },
      { key, ...request },
      operator,
    );
    if ("counter" in adjusted) counter = adjusted.counter;
    return adjusted;
  };
  const set = async (to: number) => {
    await adjust({ to });
    return { to: count, undoes: { setTo: to, adjustment: lastAdjustment(counter) } };
  };
  return {
    set,
    adjust,
    tap(delta: number) {
      counter = countBy(counter, { delta, metadata: null, nowMs: 0 })?.counter ?? counter;
    },
    beginDay() {
      const day = { date: "1970-01-02", startMs: 86_400_000 };
      const reset = dailyReset(counter, { day, levelAtStart: counter.count, nowMs: day.startMs });
      if (reset.result === "reset") counter = reset.counter;
    },
  };
}

test("an undo takes back what the adjustment changed, and nothing that was counted since", async () => {
  const { set, tap, adjust } = counterAt(100);
  const undo = await set(111);
  tap(5);
  expect(await adjust(undo)).toMatchObject({ result: "adjusted", counter: { count: 105 } });
});

test.each([
  ["set", 50],
  ["set twice, to the same number in the end", 111],
  ["reset at the start of a day", 0],
])(
  "an undo changes nothing once the counter was %s: the number is not its own any more",
  async (how, count) => {
    const { set, beginDay, adjust } = counterAt(100);
    const undo = await set(111);
    if (how === "reset at the start of a day") beginDay();
    else await set(50);
    if (count === 111) await set(111);
    expect(await adjust(undo)).toMatchObject({ result: "set_since", counter: { count } });
  },
);
