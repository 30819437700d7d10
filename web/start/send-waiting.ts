import { sendBatch } from "../count/counting-api.ts";
import { exclusively, OtherTabs } from "../count/device/other-tabs.ts";
import type { ServiceClock } from "../count/device/service-clock.ts";
import type { Block, DeviceTap } from "../count/queue/device-tap.ts";
import { Ledger } from "../count/queue/ledger.ts";
import { Sender } from "../count/queue/sender.ts";
import type { DeviceTapStore } from "../count/queue/tap-store.ts";

/** Sends the taps that wait on this device, while the page is open, and says which they are. */
export class WaitingTaps {
  readonly #ledger: Ledger;
  readonly #tabs: OtherTabs;
  readonly #listeners: (() => void)[] = [];
  #sender: Sender | undefined;

  constructor(store: DeviceTapStore) {
    this.#tabs = new OtherTabs(() => void this.#load().catch(() => {}));
    this.#ledger = new Ledger(store, (origin) => {
      if (origin === "here") this.#tabs.tell();
      this.#tell();
    });
  }

  get taps(): readonly DeviceTap[] {
    return this.#ledger.taps;
  }

  nameOf(key: string): string | undefined {
    return this.#ledger.view(key)?.name;
  }

  blockOf(key: string): Block | null {
    return this.#sender?.block(key) ?? null;
  }

  /** Calls it after each change, and once now. */
  follow(listener: () => void): void {
    this.#listeners.push(listener);
    listener();
  }

  async start(clock: ServiceClock, random: () => number): Promise<void> {
    const sender = new Sender({
      ledger: this.#ledger,
      send: (batch) => sendBatch(batch, (view, tookMs) => clock.learn(view.servedAt, tookMs)),
      exclusively,
      now: () => clock.now(),
      random,
      onState: () => this.#tell(),
    });
    this.#sender = sender;
    await this.#load();
    addEventListener("online", () => sender.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") sender.retryNow();
    });
  }

  async #load(): Promise<void> {
    await this.#ledger.load();
    this.#sender?.wake();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
