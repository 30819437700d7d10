import type { AuditAction } from "../audit/audit-action.ts";
import { type AuditEntry, actorOf, type Change, newAuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import type { Member } from "./member.ts";

/**
 * A change that a member makes: it is written together with its entry, and on condition that the
 * member may make it at that moment. An operator's entry is written by the command line.
 */
export interface MembersChange {
  member: Member;
  entry: AuditEntry;
}

/** Undefined for an operator's change, which no member makes. */
export function membersChange(
  { clock, randomBase62 }: { clock: Pick<Clock, "now">; randomBase62: RandomBase62 },
  member: Member | undefined,
  change: Change & { action: AuditAction },
): MembersChange | undefined {
  if (member === undefined) return undefined;
  const fresh = { nowMs: clock.now(), randomBase62 };
  return { member, entry: newAuditEntry({ ...change, actor: actorOf(member) }, fresh) };
}
