import type { CountView } from "../../../core/counting/count-view.ts";
import type { DeviceTap, NewTap } from "./device-tap.ts";

/** Everything that the device keeps. */
export interface StoredState {
  /** Sorted by `order`. */
  taps: DeviceTap[];
  /** What the service said last, by counting key. */
  views: Map<string, CountView>;
}

/** A change of some taps, and of the view of their counting key, in one transaction. */
export interface StoredChange {
  orders: readonly number[];
  /** Called for each of these taps that is still on the device; undefined removes it. */
  tap(tap: DeviceTap): DeviceTap | undefined;
  /** Called after that: what is stored behind all others, as one that was never sent. */
  added?(): NewTap | undefined;
  view?: {
    key: string;
    /** Called last. `unanswered`: how many taps of this key are after the change. */
    next(stored: CountView | undefined, unanswered: number): CountView | undefined;
  };
}

/** What a change left: each tap by its order, undefined for one that is not on the device. */
export interface ChangeResult {
  taps: Map<number, DeviceTap | undefined>;
  added?: DeviceTap;
  view?: { key: string; stored: CountView | undefined };
}

/** Where the device keeps taps. Several tabs use one at the same time. */
export interface DeviceTapStore {
  /**
   * Names what a page has in memory: it is stored again where the browser has cleared the storage under
   * the page.
   */
  backUp(inMemory: () => StoredState): void;
  load(): Promise<StoredState>;
  /** Resolves when all of these taps have reached the disk; in one transaction. */
  add(taps: readonly NewTap[]): Promise<DeviceTap[]>;
  change(change: StoredChange): Promise<ChangeResult>;
}
