import { actorOf, type Change, newAuditEntry } from "../../core/audit/audit-entry.ts";
import type { AuditLog } from "../../core/audit/audit-log.ts";
import type { RandomBase62 } from "../../core/base62.ts";
import type { Clock } from "../../core/clock.ts";
import type { Member } from "../../core/members/member.ts";

export interface RecordPorts {
  auditLog: Pick<AuditLog, "record">;
  clock: Clock;
  randomBase62: RandomBase62;
}

/**
 * Writes the audit entry of a change that a member has just made, where the change's own transaction
 * does not write it. When this fails the request fails, although the change was made.
 */
export async function recordChange(
  { auditLog, clock, randomBase62 }: RecordPorts,
  member: Member,
  change: Change & { action: string },
): Promise<void> {
  const made = { ...change, actor: actorOf(member) };
  await auditLog.record(newAuditEntry(made, { nowMs: clock.now(), randomBase62 }));
}
