import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Poller } from "../../../web/embed/poller.ts";
import type { Reading } from "../../../web/embed/reading.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const view = { name: "Gate", count: 1, goalTarget: null, updatedAt: "" };
const seen: Reading = { outcome: "seen", view, clock: { serviceMs: 0, hereMs: 0 } };

function poller(answer: () => Promise<Reading>) {
  const signals: AbortSignal[] = [];
  const heard: [string, number][] = [];
  const made = new Poller({
    read(signal) {
      signals.push(signal);
      return answer();
    },
    onReading: ({ outcome }, failures) => heard.push([outcome, failures]),
    chance: () => 1,
  });
  return { made, signals, heard };
}

test("it looks at once, and again when the wait is over", async () => {
  const { made, heard } = poller(async () => seen);
  made.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(heard).toHaveLength(4);
});

test("paused it asks for nothing, for however long; running again it looks at once", async () => {
  const { made, signals } = poller(async () => seen);
  made.run();
  await vi.advanceTimersByTimeAsync(0);
  made.pause();
  await vi.advanceTimersByTimeAsync(10 * 3_600_000);
  expect(signals).toHaveLength(1);
  made.run();
  made.run();
  expect(signals).toHaveLength(2);
});

test("a pause ends the look on its way, whose answer is not heard", async () => {
  let answer = (_: Reading) => {};
  const { made, signals, heard } = poller(() => new Promise((resolve) => (answer = resolve)));
  made.run();
  made.pause();
  answer(seen);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([signals[0]?.aborted, heard, signals.length]).toEqual([true, [], 1]);
});

test("failures are counted until something is seen, and the network's return ends the wait", async () => {
  const { made, heard } = poller(async () => ({ outcome: "failed" }));
  made.run();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(heard).toEqual([
    ["failed", 1],
    ["failed", 2],
    ["failed", 3],
  ]);
  made.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.at(-1)).toEqual(["failed", 4]);
});
