import type { FetchedCount } from "./fetch-count.ts";
import { waitMs } from "./poll-schedule.ts";

export interface PollerWiring {
  fetchCount(signal: AbortSignal): Promise<FetchedCount>;
  /** Called after each request, with the number of failures in a row up to this one. */
  onFetched(fetched: FetchedCount, failures: number): void;
  random(): number;
}

/** Requests the count again and again while it runs; never twice at once. */
export class Poller {
  readonly #wiring: PollerWiring;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: AbortController | undefined;
  #running = false;

  constructor(wiring: PollerWiring) {
    this.#wiring = wiring;
  }

  /** Sends a request at once, and keeps polling. */
  run(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#poll();
  }

  /** Aborts the current request, too; nothing happens until the next run. */
  pause(): void {
    this.#running = false;
    clearTimeout(this.#timer);
    this.#current?.abort();
  }

  /** Ends the wait: the network has come back. */
  pollNow(): void {
    if (!this.#running) return;
    this.pause();
    this.run();
  }

  async #poll(): Promise<void> {
    const { fetchCount, onFetched, random } = this.#wiring;
    const current = new AbortController();
    this.#current = current;
    try {
      const fetched = await fetchCount(current.signal);
      if (current.signal.aborted) return;
      this.#failures = fetched.result === "failed" ? this.#failures + 1 : 0;
      onFetched(fetched, this.#failures);
      const ms = waitMs(fetched.result, this.#failures, random());
      this.#timer = setTimeout(() => void this.#poll(), ms);
    } catch (error) {
      if (!current.signal.aborted) throw error;
    }
  }
}
