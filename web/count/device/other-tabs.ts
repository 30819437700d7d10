import { timeoutSignal } from "../../browser/timeout-signal.ts";

const name = "counting";
/** A tab that the browser has frozen may hold the lock: nobody waits longer for it than this. */
const patienceMs = 20_000;

/** Tells the other tabs of this device, and hears from them, that the stored taps have changed. */
export class OtherTabs {
  readonly #onChange: () => void;
  #channel: BroadcastChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#connect();
    document.addEventListener("visibilitychange", () => this.#return());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#return());
  }

  tell(): void {
    try {
      this.#channel?.postMessage("changed");
    } catch {
      this.#connect();
      this.#channel?.postMessage("changed");
    }
  }

  /** In the background the page may have heard nothing, and its channel may have ended. */
  #return(): void {
    if (document.visibilityState !== "visible") return;
    this.#connect();
    this.#heard();
  }

  #connect(): void {
    if (!("BroadcastChannel" in globalThis)) return;
    this.#channel?.close();
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = () => this.#heard();
  }

  #heard(): void {
    // Another tab may count ten taps a second; reading them all takes a moment.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onChange();
    }, 100);
  }
}

/**
 * Runs one at a time among all tabs of the device. Without Web Locks, and when another tab holds the
 * lock for too long, it runs all the same: the service counts each tap once.
 */
export async function exclusively<Result>(run: () => Promise<Result>): Promise<Result> {
  if (!("locks" in navigator)) return await run();
  const signal = timeoutSignal(patienceMs);
  let started = false;
  const once = async () => {
    started = true;
    return await run();
  };
  try {
    return await navigator.locks.request(name, { signal }, once);
  } catch (error) {
    if (started) throw error;
    return await run();
  }
}
