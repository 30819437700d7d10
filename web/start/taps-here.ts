import type { SessionView } from "../../api/private/sessions.ts";
import { groupBy } from "../../core/group-by.ts";
import type { CountMessages } from "../count/messages/en.ts";
import {
  type Block,
  countingKey,
  type DeviceCredential,
  type DeviceTap,
  isFinal,
  isOfAnother,
  isUndo,
  isWaiting,
} from "../count/queue/device-tap.ts";
import { pauseKeyOf } from "../count/queue/pauses.ts";
import { amountText } from "../count/state-line.ts";
import type { StartMessages, TapsFate } from "./messages/en.ts";

/** Who is signed in; null for nobody, undefined while nobody knows. */
export type Viewer = SessionView | null | undefined;

export interface KnownHere {
  viewer: Viewer;
  messages: {
    count: Pick<CountMessages, "amount">;
    start: Pick<StartMessages, "tapsLine">;
  };
  nameOf(key: string): string | undefined;
  blockOf(key: string): Block | null;
}

/** Taps of one place that are still on this device, in a sentence, and the page where they are. */
export interface TapsLine {
  href: string;
  text: string;
}

/** One line for what waits and one for what was not counted, for the taps of each place and its undos. */
export function tapsLines(taps: readonly DeviceTap[], known: KnownHere): TapsLine[] {
  return [...groupBy(taps, pauseKeyOf).values()].flatMap((some): TapsLine[] => {
    const [first] = some;
    if (first === undefined) return [];
    const { credential, counterId } = first;
    const key = countingKey(first);
    const name = known.nameOf(key) ?? counterId;
    const ofAnother = isOfAnotherPerson(some, known.viewer);
    const block = known.blockOf(key);
    const lost = (tap: DeviceTap) => !isWaiting(tap) || (isFinal(block) && !ofAnother);
    const waits = credential.kind === "member" && (ofAnother || block === "signed_out");
    const line = (those: DeviceTap[], fate: TapsFate) => {
      const amount = amountText(those, known.messages.count) ?? "";
      const isOne = those.length === 1;
      return known.messages.start.tapsLine({ amount, isOne, name, ofAnother, fate });
    };
    const notCounted = some.filter(lost);
    const waiting = some.filter((tap) => !lost(tap));
    const href = placeUrl(credential, counterId);
    const refused = isUndo(first) ? "not_accepted" : "not_counted";
    return [
      ...(notCounted.length === 0 ? [] : [line(notCounted, refused)]),
      ...(waiting.length === 0 ? [] : [line(waiting, waits ? "until_sign_in" : "to_send")]),
    ].map((text) => ({ href, text }));
  });
}

export function isOfAnotherPerson(taps: readonly DeviceTap[], viewer: Viewer): boolean {
  if (!viewer) return false;
  return taps.some(({ credential }) => isOfAnother(credential, viewer.person.id));
}

/** The counting page where these taps can be decided or downloaded. */
function placeUrl(credential: DeviceCredential, counterId: string): string {
  return `/count/${counterId}${credential.kind === "gate" ? `?gate=${credential.gateId}` : ""}`;
}
