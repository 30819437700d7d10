interface Timer {
  atMs: number;
  order: number;
  run: () => void;
}

/** In milliseconds since the epoch. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/** A clock that only moves when something waits for it. */
export class VirtualTime {
  nowMs: number;
  #timers: Timer[] = [];
  #order = 0;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.nowMs = startMs;
  }

  after(delayMs: number, run: () => void): void {
    this.#order += 1;
    this.#timers.push({ atMs: this.nowMs + delayMs, order: this.#order, run });
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Runs everything that is due, in order, until nothing waits any more. */
  async runAll(mostSteps: number): Promise<void> {
    for (let step = 0; this.#timers.length > 0; step += 1) {
      if (step > mostSteps) throw new Error(`nothing came to rest in ${mostSteps} steps`);
      this.#timers.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
      const timer = this.#timers.shift();
      if (timer === undefined) return;
      this.nowMs = Math.max(this.nowMs, timer.atMs);
      timer.run();
      // Lets everything that waited for this go on as far as it can.
      await new Promise(setImmediate);
    }
  }
}
