import { randomBase62 } from "../../../adapters/random.ts";
import { type AuditEntry, newAuditEntry } from "../../../core/audit/audit-entry.ts";
import { AdjustmentMetadata } from "../../../core/counters/count-event.ts";
import type { OrganizationPast } from "./demo-past.ts";

/** What the audit log has of the past: each number that was set by hand. */
export function pastAuditEntries({ counters }: OrganizationPast): AuditEntry[] {
  return counters.flatMap(({ counter: { id, name, organizationId }, events }) =>
    events.flatMap(({ metadata, previousCount, count, createdAt }) => {
      const { adjustment } = AdjustmentMetadata.safeParse(metadata).data ?? {};
      if (adjustment === undefined || adjustment.day !== undefined) return [];
      const { reason } = adjustment;
      const change = {
        ...{ organizationId, target: { kind: "counter", id, name } },
        actor: { kind: "operator", id: null, name: "demo" } as const,
        action: "counter.adjust" as const,
        before: { count: previousCount },
        after: { count, ...(reason !== undefined && { reason }) },
      };
      return newAuditEntry(change, { nowMs: Date.parse(createdAt), randomBase62 });
    }),
  );
}
