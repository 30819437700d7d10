import { Signal } from "./signal.ts";
import type { StreamRecord } from "./stream-record.ts";

export interface StreamWorkerOptions {
  batchSize: number;
  windowMs: number;
  stopping: AbortSignal;
  process(records: StreamRecord[]): Promise<void>;
}

/** Processes its records in order, one batch after the other. */
export class StreamWorker {
  readonly done: Promise<void>;
  readonly #options: StreamWorkerOptions;
  readonly #pending: StreamRecord[] = [];
  readonly #arrival = new Signal();

  constructor(options: StreamWorkerOptions) {
    this.#options = options;
    options.stopping.addEventListener("abort", () => this.#arrival.notify());
    this.done = this.#work();
  }

  add(record: StreamRecord): void {
    this.#pending.push(record);
    this.#arrival.notify();
  }

  async #work(): Promise<void> {
    const { batchSize, windowMs, stopping, process } = this.#options;
    while (!stopping.aborted) {
      if (this.#pending.length === 0) {
        await this.#arrival.wait(60_000);
        continue;
      }
      await this.#fill(Date.now() + windowMs);
      if (!stopping.aborted) await process(this.#pending.splice(0, batchSize));
    }
  }

  /** Waits until a batch is full or its window is over. */
  async #fill(deadline: number): Promise<void> {
    while (this.#pending.length < this.#options.batchSize && !this.#options.stopping.aborted) {
      const waitMs = deadline - Date.now();
      if (waitMs <= 0) return;
      await this.#arrival.wait(waitMs);
    }
  }
}
