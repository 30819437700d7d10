import type { TapOutcome } from "../../../core/counting/credential-taps.ts";
import type { UndoOutcome } from "../../../core/counting/credential-undos.ts";
import {
  type Block,
  type DeviceTap,
  isFinal,
  isUndo,
  isWaiting,
  type KeptReason,
} from "./device-tap.ts";

/** All that the rules need to know of what the service says of a counter. */
export interface ServedView {
  count: number;
  version: number;
  servedAt: string;
  incrementStep: number;
  decrementStep: number;
  locked: boolean;
  /** A response of before this version lacks taps that were added to the number here. */
  addedVersion?: number;
}

/** A request that was given up may reach the service this much later, and no more. */
export const underwayMs = 60_000;

/** A request for a tap: the tap as it was stored before, and when it was sent. */
export interface SentTap {
  before: DeviceTap;
  sentAtMs: number;
}

/** What the service said of a tap, or of an undo. */
export type Outcome = TapOutcome | UndoOutcome;

/** The tap as it stays on the device; undefined for one that was undone. */
export function settled(
  tap: DeviceTap,
  outcome: Outcome | undefined,
  { nowMs, view, ...sent }: SentTap & { nowMs: number; view: ServedView },
): DeviceTap | undefined {
  // A response without an outcome for this tap says nothing about it; nor is there more to know.
  if (outcome === undefined || tap.counted !== undefined) return tap;
  switch (outcome.result) {
    case "undone":
      return undefined;
    case "counted":
    case "repeated":
      if (isUndo(tap)) return undefined;
      return { ...tap, kept: null, counted: { delta: deltaOf(tap, view) } };
  }
  if (tap.kept !== null) return tap;
  if (outcome.result !== "refused") {
    // A newer service may know more results; this page cannot tell whether the tap was counted.
    return keep(tap, "unclear", nowMs);
  }
  const known = saysCounted(tap, outcome)
    ? { ...tap, undo: { atMs: tap.undo.atMs, delta: deltaOf(tap, view) } }
    : tap;
  return isUnderway(otherSentAtMs(tap, sent), nowMs) ? known : keep(known, outcome.reason, nowMs);
}

/** What an outcome proves to be in the service's number: the tap, the undo, or the tap that is not undone. */
export function addedBy(tap: DeviceTap, outcome: Outcome | undefined): Effect[] {
  if (outcome === undefined || tap.counted !== undefined) return [];
  const isDone = outcome.result === "counted" || outcome.result === "repeated";
  if (isDone || (isUndo(tap) && outcome.result === "undone")) return [tap];
  return saysCounted(tap, outcome) ? [{ direction: tap.direction }] : [];
}

/** True where the refusal of an undo says that its tap was counted, of which nobody knew here. */
function saysCounted(
  tap: DeviceTap,
  outcome: Outcome,
): tap is DeviceTap & { undo: NonNullable<DeviceTap["undo"]> } {
  if (tap.undo?.delta !== null || outcome.result !== "refused") return false;
  return outcome.reason === "locked" || outcome.reason === "out_of_range";
}

/**
 * True while another request for a tap, which was never answered, could still be counted. A
 * refusal is final only after that: otherwise a tap could be kept and counted.
 */
export function isUnderway(otherSentAtMs: number | null, nowMs: number): boolean {
  return otherSentAtMs !== null && nowMs - otherSentAtMs < underwayMs;
}

/** When a tap was last sent by another request than this one: by another tab since, or before it. */
export function otherSentAtMs(tap: DeviceTap, sent: SentTap): number | null {
  const earlier = sent.before.lastSentAtMs;
  return isLast(tap, sent) ? earlier : (tap.lastSentAtMs ?? earlier);
}

/** Whether no other request has been sent for the tap since. */
export function isLast(tap: DeviceTap, { before, sentAtMs }: SentTap): boolean {
  return tap.lastSentAtMs === markSent(before, sentAtMs).lastSentAtMs;
}

export function keep(tap: DeviceTap, reason: KeptReason, atMs: number): DeviceTap {
  const kept = { ...tap, kept: { reason, atMs } };
  const mayBeUndone = reason === "unclear" || reason === "expired";
  if (tap.undo === undefined || !mayBeUndone) return kept;
  // Nobody knows from now on whether the service's number still contains the tap.
  return { ...kept, undo: { ...tap.undo, delta: null } };
}

/** Sends a kept tap again: a person has decided so. The service refused it, or may count it anew. */
export function tryAgain(tap: DeviceTap): DeviceTap {
  return { ...tap, sentAtMs: null, lastSentAtMs: null, kept: null };
}

/** Each time has a mark of its own: two tabs may send a tap in the same millisecond. */
export function markSent(tap: DeviceTap, atMs: number): DeviceTap {
  const lastSentAtMs = Math.max(atMs, (tap.lastSentAtMs ?? 0) + 1);
  return { ...tap, sentAtMs: tap.sentAtMs ?? atMs, lastSentAtMs };
}

/**
 * The tap once it is known that a request counted nothing of it: as it was `before`, unless another
 * tab has sent it since, whose request may still be counted.
 */
export function unsentAgain(tap: DeviceTap, sent: SentTap): DeviceTap {
  const { before } = sent;
  if (!isWaiting(tap) || !isLast(tap, sent)) return tap;
  return { ...tap, sentAtMs: before.sentAtMs, lastSentAtMs: before.lastSentAtMs };
}

/**
 * The view that the device keeps after the service said `offered`. While taps of this key are
 * unanswered, nobody knows whether the service's number contains them: the number stays, so that
 * none is shown twice. Whether the counter is locked is known all the same.
 */
export function newerView<View extends ServedView>(
  stored: View | undefined,
  offered: View,
  unanswered: number,
): View | undefined {
  if (stored === undefined) return unanswered === 0 ? offered : undefined;
  if (isOlder(offered, stored)) return stored;
  return unanswered > 0 ? withLock(stored, offered) : offered;
}

/** The same object where nothing changes, so that it is not stored again. */
function withLock<View extends ServedView>(stored: View, { locked }: View): View {
  return stored.locked === locked ? stored : { ...stored, locked };
}

/**
 * The view after a response, whose number contains what is in `added`. When other taps of the same
 * key are still unanswered, only what an outcome proves is added.
 */
export function viewAfterTaps<View extends ServedView>(
  stored: View | undefined,
  offered: View,
  { added, unanswered }: { added: readonly Effect[]; unanswered: number },
): View | undefined {
  if (unanswered === 0) return newerView(stored, offered, 0);
  return (
    stored && {
      ...(isOlder(offered, stored) ? stored : withLock(stored, offered)),
      count: numberWith(stored, added),
      addedVersion: Math.max(stored.addedVersion ?? 0, offered.version),
    }
  );
}

/** The number on the screen: what the service said, and what still waits and can be sent. */
export function shownNumber(
  view: Parameters<typeof numberWith>[0],
  waiting: Parameters<typeof numberWith>[1],
  block: Block | null,
): number {
  return isFinal(block) ? view.count : numberWith(view, waiting);
}

/** All of a tap or an undo that its effect on the number depends on. */
export type Effect = Pick<DeviceTap, "direction" | "undo">;

type Steps = Pick<ServedView, "incrementStep" | "decrementStep">;

export function numberWith(
  view: Pick<ServedView, "count"> & Steps,
  waiting: readonly Effect[],
): number {
  return waiting.reduce(
    (count, tap) => count + (tap.undo ? -(tap.undo.delta ?? 0) : deltaOf(tap, view)),
    view.count,
  );
}

/** What a tap adds to the number. */
export function deltaOf({ direction }: Pick<DeviceTap, "direction">, view: Steps): number {
  return direction === "up" ? view.incrementStep : -view.decrementStep;
}

// A group's level changes without the counter's version.
function isOlder(offered: ServedView, stored: ServedView): boolean {
  if (offered.version < (stored.addedVersion ?? 0)) return true;
  if (offered.version !== stored.version) return offered.version < stored.version;
  return offered.servedAt < stored.servedAt;
}
