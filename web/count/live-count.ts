import type { CountView } from "../../core/counting/count-view.ts";
import type { Reply } from "../browser/request.ts";

/** Between the beginnings of two requests: while a person counts, and while the page only shows. */
const countingEveryMs = 1_000;
const showingEveryMs = 2_000;
const refusedEveryMs = 10_000;
const longestRetryMs = 5_000;

export interface LiveCountWiring {
  fetchCount(etag: string | null): Promise<Reply<CountView>>;
  /** Returns false for a view that may not be shown yet: it is requested anew. */
  onView(view: CountView, tookMs: number): Promise<boolean>;
  /** After each request. */
  onReply(reply: Reply<CountView>): void;
  isVisible(): boolean;
  /** Whether a person is counting here. */
  isCounting(): boolean;
}

/** Asks for the number again and again while the page is visible; never twice at once. */
export class LiveCount {
  readonly #wiring: LiveCountWiring;
  #etag: string | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling = false;

  constructor(wiring: LiveCountWiring) {
    this.#wiring = wiring;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Asks at once, and keeps asking. A page that was hidden asks again only when this is called. */
  pollNow(): void {
    clearTimeout(this.#timer);
    if (!this.#polling) void this.#poll();
  }

  async #poll(): Promise<void> {
    const { fetchCount, onView, onReply, isVisible } = this.#wiring;
    this.#polling = true;
    const startedMs = performance.now();
    const reply = await fetchCount(this.#etag);
    if (reply.result === "ok") {
      this.#etag = (await onView(reply.body, reply.tookMs).catch(() => false)) ? reply.etag : null;
    }
    this.#failures = reply.result === "failed" ? this.#failures + 1 : 0;
    onReply(reply);
    this.#polling = false;
    if (!isVisible()) return;
    const leftMs = this.#pauseMs(reply.result) - (performance.now() - startedMs);
    this.#timer = setTimeout(() => this.#pollIfVisible(), Math.max(100, leftMs));
  }

  #pollIfVisible(): void {
    if (this.#wiring.isVisible()) void this.#poll();
  }

  #pauseMs(result: Reply<CountView>["result"]): number {
    if (result === "refused") return refusedEveryMs;
    if (result === "failed") {
      return Math.min(longestRetryMs, countingEveryMs * 2 ** (this.#failures - 1));
    }
    return this.#wiring.isCounting() ? countingEveryMs : showingEveryMs;
  }
}
