import type { AuditEntryView, auditRoutes } from "../../api/private/audit.ts";
import type { AuditEntry } from "../../core/audit/audit-entry.ts";
import { listAudit } from "../../core/audit/audit-log.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { noSuchOrganization } from "../private-api/member-access.ts";

/** The audit log of an organization, a page at a time. */
export function auditHandlers(
  ports: Parameters<typeof listAudit>[0],
): PrivateHandlers<typeof auditRoutes> {
  return {
    "GET /api/organization/{organizationId}/audit": async ({ member, query }) => {
      const { since, until, ...filter } = query;
      const listing = await listAudit(ports, {
        ...filter,
        organizationId: member.organizationId,
        sinceMs: since === undefined ? undefined : Date.parse(since),
        untilMs: until === undefined ? undefined : Date.parse(until),
      });
      if (listing.result !== "listed") throw noSuchOrganization();
      const { entries, next } = listing.page;
      return { body: { entries: entries.map(entryView), next } };
    },
  };
}

/** Members see that an operator changed something, and not who that is. */
function entryView(entry: AuditEntry): AuditEntryView {
  const { kind } = entry.actor;
  return kind === "operator" ? { ...entry, actor: { kind, id: null, name: null } } : entry;
}
