import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CountView } from "../../core/counting/count-view.ts";
import { LiveCount } from "../../web/count/live-count.ts";
import { Poller } from "../../web/embed/poller.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A response takes so long. */
const tookMs = 300;
const responded = () => new Promise((resolve) => setTimeout(resolve, tookMs));

/** Each asks again and again; `ask` is how it is told to, and `stop` what ends it. */
const pollers = {
  "of embeds and screens"(onAsked: () => void) {
    const clock = { serviceMs: 0, hereMs: 0 };
    const counter = { name: "Gate", count: 1, goalTarget: null, updatedAt: "" };
    const poller = new Poller({
      async fetchCount() {
        onAsked();
        await responded();
        return { result: "received", counter, clock, ageMs: 0 };
      },
      onFetched() {},
      random: () => 1,
    });
    poller.run();
    return { ask: () => poller.pollNow(), stop: () => poller.pause() };
  },
  "of the counting page"(onAsked: () => void) {
    let isVisible = true;
    const live = new LiveCount({
      async fetchCount() {
        onAsked();
        await responded();
        return { result: "ok", body: {} as CountView, etag: null, tookMs };
      },
      onView: async () => true,
      onReply() {},
      isVisible: () => isVisible,
      isCounting: () => false,
    });
    live.pollNow();
    return {
      ask: () => live.pollNow(),
      stop() {
        isVisible = false;
      },
    };
  },
};

describe.each(Object.entries(pollers))("the poller %s", (_, start) => {
  test.each([
    ["while a request is under way", tookMs / 2],
    ["while it waits", 1_000],
  ])("that is told to ask again and again %s has one loop, which ends", async (_, atMs) => {
    let asked = 0;
    const { ask, stop } = start(() => {
      asked += 1;
    });
    await vi.advanceTimersByTimeAsync(atMs);
    for (let told = 0; told < 20; told++) ask();
    await vi.advanceTimersByTimeAsync(tookMs);
    const before = asked;
    await vi.advanceTimersByTimeAsync(60_000);
    // One in two seconds and the time of its response.
    expect(asked - before).toBeGreaterThanOrEqual(26);
    expect(asked - before).toBeLessThanOrEqual(30);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
