import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FetchedCount } from "../../../web/embed/fetch-count.ts";
import { Poller } from "../../../web/embed/poller.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counter = { name: "Gate", count: 1, goalTarget: null, updatedAt: "" };
const received: FetchedCount = {
  result: "received",
  counter,
  clock: { serviceMs: 0, hereMs: 0 },
  ageMs: 0,
};

function poller(respond: () => Promise<FetchedCount>) {
  const signals: AbortSignal[] = [];
  const heard: [string, number][] = [];
  const made = new Poller({
    fetchCount(signal) {
      signals.push(signal);
      return respond();
    },
    onFetched: ({ result }, failures) => heard.push([result, failures]),
    random: () => 1,
  });
  return { made, signals, heard };
}

test("it requests the count at once, and again when the wait is over", async () => {
  const { made, heard } = poller(async () => received);
  made.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(heard).toHaveLength(4);
});

test("paused it sends no request, for however long; running again it sends one at once", async () => {
  const { made, signals } = poller(async () => received);
  made.run();
  await vi.advanceTimersByTimeAsync(0);
  made.pause();
  await vi.advanceTimersByTimeAsync(10 * 3_600_000);
  expect(signals).toHaveLength(1);
  made.run();
  made.run();
  expect(signals).toHaveLength(2);
});

test("a pause aborts the current request, whose response is ignored", async () => {
  let respond = (_: FetchedCount) => {};
  const { made, signals, heard } = poller(() => new Promise((resolve) => (respond = resolve)));
  made.run();
  made.pause();
  respond(received);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([signals[0]?.aborted, heard, signals.length]).toEqual([true, [], 1]);
});

test("failures are counted until a count is received, and the network's return ends the wait", async () => {
  const { made, heard } = poller(async () => ({ result: "failed" }));
  made.run();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(heard).toEqual([
    ["failed", 1],
    ["failed", 2],
    ["failed", 3],
  ]);
  made.pollNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.at(-1)).toEqual(["failed", 4]);
});

test("a count that is received ends the count of failures", async () => {
  const responses: FetchedCount[] = [{ result: "failed" }, received, { result: "failed" }];
  const { made, heard } = poller(async () => responses.shift() ?? received);
  made.run();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(heard.slice(0, 3)).toEqual([
    ["failed", 1],
    ["received", 0],
    ["failed", 1],
  ]);
});
