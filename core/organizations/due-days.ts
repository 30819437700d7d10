import { type Calendar, nextDayStartMs } from "../calendar.ts";
import type { OrganizationRecord, StoredSettings } from "./organization.ts";

/** An organization whose counters may be due: its next day has started. */
export interface DueOrganization {
  organizationId: string;
  /** When its day started, or when it got its first counter with a daily reset. */
  nextDayStart: string;
}

export interface ClaimedOrganization extends DueOrganization {
  calendar: Calendar;
  /** The organization's; a change of its calendar increases it. */
  revision: number;
}

/** Which organizations are due, and who works on them. */
export interface DueDayStore {
  /**
   * The longest due first; eventually consistent: one can be missing, or have been started, a moment
   * ago.
   */
  due(nowMs: number): Promise<DueOrganization[]>;
  /** Undefined where the organization is not due, or another run works on it until it ends. */
  claim(
    organizationId: string,
    times: { nowMs: number; untilMs: number },
  ): Promise<ClaimedOrganization | undefined>;
  /**
   * Ends the claim of an organization whose counters are all done with the day. One that was changed
   * meanwhile stays due: its calendar can be another.
   */
  advance(claimed: ClaimedOrganization, nextDayStart: string): Promise<void>;
}

/**
 * When the next day starts after a change of the calendar, of an organization with counters that wait for
 * it. A day that is due stays due.
 */
export function rescheduledDayStart(
  {
    organization,
    nextDayStart: planned,
  }: Pick<OrganizationRecord, "organization" | "nextDayStart">,
  settings: StoredSettings,
  nowMs: number,
): { nextDayStart?: string } {
  const isChanged = settings.timeZone !== undefined || settings.dayStarts !== undefined;
  if (!isChanged || planned === undefined || Date.parse(planned) <= nowMs) return {};
  const next = nextDayStartMs({ ...organization, ...settings }, nowMs);
  return { nextDayStart: new Date(next).toISOString() };
}
