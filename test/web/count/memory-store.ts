import type { CountView } from "../../../core/counting/count-view.ts";
import {
  type DeviceTap,
  type NewTap,
  unansweredKey,
  unsent,
} from "../../../web/count/queue/device-tap.ts";
import type { DeviceTapStore } from "../../../web/count/queue/tap-store.ts";

/** What a device keeps, in memory; each call is a transaction, as in IndexedDB. */
export class MemoryDevice {
  readonly taps = new Map<number, DeviceTap>();
  readonly views = new Map<string, CountView>();
  #order = 0;

  /** One tab's access. After `alive` is false, nothing is written, and no call returns. */
  store(tab: { alive: boolean }): DeviceTapStore {
    const transaction = async <Result>(run: () => Result): Promise<Result> => {
      if (!tab.alive) return await new Promise<never>(() => {});
      const result = run();
      await Promise.resolve();
      if (!tab.alive) return await new Promise<never>(() => {});
      return result;
    };
    const add = (tap: NewTap): DeviceTap => {
      const stored = { ...unsent(tap), order: ++this.#order };
      this.taps.set(stored.order, stored);
      return stored;
    };
    return {
      // Nobody clears it.
      backUp() {},
      load: () =>
        transaction(() => ({
          taps: [...this.taps.values()].sort((a, b) => a.order - b.order),
          views: new Map(this.views),
        })),
      add: (taps) => transaction(() => taps.map(add)),
      change: ({ orders, tap, added, view }) =>
        transaction(() => {
          const taps = new Map<number, DeviceTap | undefined>();
          for (const order of orders) {
            const stored = this.taps.get(order);
            const next = stored && tap(stored);
            taps.set(order, next);
            if (stored === undefined) continue;
            if (next !== undefined) this.taps.set(order, next);
            else this.taps.delete(order);
          }
          const last = added?.();
          const result = { taps, ...(last !== undefined && { added: add(last) }) };
          if (view === undefined) return result;
          const all = [...this.taps.values()];
          const unanswered = all.filter((each) => unansweredKey(each) === view.key).length;
          const next = view.next(this.views.get(view.key), unanswered);
          if (next !== undefined) this.views.set(view.key, next);
          return { ...result, view: { key: view.key, stored: next } };
        }),
    };
  }
}
