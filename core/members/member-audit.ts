import type { AuditAction } from "../audit/audit-action.ts";
import { type AuditEntry, type Change, newAuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { actorBy, type ChangedBy } from "./changed-by.ts";
import type { Member } from "./member.ts";

/**
 * The audit entry of a change, and the member who makes it: the entry is written together with the
 * change, and on condition that the member may still make it. An operator is no member.
 */
export interface ChangeAudit {
  member?: Member;
  entry: AuditEntry;
}

export interface AuditPorts {
  clock: Pick<Clock, "now">;
  randomBase62: RandomBase62;
}

export function changeAudit(
  { clock, randomBase62 }: AuditPorts,
  by: ChangedBy,
  change: Change & { action: AuditAction },
): ChangeAudit {
  const fresh = { nowMs: clock.now(), randomBase62 };
  const entry = newAuditEntry({ ...change, actor: actorBy(by) }, fresh);
  return by.kind === "member" ? { member: by.member, entry } : { entry };
}
