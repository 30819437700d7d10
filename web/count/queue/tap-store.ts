import type { CountView } from "../../../core/private-api/counting.ts";
import type { KeptTap, NewTap } from "./kept-tap.ts";

/** Everything that the device keeps. */
export interface StoredState {
  /** Sorted by `order`. */
  taps: KeptTap[];
  /** What the service said last, by counting key. */
  views: Map<string, CountView>;
}

/** A change of some taps, and of the view of their counting key, in one transaction. */
export interface StoredChange {
  orders: readonly number[];
  /** Called for each of these taps that is still on the device; undefined removes it. */
  tap(tap: KeptTap): KeptTap | undefined;
  view?: {
    key: string;
    /** `unanswered`: how many taps of this key are after the change; `removed`: what it removed. */
    next(
      stored: CountView | undefined,
      facts: { removed: KeptTap[]; unanswered: number },
    ): CountView | undefined;
  };
}

/** What a change left: each tap by its order, undefined for one that is not on the device. */
export interface ChangeResult {
  taps: Map<number, KeptTap | undefined>;
  view?: { key: string; stored: CountView | undefined };
}

/** Where the device keeps taps. Several tabs use one at the same time. */
export interface TapStore {
  load(): Promise<StoredState>;
  /** Resolves when the tap has reached the disk. */
  add(tap: NewTap): Promise<KeptTap>;
  change(change: StoredChange): Promise<ChangeResult>;
}
