import type { CountView } from "../../../core/counting/count-view.ts";
import { type Block, countingKey, type DeviceTap, isWaiting, type NewTap } from "./device-tap.ts";
import { keep, newerView, shownNumber, tryAgain } from "./settle.ts";
import type { ChangeResult, DeviceTapStore, StoredChange } from "./tap-store.ts";

/** The taps of the device in memory, always as they are stored, with what they add up to. */
export class Ledger {
  readonly #store: DeviceTapStore;
  readonly #onChange: (origin: "here" | "another_tab") => void;
  #taps: DeviceTap[] = [];
  #views = new Map<string, CountView>();
  /** Rises with every change: what was loaded before it is outdated. */
  #revision = 0;

  constructor(
    store: DeviceTapStore,
    onChange: (origin: "here" | "another_tab") => void = () => {},
  ) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** Sorted by `order`. */
  get taps(): readonly DeviceTap[] {
    return this.#taps;
  }

  view(key: string): CountView | undefined {
    return this.#views.get(key);
  }

  waiting(key: string): DeviceTap[] {
    return this.#taps.filter((tap) => countingKey(tap) === key && isWaiting(tap));
  }

  /** The number on the screen; undefined before the service has ever said one. */
  number(key: string, block: Block | null): number | undefined {
    const view = this.#views.get(key);
    return view && shownNumber(view, this.waiting(key), block);
  }

  /** Reads what is stored, at the start and after a change by another tab. */
  async load(): Promise<void> {
    for (;;) {
      const revision = this.#revision;
      const { taps, views } = await this.#store.load();
      if (revision !== this.#revision) continue;
      this.#taps = taps;
      this.#views = views;
      this.#onChange("another_tab");
      return;
    }
  }

  /** Stores a tap; it exists once this resolves. Rejects when the device cannot store it. */
  async add(tap: NewTap): Promise<DeviceTap> {
    const stored = await this.#store.add(tap);
    this.#revision++;
    this.#taps.push(stored);
    // Two writes may be reported in another order than they were made.
    if ((this.#taps.at(-2)?.order ?? 0) > stored.order) this.#sort();
    this.#onChange("here");
    return stored;
  }

  async change(change: StoredChange): Promise<ChangeResult> {
    const result = await this.#store.change(change);
    this.#revision++;
    const changed = (tap: DeviceTap) =>
      result.taps.has(tap.order) ? result.taps.get(tap.order) : tap;
    this.#taps = this.#taps.flatMap((tap) => changed(tap) ?? []);
    if (result.view?.stored) this.#views.set(result.view.key, result.view.stored);
    this.#onChange("here");
    return result;
  }

  /**
   * Takes what a poll returned, unless it is older, or may contain taps that wait here. Returns
   * whether it is what the device now has.
   */
  async offerView(key: string, offered: CountView): Promise<boolean> {
    const next = (stored: CountView | undefined, { unanswered }: { unanswered: number }) =>
      newerView(stored, offered, unanswered);
    const { view } = await this.change({ orders: [], tap: (tap) => tap, view: { key, next } });
    return view?.stored === offered;
  }

  /** A person has decided what becomes of kept taps. */
  async decide(orders: readonly number[], decision: "try_again" | "discard"): Promise<void> {
    // Another tab may have decided before: what waits again is not discarded.
    const decided = (tap: DeviceTap) => (decision === "discard" ? undefined : tryAgain(tap));
    await this.change({ orders, tap: (tap) => (tap.kept === null ? tap : decided(tap)) });
  }

  /** A person gives up taps that wait for a credential that the service no longer takes. */
  async giveUp(key: string): Promise<void> {
    const orders = this.waiting(key).map(({ order }) => order);
    await this.change({ orders, tap: () => undefined });
  }

  async keepUnclear(taps: readonly DeviceTap[], atMs: number): Promise<void> {
    const orders = taps.map(({ order }) => order);
    await this.change({
      orders,
      tap: (tap) => (tap.kept === null ? keep(tap, "unclear", atMs) : tap),
    });
  }

  #sort(): void {
    this.#taps.sort((a, b) => a.order - b.order);
  }
}
