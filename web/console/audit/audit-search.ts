import { withinBounds } from "../../../core/time-bounds.ts";

/** The filters, as they stand in the page's URL. */
export interface AuditSearch {
  person?: string | undefined;
  action?: string | undefined;
  /** The first day, such as `2026-11-21`. */
  since?: string | undefined;
  /** The last day, included. */
  until?: string | undefined;
}

/** The valid filters of the URL's query; without zod, because every page loads it. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const matching = (value: unknown, pattern: RegExp) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;
  return {
    person: matching(search.person, /^\w{1,50}$/),
    action: matching(search.action, /^[a-z.-]{1,70}$/),
    since: matching(search.since, day),
    until: matching(search.until, day),
  };
}

const day = /^2\d{3}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/;

/** The filters as a query of the private API. Days begin in the viewer's time zone. */
export function auditQuery({ person, action, since, until }: AuditSearch) {
  return {
    actor: person,
    action,
    since: since && startOfDay(since, 0),
    until: until && startOfDay(until, 1),
  };
}

function startOfDay(text: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = text.split("-").map(Number);
  const startMs = new Date(year, month - 1, date + daysLater).getTime();
  return new Date(withinBounds(startMs)).toISOString();
}
