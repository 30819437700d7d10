import { waitMs } from "./poll-schedule.ts";
import type { Reading } from "./reading.ts";

export interface PollerWiring {
  read(signal: AbortSignal): Promise<Reading>;
  /** Called after each look, with the failures in a row up to this one. */
  onReading(reading: Reading, failures: number): void;
  chance(): number;
}

/** Looks at the service again and again while it is told to run; never twice at once. */
export class Poller {
  readonly #wiring: PollerWiring;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: AbortController | undefined;
  #running = false;

  constructor(wiring: PollerWiring) {
    this.#wiring = wiring;
  }

  /** Looks at once, and goes on. */
  run(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#look();
  }

  /** Ends a look that is on its way, too; nothing happens until the next run. */
  pause(): void {
    this.#running = false;
    clearTimeout(this.#timer);
    this.#looking?.abort();
  }

  /** Looks at once instead of waiting on: the network has come back. */
  hurry(): void {
    if (!this.#running) return;
    this.pause();
    this.run();
  }

  async #look(): Promise<void> {
    const { read, onReading, chance } = this.#wiring;
    const looking = new AbortController();
    this.#looking = looking;
    try {
      const reading = await read(looking.signal);
      if (looking.signal.aborted) return;
      this.#failures = reading.outcome === "failed" ? this.#failures + 1 : 0;
      onReading(reading, this.#failures);
      const ms = waitMs(reading.outcome, this.#failures, chance());
      this.#timer = setTimeout(() => void this.#look(), ms);
    } catch (error) {
      if (!looking.signal.aborted) throw error;
    }
  }
}
