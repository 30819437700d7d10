import type { WatchedCount } from "../../../core/counters/count-event.ts";
import type { Chance } from "../chance.ts";
import type { VirtualTime } from "../virtual-time.ts";

/** Returns the index of the first record to come again; the length if all are handled. */
export type Invoke = (batch: WatchedCount[]) => Promise<number>;

const mostRecords = 8;

/**
 * A shard of the stream: delivers its records in order and at least once. A batch can come again at
 * any time, and an invocation that is given up can still run beside the next.
 */
export class Shard {
  repeats = 0;
  readonly #records: WatchedCount[] = [];
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #faults: number;
  readonly #invoke: Invoke;
  #next = 0;
  #running = false;

  constructor(
    { time, chance, faults }: { time: VirtualTime; chance: Chance; faults: number },
    invoke: Invoke,
  ) {
    this.#time = time;
    this.#chance = chance;
    this.#faults = faults;
    this.#invoke = invoke;
  }

  append(count: WatchedCount): void {
    this.#records.push(count);
    if (this.#running) return;
    this.#running = true;
    this.#time.after(this.#chance.between(1, 200), () => void this.#deliverAll());
  }

  async #deliverAll(): Promise<void> {
    let failures = 0;
    while (this.#next < this.#records.length) {
      const size = 1 + Math.floor(this.#chance.between(0, mostRecords));
      const from = this.#next;
      const batch = this.#records.slice(from, from + size);
      if (this.#chance.happens(2 * this.#faults)) this.#repeatLater(from, size);
      if (this.#chance.happens(this.#faults)) {
        // Given up, as after a timeout: the next invocation starts while this one goes on.
        this.repeats += 1;
        void this.#invoke(batch);
        await this.#time.sleep(this.#chance.between(1, 100));
        continue;
      }
      const handled = await this.#invoke(batch);
      this.#next = from + handled;
      failures = handled > 0 ? 0 : failures + 1;
      if (handled < batch.length) await this.#time.sleep(this.#pauseMs(failures));
      // The place in the shard was not stored: some records come again, and in other batches.
      if (this.#chance.happens(this.#faults)) {
        this.repeats += 1;
        this.#next = Math.max(0, this.#next - Math.floor(this.#chance.between(0, 2 * mostRecords)));
      }
    }
    this.#running = false;
  }

  /** Growing while nothing is handled. */
  #pauseMs(failures: number): number {
    return this.#chance.between(1, Math.min(300 * 2 ** Math.max(0, failures - 3), 60_000));
  }

  /** The same records again, after later ones have been handled. */
  #repeatLater(from: number, size: number): void {
    this.repeats += 1;
    const first = Math.max(0, from - Math.floor(this.#chance.between(0, size)));
    this.#time.after(this.#chance.between(1, 4_000), () => {
      void this.#invoke(this.#records.slice(first, first + size));
    });
  }
}
