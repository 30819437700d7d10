/** Keeps the screen on while the page is visible, where the browser can do that. */
export class ScreenWake {
  readonly #onAnswer: (staysOn: boolean) => void;
  #lock: WakeLockSentinel | undefined;
  #asking = false;

  constructor(onAnswer: (staysOn: boolean) => void = () => {}) {
    this.#onAnswer = onAnswer;
  }

  /**
   * Call it whenever the page becomes visible, and every now and then: devices take the lock back
   * while they save power, and not all say so. It is asked for anew each time.
   */
  async keep(): Promise<void> {
    if (this.#asking || document.visibilityState !== "visible") return;
    this.#asking = true;
    const before = this.#lock;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#onAnswer(true);
      await before?.release();
    } catch {
      this.#onAnswer(this.#lock !== undefined && !this.#lock.released);
    } finally {
      this.#asking = false;
    }
  }
}
