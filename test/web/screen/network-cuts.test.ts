import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CountTexts } from "../../../web/embed/count-texts.ts";
import type { FetchedCount } from "../../../web/embed/fetch-count.ts";
import { english } from "../../../web/embed/language.ts";
import { isReconnecting } from "../../../web/embed/poll-schedule.ts";
import { Poller } from "../../../web/embed/poller.ts";
import { type Moment, type News, newestOf, newsOf, staleMs } from "../../../web/screen/news.ts";
import { screenLooksOf } from "../../../web/screen/screen-looks.ts";
import { screenView } from "../../../web/screen/screen-view.ts";
import { runs } from "../../soak/runs.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const looks = screenLooksOf(new URLSearchParams());
const style = { looks, texts: new CountTexts(looks.language ?? english) };

const networks = ["works", "fails", "hangs", "replays"] as const;

/** Between two looks at the clock. */
const tickMs = 500;

const seeds = process.env.SEED ? [Number(process.env.SEED)] : [...Array(runs(100)).keys()];

// Replay one with: SEED=17 npx vitest run --project=pure test/web/screen/network-cuts.test.ts
test.each(seeds)(
  "with the network cuts of seed %i no number is older than it says",
  async (seed) => {
    const random = seeded(seed);
    const startMs = Date.now();
    // What is counted is seconds: each number was true during one.
    const truth = () => Math.floor((Date.now() - startMs) / 1_000);
    const wasTrueUntilMs = (count: number) => startMs + count * 1_000 + 999;
    // While the device sleeps, one of its clocks stops.
    let sleptMs = 0;
    const now = (): Moment => ({ monotonicMs: Date.now() - startMs - sleptMs, wallMs: Date.now() });
    let network: (typeof networks)[number] = "works";
    let sent = now();
    let news: News | undefined;
    let isCut = false;
    let last: FetchedCount = { result: "failed" };

    async function request(signal: AbortSignal): Promise<FetchedCount> {
      sent = now();
      await passed(random() * 900, signal);
      if (network === "hangs") await passed(3_000, signal);
      // A proxy that sends the last response again, and does not say its age.
      if (network === "replays") return last;
      if (network !== "works") return { result: "failed" };
      const ageMs = Math.floor(random() * 4) * 1_000;
      // A cache says its age in whole seconds, and a response its time.
      const madeMs = Math.max(startMs, Date.now() - ageMs - random() * 999);
      const count = Math.floor((madeMs - startMs) / 1_000);
      const dateMs = Math.floor(madeMs / 1_000) * 1_000;
      await passed(random() * 900, signal);
      const counter = { name: "Hall", count, goalTarget: null, capacity: 1e9, updatedAt: "" };
      const clock = { serviceMs: dateMs + ageMs, hereMs: 0 };
      last = { result: "received", counter, clock, ageMs };
      return last;
    }

    const poller = new Poller({
      fetchCount: request,
      onFetched(fetched, failures) {
        isCut = isReconnecting(failures);
        if (fetched.result !== "received") return;
        const { counter: count, ageMs, clock } = fetched;
        const heard = newsOf({ count, sent, ageMs, serviceMs: clock.serviceMs });
        news = newestOf(heard, news, now());
      },
      random,
    });
    poller.run();
    const states = new Set<string>();
    for (let elapsedMs = 0; elapsedMs < 15 * 60_000; elapsedMs += tickMs) {
      if (random() < 0.01) network = networks[Math.floor(random() * networks.length)] ?? "works";
      if (random() < 0.002) {
        const asleepMs = random() * 3 * 3_600_000;
        sleptMs += asleepMs;
        vi.setSystemTime(Date.now() + asleepMs);
      }
      const view = screenView({ news, isEnded: false, isCut, now: now() }, style);
      states.add(view.state);
      const shown = news?.count.count ?? truth();
      if (view.state === "live") {
        expect(Date.now() - wasTrueUntilMs(shown)).toBeLessThan(staleMs);
        expect(view.advice).not.toBeNull();
      }
      if (view.state === "stale") {
        expect(news?.serviceMs).toBeLessThanOrEqual(wasTrueUntilMs(shown));
        expect(view.advice).toBeNull();
      }
      await vi.advanceTimersByTimeAsync(tickMs);
    }
    poller.pause();
    expect(states).toContain("live");
  },
);

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
}

/** Numbers from 0 to 1 that look random; mulberry32. */
function seeded(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
