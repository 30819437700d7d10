import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TodayView } from "../../api/private/charts.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import type { Reply } from "../../web/browser/request.ts";
import type { CounterPanel } from "../../web/count/counter-panel.ts";
import { LiveCount } from "../../web/count/live-count.ts";
import { en } from "../../web/count/messages/en.ts";
import { TodayPanel } from "../../web/count/today.ts";
import { Poller } from "../../web/embed/poller.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A response takes so long. */
const tookMs = 300;
const responded = () => new Promise((resolve) => setTimeout(resolve, tookMs));

const answers = ["received", "failed", "refused"] as const;
type Answer = (typeof answers)[number];

/** What a page is told of its own requests: what it asked for, or why not. */
const replyOf = <Body>(answer: Answer, body: Body) =>
  ({
    received: { result: "ok", body, etag: null, tookMs },
    failed: { result: "failed" },
    refused: { result: "refused", status: 404, message: "", code: null, retryAfter: null },
  })[answer] as Reply<Body>;

interface Started {
  /** Tells it to ask now. */
  ask(): void;
  stop(): void;
  /** How often it asks in a minute of which it receives all: at least, and at most. */
  inMinute: [number, number];
}

/** Each asks again and again, and is answered by `answer`. */
const pollers: Record<string, (answer: () => Answer) => Started> = {
  "of embeds and screens"(answer) {
    const clock = { serviceMs: 0, hereMs: 0 };
    const counter = { name: "Gate", count: 1, goalTarget: null, updatedAt: "" };
    const poller = new Poller({
      async fetchCount() {
        const answered = answer();
        await responded();
        if (answered !== "received") return { result: answered === "failed" ? "failed" : "ended" };
        return { result: "received", counter, clock, ageMs: 0 };
      },
      onFetched() {},
      random: () => 1,
    });
    poller.run();
    return { ask: () => poller.pollNow(), stop: () => poller.pause(), inMinute: [26, 30] };
  },
  "of the counting page"(answer) {
    let isVisible = true;
    const live = new LiveCount({
      async fetchCount() {
        const answered = answer();
        await responded();
        return replyOf(answered, {} as CountView);
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
      inMinute: [26, 30],
    };
  },
  "of today on the counting page"(answer) {
    const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    vi.stubGlobal("document", page);
    const details = Object.assign(new EventTarget(), { open: false });
    const elements: Record<string, object> = { ".today": details, ".today-text": {} };
    const panel = { find: (selector: string) => elements[selector] };
    const today = { in: 1, out: 1, peak: null, peakAt: null } as unknown as TodayView;
    const fetchToday = async () => {
      const answered = answer();
      await responded();
      return replyOf(answered, today);
    };
    const wiring = { panel: panel as CounterPanel, fetchToday, messages: en, now: Date.now };
    const waiting = () => ({ up: 0, down: 0 });
    new TodayPanel({ ...wiring, waiting, step: () => 1 }).start();
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    return {
      ask: () => page.dispatchEvent(new Event("visibilitychange")),
      stop() {
        page.visibilityState = "hidden";
      },
      inMinute: [3, 4],
    };
  },
};

describe.each(Object.entries(pollers))("the poller %s", (_, start) => {
  test.each([
    ["while a request is under way", tookMs / 2],
    ["while it waits", 1_000],
  ])("that is told to ask again and again %s has one loop, which ends", async (_, atMs) => {
    let asked = 0;
    const { ask, stop, inMinute } = start(() => {
      asked += 1;
      return "received";
    });
    await vi.advanceTimersByTimeAsync(atMs);
    for (let told = 0; told < 20; told++) ask();
    await vi.advanceTimersByTimeAsync(tookMs);
    const before = asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked - before).toBeGreaterThanOrEqual(inMinute[0]);
    expect(asked - before).toBeLessThanOrEqual(inMinute[1]);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(answers)("asks on after answers of which each other one is %s", async (each) => {
    let asked = 0;
    const { stop } = start(() => (asked++ % 2 === 0 ? each : "received"));
    // What is not shared is asked for after ten minutes.
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toBeGreaterThan(8);
    stop();
    await vi.advanceTimersByTimeAsync(900_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
