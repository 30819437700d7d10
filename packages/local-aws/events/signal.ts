/** Wakes waiters when something may have changed; they check for themselves what it was. */
export class Signal {
  readonly #waiters = new Set<() => void>();

  /** Wakes all who wait. */
  notify(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  /** Waits for the next notification, or for the time to pass. */
  wait(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      this.#waiters.add(wake);
    });
  }
}
