import type { CountView } from "../../../core/counting/count-view.ts";
import {
  type Block,
  countingKey,
  type DeviceTap,
  isWaiting,
  type NewTap,
  unansweredKey,
} from "./device-tap.ts";
import { keep, newerView, shownNumber, tryAgain } from "./settle.ts";
import type { ChangeResult, DeviceTapStore, StoredChange } from "./tap-store.ts";
import { isUndoable, pressOf, undoOf } from "./undo.ts";

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
    store.backUp(() => ({ taps: this.#taps, views: this.#views }));
    this.#onChange = onChange;
  }

  /** Those that wait or are kept, sorted by `order`. */
  get taps(): readonly DeviceTap[] {
    return this.#taps.filter(({ counted }) => counted === undefined);
  }

  /** Those that the service has counted and that can still be undone. */
  get counted(): readonly DeviceTap[] {
    return this.#taps.filter(({ counted }) => counted !== undefined);
  }

  view(key: string): CountView | undefined {
    return this.#views.get(key);
  }

  waiting(key: string): DeviceTap[] {
    return this.#taps.filter((tap) => countingKey(tap) === key && isWaiting(tap));
  }

  /** Whether the service's number may contain taps that it has not answered. */
  hasUnanswered(key: string): boolean {
    return this.#taps.some((tap) => unansweredKey(tap) === key);
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

  /** Stores taps; all exist once this resolves to how many. Rejects when the device cannot store them. */
  async add(...taps: NewTap[]): Promise<number> {
    const stored = await this.#store.add(taps);
    this.#revision++;
    for (const tap of stored) this.#append(tap);
    this.#onChange("here");
    return stored.length;
  }

  async change(change: StoredChange): Promise<ChangeResult> {
    const result = await this.#store.change(change);
    this.#revision++;
    const changed = (tap: DeviceTap) =>
      result.taps.has(tap.order) ? result.taps.get(tap.order) : tap;
    this.#taps = this.#taps.flatMap((tap) => changed(tap) ?? []);
    if (result.added !== undefined) this.#append(result.added);
    if (result.view?.stored) this.#views.set(result.view.key, result.view.stored);
    this.#onChange("here");
    return result;
  }

  /**
   * Takes what a poll returned, unless it is older, or may contain taps that wait here. Returns
   * whether it is what the device now has.
   */
  async offerView(key: string, offered: CountView): Promise<boolean> {
    const next = (stored: CountView | undefined, unanswered: number) =>
      newerView(stored, offered, unanswered);
    const { view } = await this.change({ orders: [], tap: (tap) => tap, view: { key, next } });
    return view?.stored === offered;
  }

  /** The taps of a counting key that one press made, and the next undo cancels; newest first. */
  undoable(key: string, nowMs: number): DeviceTap[] {
    const isPossible = (tap: DeviceTap) => countingKey(tap) === key && isUndoable(tap, nowMs);
    const possible = this.#taps.filter(isPossible);
    const newest = possible.at(-1);
    if (newest === undefined) return [];
    const press = pressOf(newest);
    return possible.filter((tap) => pressOf(tap) === press).reverse();
  }

  /** The taps of the newest press of a counting key, as far as they are on the device. */
  newestPress(key: string): DeviceTap[] {
    const taps = this.#taps.filter((tap) => countingKey(tap) === key);
    const newest = taps.at(-1);
    return newest === undefined ? [] : taps.filter((tap) => pressOf(tap) === pressOf(newest));
  }

  /** Undoes a tap, as it is stored by now. Rejects when the device cannot store it. */
  async undo({ order }: DeviceTap, atMs: number): Promise<void> {
    let undo: NewTap | undefined;
    const tap = (stored: DeviceTap) => {
      if (!isUndoable(stored, atMs)) return stored;
      undo = undoOf(stored, atMs);
      return undefined;
    };
    await this.change({ orders: [order], tap, added: () => undo });
  }

  /**
   * A person has decided what becomes of kept taps. Returns those of them, as they were, about which
   * no other tab had decided before: what waits again is not discarded, nor counted twice.
   */
  async decide(orders: readonly number[], decision: "try_again" | "discard"): Promise<DeviceTap[]> {
    const decided: DeviceTap[] = [];
    const tap = (stored: DeviceTap) => {
      if (stored.kept === null) return stored;
      decided.push(stored);
      return decision === "discard" ? undefined : tryAgain(stored);
    };
    await this.change({ orders, tap });
    return decided;
  }

  /** A person gives up what waits for a credential that the service no longer takes. */
  async giveUp(orders: readonly number[]): Promise<void> {
    await this.change({ orders, tap: (tap) => (isWaiting(tap) ? undefined : tap) });
  }

  async keepUnclear(taps: readonly DeviceTap[], atMs: number): Promise<void> {
    const orders = taps.map(({ order }) => order);
    await this.change({
      orders,
      tap: (tap) => (isWaiting(tap) ? keep(tap, "unclear", atMs) : tap),
    });
  }

  #append(tap: DeviceTap): void {
    this.#taps.push(tap);
    // Two writes may be reported in another order than they were made.
    const isLast = (this.#taps.at(-2)?.order ?? 0) < tap.order;
    if (!isLast) this.#taps.sort((a, b) => a.order - b.order);
  }
}
