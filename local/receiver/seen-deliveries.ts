export interface Seen {
  /** How many requests have come for the delivery, this one included. */
  request: number;
  /** An earlier one got a 2xx response: this one is a duplicate. */
  acknowledged: boolean;
}

/** Remembers the deliveries that came last; with the default, in some 20 MB. */
export class SeenDeliveries {
  readonly #seen = new Map<string, Seen>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  see(delivery: string): Seen {
    const before = this.#seen.get(delivery) ?? { request: 0, acknowledged: false };
    const now = { ...before, request: before.request + 1 };
    this.#putLast(delivery, now);
    return now;
  }

  acknowledge(delivery: string): void {
    const seen = this.#seen.get(delivery);
    if (seen) this.#putLast(delivery, { ...seen, acknowledged: true });
  }

  #putLast(delivery: string, seen: Seen): void {
    this.#seen.delete(delivery);
    this.#seen.set(delivery, seen);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > this.#limit && oldest !== undefined) this.#seen.delete(oldest);
  }
}
