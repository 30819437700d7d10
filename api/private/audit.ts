import * as z from "zod";
import { AuditEntry } from "../../core/audit/audit-entry.ts";
import { isActionFilter, isAuditKey, maximumAuditPage } from "../../core/audit/audit-log.ts";
import { GivenTime } from "../../core/given-time.ts";
import type { Routes } from "./route.ts";

export const AuditEntryView = AuditEntry.omit({ organizationId: true, key: true });
export type AuditEntryView = z.infer<typeof AuditEntryView>;

/** Newest first. `next`, as the query parameter `from`, returns the next page; null on the last. */
export const AuditPageView = z.object({
  entries: z.array(AuditEntryView),
  next: z.string().nullable(),
});
export type AuditPageView = z.infer<typeof AuditPageView>;

export const AuditQueryParameters = z.object({
  since: GivenTime.optional(),
  until: GivenTime.optional(),
  /** A member's id, or `operator` for all operators. */
  actor: z.string().max(50).optional(),
  /** Such as `key.create`, or the noun alone. */
  action: z.string().refine(isActionFilter, "must be a noun, or noun.verb").optional(),
  from: z.string().refine(isAuditKey, "must be `next` of the page before").optional(),
  limit: z.coerce.number().int().min(1).max(maximumAuditPage).default(50),
});

/** The audit log of an organization, a page at a time. */
export const auditRoutes = {
  "GET /api/organization/{organizationId}/audit": {
    access: "see_audit",
    readUnits: 150,
    query: AuditQueryParameters,
    reply: AuditPageView,
  },
} satisfies Routes;
