import * as z from "zod";
import type { Metadata } from "../counters/count-event.ts";
import type { BatchedTap, CountResult } from "../counters/taps/count-batch.ts";
import { Direction, TapRefusal } from "../counters/taps/tap.ts";
import { type Gate, isAfterEnd } from "../gates/gate.ts";
import { DeviceTime } from "../given-time.ts";
import type { Member } from "../members/member.ts";

/** One tap as the device keeps it. */
export const TapRequest = z.object({
  /** Made by the device; the same for every repetition of this tap. */
  id: z.uuid(),
  direction: Direction,
  /** When the finger lifted, by the device's clock as corrected by the service's. */
  tappedAt: DeviceTime,
});
export type TapRequest = z.infer<typeof TapRequest>;

/**
 * What became of one tap. `repeated`: it was counted by an earlier request; `undone`: it was undone
 * before it arrived, and counts nothing.
 */
export const TapOutcome = z.discriminatedUnion("result", [
  z.object({ id: z.uuid(), result: z.enum(["counted", "repeated"]), lastEventId: z.int() }),
  z.object({ id: z.uuid(), result: z.literal("undone") }),
  z.object({
    id: z.uuid(),
    result: z.literal("refused"),
    reason: z.enum([...TapRefusal.options, "key_reused", "after_end"]),
  }),
]);
export type TapOutcome = z.infer<typeof TapOutcome>;

/** What a tap is made with. */
export type Credential = { kind: "member"; member: Member } | { kind: "gate"; gate: Gate };

/** Why a tap is refused besides the counter's own rules. */
export type CredentialRefusal = "after_end";

/**
 * A device's tap as it is counted. Its key begins with the credential, so that nobody can use up the
 * keys of others; its metadata, which is public, names the credential by id. The time is the
 * device's own statement: nothing but the end of a gate depends on it.
 */
export function batchedTap(
  credential: Credential,
  { id, direction, tappedAt }: TapRequest,
): BatchedTap<CredentialRefusal> {
  const { metadata, ...keyed } = madeWith(credential, { id, madeAt: tappedAt });
  return { tap: { direction, metadata }, ...keyed };
}

/** What a device's tap and its undo have from their credential: the same key of the same tap. */
export function madeWith(
  credential: Credential,
  { id, madeAt }: { id: string; madeAt: string },
): { metadata: Metadata; idempotencyKey: string; refusal?: CredentialRefusal } {
  const late = credential.kind === "gate" && isAfterEnd(credential.gate, madeAt);
  return {
    metadata: { ...nameOf(credential), tappedAt: madeAt },
    // A UUID is the same in either case of its letters, RFC 9562 §4.
    idempotencyKey: `${idOf(credential)}/${id.toLowerCase()}`,
    ...(late && { refusal: "after_end" }),
  };
}

/** What the device is told about a tap. */
export function tapOutcome(id: string, result: CountResult<CredentialRefusal>): TapOutcome {
  switch (result.result) {
    case "counted":
    case "repeated":
      return { id, result: result.result, lastEventId: result.event.lastEventId };
    case "undone":
      return { id, result: "undone" };
    case "key_reused":
      return { id, result: "refused", reason: "key_reused" };
    case "refused":
      return { id, result: "refused", reason: result.reason };
    case "no_such_counter":
      throw new Error("a counter that does not exist answers no single tap");
  }
}

function idOf(credential: Credential): string {
  return credential.kind === "member" ? credential.member.id : credential.gate.id;
}

function nameOf(credential: Credential): Metadata {
  return { [credential.kind]: idOf(credential) };
}
