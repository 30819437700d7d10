import type { AuditEntry } from "../audit/audit-entry.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, changeAudit } from "../members/member-audit.ts";
import type { DamagedItemKey, TableName } from "../tables.ts";

/**
 * Where a damaged item can be removed by itself. Counters and groups have events, members and totals
 * elsewhere, and entries of logs expire.
 */
export const removableTables = [
  "gates",
  "alerts",
  "invitations",
  "members",
  "apiKeys",
  "embedSessions",
  "webhookEndpoints",
] as const satisfies TableName[];
export type RemovableTable = (typeof removableTables)[number];

export interface DamagedItemPorts extends AuditPorts {
  damagedItems: {
    of(organizationId: string): Promise<DamagedItemKey[]>;
    /** Deletes the item and its name in the organization's lists, with the audit entry. */
    remove(item: DamagedItemKey, entry: AuditEntry): Promise<void>;
  };
}

/** Removes an item that the lists leave out; one that they show is deleted or revoked as always. */
export async function removeDamaged(
  ports: DamagedItemPorts,
  { organizationId, table, id }: DamagedItemKey & { organizationId: string },
  by: ChangedBy,
): Promise<{ result: "removed" | "not_damaged" }> {
  const damaged = await ports.damagedItems.of(organizationId);
  const item = damaged.find((one) => one.table === table && one.id === id);
  if (item === undefined) return { result: "not_damaged" };
  const target = { kind: "item", id: `${table}/${id}`, name: null };
  const { entry } = changeAudit(ports, by, {
    ...{ action: "data.remove-damaged", organizationId, target },
    ...{ before: null, after: null },
  });
  await ports.damagedItems.remove(item, entry);
  return { result: "removed" };
}
