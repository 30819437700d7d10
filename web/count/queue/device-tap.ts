import type { TapOutcome } from "../../../core/counting/credential-taps.ts";
import type { UndoOutcome } from "../../../core/counting/credential-undos.ts";

/** What a tap was made with. It goes up with this and nothing else. */
export type DeviceCredential =
  | { kind: "gate"; gateId: string }
  | { kind: "member"; organizationId: string; memberId: string; personId: string };

/** Why the service takes nothing that is made with a credential. */
export type Block = "signed_out" | "link_needed" | "revoked" | "ended" | "forbidden";

/**
 * What holds after the service has said this. It forgets a gate that it has called closed, together with
 * the cookie, and then only asks for the link.
 */
export function nextBlock<Said extends Block | null>(
  known: Block | null,
  said: Said,
): Block | Said {
  const isClosed = known === "revoked" || known === "ended";
  return isClosed && said === "link_needed" ? known : said;
}

/** True where waiting does not help: the page calls such taps "not counted". */
export function isFinal(block: Block | null): boolean {
  return block !== null && block !== "signed_out";
}

/** Why a tap was not counted, or not undone, and waits for a person's decision. */
export type KeptReason =
  | Extract<TapOutcome | UndoOutcome, { result: "refused" }>["reason"]
  /** Sent before, for example 29 days ago, and the service cannot say whether it was counted. */
  | "unclear"
  /** The service could not read it; nothing that a person or another setting can change. */
  | "invalid"
  /** It was full, and the finger did not hold the button. It was never sent. */
  | "full";

/** A tap before the device has stored it, or the undo of that tap, which takes its place. */
export interface NewTap {
  /** UUID, made when the finger lifts; the same for every repetition. */
  id: string;
  credential: DeviceCredential;
  counterId: string;
  direction: "up" | "down";
  /** ISO 8601, corrected by the service's clock once and for all: repetitions must not differ. */
  tappedAt: string;
  /**
   * `atMs`: when undo was pressed. `delta`: the tap's, if it is known to be counted and not undone; null
   * if it was sent and not answered, or if its undo was kept and may have been done.
   */
  undo?: { atMs: number; delta: number | null };
  /** Null, or absent, for one that is to be sent. */
  kept?: { reason: KeptReason; atMs: number } | null;
}

/** On the device: not yet sent, not yet answered, kept with a reason, or counted a moment ago. */
export interface DeviceTap extends NewTap {
  /** Rises with every tap of this device, and every undo. */
  order: number;
  /** When it was sent for the first time, milliseconds; null for one that never left the device. */
  sentAtMs: number | null;
  /** When it was sent for the last time without an answer. */
  lastSentAtMs: number | null;
  /** Null while it waits. */
  kept: { reason: KeptReason; atMs: number } | null;
  /** The service's number contains it, and it can be undone for a while. */
  counted?: { delta: number };
}

/** As it is stored for the first time. */
export function unsent(tap: NewTap): Omit<DeviceTap, "order"> {
  return { kept: null, ...tap, sentAtMs: null, lastSentAtMs: null };
}

/** The id that the service stores with the tap. */
export function credentialId(credential: DeviceCredential): string {
  return credential.kind === "gate" ? credential.gateId : credential.memberId;
}

/**
 * Whose taps these are for the person who is signed in. A gate's are of whoever holds the device;
 * `unknown` while nobody is signed in.
 */
export function whose(
  credential: DeviceCredential,
  personId: string | undefined,
): "own" | "another" | "unknown" {
  if (credential.kind === "gate") return "own";
  if (personId === undefined) return "unknown";
  return credential.personId === personId ? "own" : "another";
}

/** True when another person than this person made taps with it, as far as the device knows. */
export function isOfAnother(credential: DeviceCredential, personId: string | undefined): boolean {
  return whose(credential, personId) === "another";
}

/** What is counted where: the taps of one key go up together, and have a number of their own. */
export function countingKey({
  credential,
  counterId,
}: Pick<NewTap, "credential" | "counterId">): string {
  return `${credentialId(credential)}/${counterId}`;
}

/** The key of what the service's number may contain already, because it was sent and not answered. */
export function unansweredKey(tap: Omit<DeviceTap, "order">): string | null {
  const maybeServed = tap.sentAtMs !== null || tap.undo?.delta === null;
  return maybeServed && isWaiting(tap) ? countingKey(tap) : null;
}

export function isUndo({ undo }: Pick<NewTap, "undo">): boolean {
  return undo !== undefined;
}

/** When the button was pressed, for a tap or for its undo. */
export function madeAtMs({ tappedAt, undo }: NewTap): number {
  return undo?.atMs ?? Date.parse(tappedAt);
}

/** True for a tap, or an undo, that the service has not answered yet. */
export function isWaiting({ kept, counted }: Omit<DeviceTap, "order">): boolean {
  return kept === null && counted === undefined;
}
