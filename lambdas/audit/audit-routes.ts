import { listAudit } from "../../core/audit/audit-log.ts";
import { type AuditPageView, AuditQueryParameters } from "../../core/private-api/organization.ts";
import { auditEntryView } from "../../core/private-api/organization-views.ts";
import { jsonResponse } from "../http/message.ts";
import { type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { type PrivateRoute, queryOf } from "../private-api/private-handler.ts";

/** The audit log of an organization, a page at a time. */
export function auditRoutes(
  access: MemberAccess,
  ports: Parameters<typeof listAudit>[0],
): Record<string, PrivateRoute> {
  return {
    "GET /api/organizations/{organizationId}/audit": async (event) => {
      const { member } = await access.member(event, "see_audit");
      const { since, until, ...query } = queryOf(event, AuditQueryParameters);
      const listing = await listAudit(ports, {
        ...query,
        organizationId: member.organizationId,
        sinceMs: since === undefined ? undefined : Date.parse(since),
        untilMs: until === undefined ? undefined : Date.parse(until),
      });
      if (listing.result !== "listed") throw noSuchOrganization();
      const { entries, next } = listing.page;
      return jsonResponse({ entries: entries.map(auditEntryView), next } satisfies AuditPageView);
    },
  };
}
