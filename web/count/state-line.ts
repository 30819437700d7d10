import type { CountMessages } from "./messages/en.ts";
import { type Block, isFinal, isUndo, type NewTap } from "./queue/device-tap.ts";

export interface StateFacts {
  /** Taps and undos. */
  waiting: readonly Pick<NewTap, "undo">[];
  /** How long the oldest of them has waited. */
  waitingMs: number;
  connected: boolean;
  block: Block | null;
  /** The service asked for a pause. */
  limited: boolean;
  /** Taps were refused; the page asks again without a click. */
  checking: boolean;
  /** Taps were refused, and a person has not decided yet. */
  undecided: boolean;
}

export interface StateLine {
  tone: "good" | "busy" | "offline" | "trouble";
  text: string;
}

/** Sending normally takes less: a number that changes with each tap would only disturb. */
const noticeableMs = 2_000;

/**
 * Whether the taps have arrived, in plain words; null where nothing is counted any more, and
 * the page says why.
 */
export function stateLine(facts: StateFacts, messages: CountMessages): StateLine | null {
  const { waiting, waitingMs, connected, block, limited, checking, undecided } = facts;
  const taps = amountText(waiting, messages);
  if (isFinal(block)) return null;
  if (block === "signed_out") {
    return {
      tone: "trouble",
      text: taps === undefined ? messages.notSignedIn : messages.notSignedInKept(taps),
    };
  }
  if (!connected) {
    const text = taps === undefined ? messages.offline : messages.offlineKept(taps);
    return { tone: "offline", text };
  }
  if (taps === undefined) {
    return { tone: "good", text: undecided ? messages.allOthersSent : messages.allSent };
  }
  if (limited) return { tone: "busy", text: messages.busy(taps) };
  if (checking) return { tone: "busy", text: messages.checking(taps) };
  if (waitingMs < noticeableMs) return { tone: "good", text: messages.sendingNow };
  return { tone: "busy", text: messages.sending(taps) };
}

/** How many taps and undos they are, in words; undefined for nothing. */
export function amountText(
  some: readonly Pick<NewTap, "undo">[],
  messages: Pick<CountMessages, "amount">,
): string | undefined {
  const undos = some.filter(isUndo).length;
  return some.length === 0 ? undefined : messages.amount(some.length - undos, undos);
}
