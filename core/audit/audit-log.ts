import { allInOrder } from "../all-in-order.ts";
import {
  isOrganizationId,
  type NoSuchOrganization,
  type OrganizationName,
  readIfOrganizationExists,
} from "../organization-id.ts";
import type { AuditEntry } from "./audit-entry.ts";

export interface AuditLogPage {
  /** Newest first. With a filter a page can be short, or empty, before the last one. */
  entries: AuditEntry[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

export interface AuditQuery {
  organizationId: string;
  /** Only entries of this time and later, milliseconds since the epoch. */
  sinceMs?: number | undefined;
  /** Only entries before this time, milliseconds since the epoch. */
  untilMs?: number | undefined;
  /** A member's or another actor's id, or `operator` for all operators. */
  actor?: string | undefined;
  /** Noun and verb such as `key.create`, or the noun alone. */
  action?: string | undefined;
  /** `next` of the page before. */
  from?: string | undefined;
  limit: number;
}

export interface AuditLog {
  /** For work whose writes cannot carry the entry. */
  record(entry: AuditEntry): Promise<void>;
  list(query: AuditQuery): Promise<AuditLogPage>;
}

export const maximumAuditPage = 100;

/** True for text that can filter by action: a noun, or noun and verb. */
export function isActionFilter(text: string): boolean {
  return /^[a-z]{1,30}(-[a-z]{1,30})?(\.[a-z]{1,30}(-[a-z]{1,30})*)?$/.test(text);
}

/** True for text that `next` of a page can be. */
export function isAuditKey(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.[0-9A-Za-z]{12}$/.test(text);
}

/** A page of an organization's audit log, newest first. */
export async function listAudit(
  ports: { organizationName: OrganizationName; auditLog: Pick<AuditLog, "list"> },
  query: AuditQuery,
): Promise<{ result: "listed"; page: AuditLogPage } | NoSuchOrganization> {
  const list = () => ports.auditLog.list(query);
  const page = await readIfOrganizationExists(ports, query.organizationId, list);
  return page === undefined ? { result: "no_such_organization" } : { result: "listed", page };
}

/**
 * The same for operators, who also see the log of an organization that was deleted: it is kept for
 * its year. Undefined where there neither is nor was one. `organizationId` may be any text.
 */
export async function listKeptAudit(
  ports: { organizationName: OrganizationName; auditLog: Pick<AuditLog, "list"> },
  query: AuditQuery,
): Promise<AuditLogPage | undefined> {
  const { organizationId } = query;
  if (!isOrganizationId(organizationId)) return undefined;
  const page = await ports.auditLog.list(query);
  if (page.entries.length > 0 || page.next !== null) return page;
  const [name, newest] = await allInOrder([
    ports.organizationName(organizationId),
    ports.auditLog.list({ organizationId, limit: 1 }),
  ]);
  return name === undefined && newest.entries.length === 0 ? undefined : page;
}
