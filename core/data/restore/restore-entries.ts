import type { AuditAction } from "../../audit/audit-action.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { changeAudit } from "../../members/member-audit.ts";
import type { WorkAuditPorts } from "../../members/running-audit.ts";

/** The audit entries of a table's restore, with each organization that it concerns. */
export interface RestoreEntries {
  /** Before the first write of what belongs to the organization. */
  begin(organizationId: string): Promise<void>;
  /** Of each organization whose items were written, also when the restore broke off. */
  end(written: ReadonlyMap<string, number>): Promise<void>;
}

/**
 * Two entries and not one that is replaced: only the end of a restore ends a deletion (`LoggedDeletions`),
 * and it can come hours after the beginning.
 */
export function restoreEntries(
  ports: WorkAuditPorts,
  by: ChangedBy,
  { table, from }: { table: string; from: string },
): RestoreEntries {
  const target = { kind: "table", id: table, name: null };
  async function record(action: AuditAction, organizationId: string, done: { items?: number }) {
    const after = { ...done, from };
    const change = { action, organizationId, target, before: null, after };
    await ports.auditLog.record(changeAudit(ports, by, change).entry);
  }
  return {
    begin: (organizationId) => record("data.begin-restore", organizationId, {}),
    async end(written) {
      const failures: unknown[] = [];
      for (const [organizationId, items] of written) {
        const entry = record("data.restore", organizationId, { items });
        // The others' must be written all the same: another run finds nothing to write, and adds none.
        await entry.catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
