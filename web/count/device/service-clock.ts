/** A response that took longer says too little about the time. */
const slowMs = 3_000;

/** A smaller difference is not worth a write. */
const smallMs = 500;

/** More than the network and the missing milliseconds of a Date header explain. */
const setMs = 5_000;

/** The service's time, as well as this device can know it. */
export class ServiceClock {
  readonly #deviceNow: () => number;
  readonly #keep: (aheadMs: number) => void;
  #aheadMs: number;

  constructor(deviceNow: () => number, aheadMs: number, keep: (aheadMs: number) => void) {
    this.#deviceNow = deviceNow;
    this.#aheadMs = aheadMs;
    this.#keep = keep;
  }

  /** Milliseconds. */
  now(): number {
    return this.#deviceNow() + this.#aheadMs;
  }

  /** Learns from a Date header, to the second: only that a person has set the device's clock. */
  learnRoughly(date: string, tookMs: number): void {
    const differenceMs = Math.abs(Date.parse(date) - this.now());
    if (differenceMs > setMs) this.learn(date, tookMs);
  }

  /** Learns from a response how wrong the device's clock is. */
  learn(servedAt: string, tookMs: number): void {
    const servedMs = Date.parse(servedAt);
    if (Number.isNaN(servedMs) || tookMs > slowMs) return;
    const aheadMs = Math.round(servedMs + tookMs / 2 - this.#deviceNow());
    // The service said its time at any moment of the request: a slow one must not move a clock that
    // may be right, or taps would be stamped out of order.
    if (Math.abs(aheadMs - this.#aheadMs) <= Math.max(tookMs / 2, smallMs)) return;
    this.#aheadMs = aheadMs;
    this.#keep(aheadMs);
  }
}
