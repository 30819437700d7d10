import type { AuditAction } from "../../core/audit/audit-action.ts";
import { type Change, newAuditEntry } from "../../core/audit/audit-entry.ts";
import type { AuditLog } from "../../core/audit/audit-log.ts";
import type { RandomBase62 } from "../../core/base62.ts";
import type { Clock } from "../../core/clock.ts";
import { actorOf } from "../../core/members/changed-by.ts";
import type { Member } from "../../core/members/member.ts";
import { logger } from "../http/telemetry.ts";

export interface RecordPorts {
  auditLog: Pick<AuditLog, "record">;
  clock: Pick<Clock, "now">;
  randomBase62: RandomBase62;
}

/**
 * Writes the audit entry of a change that a member has just made. If that fails, the change stands,
 * the request succeeds, and the entry goes to the function's log.
 */
export async function recordChange(
  { auditLog, clock, randomBase62 }: RecordPorts,
  member: Member,
  { action, change }: { action: AuditAction; change: Change },
): Promise<void> {
  const fresh = { nowMs: clock.now(), randomBase62 };
  const entry = newAuditEntry({ ...change, actor: actorOf(member), action }, fresh);
  try {
    await auditLog.record(entry);
  } catch (error) {
    logger.error("an audit entry could not be written", { entry, error });
  }
}
