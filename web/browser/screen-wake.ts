/** Keeps the screen on while the page is visible, where the browser can do that. */
export class ScreenWake {
  #lock: WakeLockSentinel | undefined;
  #asking = false;

  /** Call it whenever the page becomes visible: the browser takes the lock away with it. */
  async keep(): Promise<void> {
    const held = this.#lock !== undefined && !this.#lock.released;
    if (held || this.#asking || !("wakeLock" in navigator)) return;
    if (document.visibilityState !== "visible") return;
    this.#asking = true;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
    } catch {
      // A device that saves power refuses; the page works without it.
    } finally {
      this.#asking = false;
    }
  }
}
