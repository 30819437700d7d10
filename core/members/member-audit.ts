import type { AuditAction } from "../audit/audit-action.ts";
import { type AuditEntry, actorOf, type Change, newAuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import type { ChangedBy } from "./changed-by.ts";
import type { Member } from "./member.ts";

/**
 * A member and the audit entry of their change: written together with it, and on condition that the
 * member may still make it. The command line writes the entries of operators.
 */
export interface MemberAudit {
  member: Member;
  entry: AuditEntry;
}

export interface AuditPorts {
  clock: Pick<Clock, "now">;
  randomBase62: RandomBase62;
}

/** Undefined for an operator. */
export function memberAudit(
  { clock, randomBase62 }: AuditPorts,
  by: ChangedBy,
  change: Change & { action: AuditAction },
): MemberAudit | undefined {
  if (by.kind === "operator") return undefined;
  const { member } = by;
  const fresh = { nowMs: clock.now(), randomBase62 };
  return { member, entry: newAuditEntry({ ...change, actor: actorOf(member) }, fresh) };
}
