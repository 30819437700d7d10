import { ApiError } from "../../core/api-error.ts";
import { listAudit } from "../../core/audit/audit-log.ts";
import { type AuditPageView, AuditQueryParameters } from "../../core/private-api/organization.ts";
import { auditEntryView } from "../../core/private-api/organization-views.ts";
import type { HttpEvent } from "../http/message.ts";
import { jsonResponse } from "../http/message.ts";
import { type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import type { PrivateRoute } from "../private-api/private-handler.ts";

/** The audit log of an organization, a page at a time. */
export function auditRoutes(
  access: MemberAccess,
  ports: Parameters<typeof listAudit>[0],
): Record<string, PrivateRoute> {
  return {
    "GET /api/organizations/{organizationId}/audit": async (event) => {
      const { member } = await access.member(event, "see_audit");
      const { since, from, limit } = queryOf(event);
      const sinceMs = since === undefined ? undefined : Date.parse(since);
      const { organizationId } = member;
      const listing = await listAudit(ports, { organizationId, sinceMs, from, limit });
      if (listing.result !== "listed") throw noSuchOrganization();
      const { entries, next } = listing.page;
      return jsonResponse({ entries: entries.map(auditEntryView), next } satisfies AuditPageView);
    },
  };
}

function queryOf({ rawQueryString }: HttpEvent) {
  const given = Object.fromEntries(new URLSearchParams(rawQueryString));
  const parsed = AuditQueryParameters.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ApiError(400, `The request is wrong: ${issue?.path.join(".")}: ${issue?.message}`, {
    code: "INVALID_PARAMETER",
  });
}
