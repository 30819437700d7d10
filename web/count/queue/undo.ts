import type { UndoRequest } from "../../../core/counting/credential-undos.ts";
import { groupBy } from "../../../core/group-by.ts";
import { countingKey, type DeviceTap, type NewTap } from "./device-tap.ts";

/** How long after a press it can be undone here, and how many presses. */
const undoableForMs = 5 * 60_000;
export const maximumUndoable = 10;

/** The same for all taps that one press made. */
export function pressOf(tap: DeviceTap): string {
  return `${countingKey(tap)} ${tap.direction} ${tap.tappedAt}`;
}

/** True for a tap that was made a moment ago and is not refused. */
export function isUndoable({ kept, undo, tappedAt }: DeviceTap, nowMs: number): boolean {
  return kept === null && undo === undefined && nowMs - Date.parse(tappedAt) < undoableForMs;
}

/** What takes the place of a tap that is undone; nothing for one that never left the device. */
export function undoOf(tap: DeviceTap, atMs: number): NewTap | undefined {
  const { id, credential, counterId, direction, tappedAt, counted, sentAtMs } = tap;
  if (counted === undefined && sentAtMs === null) return undefined;
  const undo = { atMs, delta: counted?.delta ?? null };
  return { id, credential, counterId, direction, tappedAt, undo };
}

/** What is sent for the undos of a batch. */
export function undoRequests(batch: readonly NewTap[]): UndoRequest[] {
  return batch.flatMap(({ id, undo }) =>
    undo === undefined ? [] : [{ id, undoneAt: new Date(undo.atMs).toISOString() }],
  );
}

/** The taps of the newest presses for each counting key, by their orders: those that stay undoable. */
export function undoableOrders(taps: readonly DeviceTap[], nowMs: number): Set<number> {
  const undoable = taps.filter((tap) => isUndoable(tap, nowMs)).sort((a, b) => b.order - a.order);
  const newest = [...groupBy(undoable, countingKey).values()].flatMap((some) =>
    [...groupBy(some, pressOf).values()].slice(0, maximumUndoable).flat(),
  );
  return new Set(newest.map(({ order }) => order));
}
