import type { Direction } from "../../../../core/counters/taps/tap.ts";

/** What somebody asked for under a key, however often it was sent. */
export type Request =
  | { kind: "tap"; direction: Direction }
  /** `to` is null for a reset. */
  | { kind: "form"; to: number | null };

/** What somebody was told about the tap, the undo of a tap, or the form with this key. */
export interface Answer {
  to: "tap" | "undo" | "form";
  key: string;
  result: string;
  /** Why it was refused. */
  reason?: string;
  /** Of the event; null where nothing was counted. */
  lastEventId?: number | null;
}
