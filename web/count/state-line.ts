import { numberText } from "../../core/embeds/format-count.ts";
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
export function stateLine(facts: StateFacts): StateLine | null {
  const { waiting, waitingMs, connected, block, limited, checking, undecided } = facts;
  const taps = amountText(waiting);
  if (isFinal(block)) return null;
  if (block === "signed_out") {
    return { tone: "trouble", text: `Not signed in · ${taps ?? "taps"} kept on this device` };
  }
  if (!connected) {
    const kept = waiting.length === 0 ? "you can go on counting" : `${taps} kept on this device`;
    return { tone: "offline", text: `Offline · ${kept}` };
  }
  if (waiting.length === 0) {
    return { tone: "good", text: undecided ? "All other taps sent" : "All taps sent" };
  }
  if (limited) return { tone: "busy", text: `The service is busy · ${taps} waiting` };
  if (checking) return { tone: "busy", text: `Checking ${taps} · this takes up to a minute` };
  if (waitingMs < noticeableMs) return { tone: "good", text: "Sending …" };
  return { tone: "busy", text: `Sending ${taps} …` };
}

/** "1 tap", "3 taps", "2 undos", "3 taps and 1 undo"; undefined for nothing. */
export function amountText(some: readonly Pick<NewTap, "undo">[]): string | undefined {
  const undos = some.filter(isUndo).length;
  const taps = some.length - undos;
  const parts = [taps > 0 && countText(taps, "tap"), undos > 0 && countText(undos, "undo")];
  return parts.filter(Boolean).join(" and ") || undefined;
}

function countText(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${numberText(count)} ${noun}s`;
}
