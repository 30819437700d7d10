import {
  type Block,
  countingKey,
  isFinal,
  isUndo,
  isWaiting,
} from "../../../web/count/queue/device-tap.ts";
import { numberWith, type ServedView, shownNumber } from "../../../web/count/queue/settle.ts";
import type { MemoryDevice } from "./memory-store.ts";
import type { CountedTap } from "./model-service.ts";

/** What a number depends on. */
export interface NumberFacts {
  /** Of the counting key. */
  credentialId: string;
  counterId: string;
  device: MemoryDevice;
  history: readonly CountedTap[];
  block: Block | null;
  /** The device has forgotten such a tap: a poll will tell. */
  isUnknown(tapId: string): boolean;
  /** A person was told of these that they may count twice. */
  mayCountTwice(tapId: string): boolean;
}

/** Throws when a number shows a tap twice or not at all, or one that was undone. */
export function checkNumber(facts: NumberFacts): void {
  const { credentialId, counterId, device, history, block, isUnknown, mayCountTwice } = facts;
  const key = `${credentialId}/${counterId}`;
  const view = device.views.get(key);
  if (view === undefined) return;
  const onDevice = [...device.taps.values()];
  const waiting = onDevice.filter((tap) => countingKey(tap) === key && isWaiting(tap));
  const kept = onDevice.filter((tap) => tap.kept !== null);
  // Of the tap of a failed undo, the device may not know whether it was counted.
  const isOfUnclearUndo = (tapId: string) =>
    kept.some(({ id, undo }) => id === tapId && undo?.delta === null);
  const isOfUnknown = ({ tapId }: CountedTap) => isUnknown(tapId) || isOfUnclearUndo(tapId);
  const isOwn = (each: CountedTap) => each.credentialId === credentialId && !isOfUnknown(each);
  const here = history.filter((each) => each.counterId === counterId);
  const own = here.filter(isOwn);
  // A response may have added such a tap while it was known, and the view keeps its version.
  const { addedVersion = 0 }: ServedView = view;
  const mayBeAdded = ({ version }: CountedTap) => version > view.version && version <= addedVersion;
  const made = here.filter((each) => each.credentialId === credentialId);
  if (made.some((each) => isOfUnknown(each) && mayBeAdded(each))) return;
  if (own.some(({ tapId }) => mayCountTwice(tapId))) return;
  // A tap that is kept and was counted all the same: the list of kept taps says that it may be.
  const isKeptTap = ({ tapId }: CountedTap) => kept.some((tap) => tap.id === tapId && !isUndo(tap));
  if (own.some(isKeptTap)) return;
  const othersSeen = here.filter((each) => !isOwn(each) && each.version <= view.version);
  const answerOf = ({ tapId }: CountedTap) => waiting.find(({ id }) => id === tapId);
  // Own taps: each that was counted is in the number once, whether the device knows it or not.
  const answered = own.filter((each) => answerOf(each) === undefined);
  // Of an undo that waits, the service's number contains the tap where the device says so.
  const toUndo = own.filter((each) => {
    const undo = answerOf(each)?.undo;
    return undo !== undefined && undo.delta !== null && !each.undo;
  });
  const served = sum(answered) + sum(othersSeen) + sum(toUndo);
  const taps = waiting.filter((tap) => !isUndo(tap));
  // Where nothing is taken any more, the page calls what waits "not counted", and leaves it out.
  const expected = isFinal(block)
    ? served
    : numberWith({ ...view, count: served }, taps) - sum(toUndo);
  const shown = shownNumber(view, waiting, block);
  if (shown !== expected) throw new Error(`${key} shows ${shown} instead of ${expected}`);
}

function sum(counts: readonly CountedTap[]): number {
  return counts.reduce((total, { delta }) => total + delta, 0);
}
