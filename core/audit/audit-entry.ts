import * as z from "zod";
import type { CreationContext } from "../clock.ts";
import type { AuditAction } from "./audit-action.ts";

/** Who changed something. */
export const Actor = z.object({
  kind: z.enum(["operator", "member", "gate", "person"]),
  /** Of the member, gate or person; null for an operator. */
  id: z.string().nullable(),
  /** For people who read the entry, as it was at the time. */
  name: z.string().nullable(),
});
export type Actor = z.infer<typeof Actor>;

/** Fields with their values, as far as a person may see them: never a secret, a key or a token. */
export const AuditDetails = z.record(z.string(), z.json());
export type AuditDetails = z.infer<typeof AuditDetails>;

/** A change in an organization. Taps are not among them: the history has them. */
export const AuditEntry = z.object({
  organizationId: z.string(),
  /** Time and random digits: entries sort by it. */
  key: z.string(),
  at: z.iso.datetime(),
  actor: Actor,
  /** An `AuditAction`, or what another version of the service has written. */
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  /** The fields that changed; null for something that was created. */
  before: AuditDetails.nullable(),
  /** Null for something that is gone. */
  after: AuditDetails.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A change that is about to be recorded. */
export type AuditedChange = Omit<AuditEntry, "key" | "at" | "action"> & { action: AuditAction };

/** What changed, without who did it and how. */
export type Change = Omit<AuditedChange, "actor" | "action">;

export function newAuditEntry(
  change: AuditedChange,
  { nowMs, randomBase62 }: CreationContext,
): AuditEntry {
  const at = new Date(nowMs).toISOString();
  return { ...change, at, key: `${at}.${randomBase62(12)}` };
}

const keptMs = 365 * 86_400_000;

/** When an entry expires, in seconds since the epoch: after a year. */
export function auditExpiresAt({ at }: AuditEntry): number {
  return Math.ceil((Date.parse(at) + keptMs) / 1_000);
}

/** Of whom something is: the member's id, otherwise what kind of actor it was. */
export function creatorOf({ kind, id }: Actor): string {
  return kind === "member" && id !== null ? id : kind;
}
