import * as z from "zod";
import { Calendar, DayStartTime, dayStartTime } from "../calendar.ts";
import type { CreationContext } from "../clock.ts";
import { DisplayName, NewName } from "../display-name.ts";
import { defaultLanguage, isLanguage, type Language, languages } from "../languages.ts";
import type { ChangeAudit } from "../members/member-audit.ts";
import { mailRule, mailRules } from "../members/preferences.ts";
import { isOrganizationId } from "../organization-id.ts";
import { defaultTimeZone } from "../time-zone.ts";
import { TimeZone } from "../time-zone-name.ts";
import { planIncludesAlerts, plans } from "./plan.ts";

export const Plan = z.enum(plans);
export type Plan = z.infer<typeof Plan>;

export const Organization = z.object({
  id: z.string(),
  name: DisplayName,
  plan: Plan,
  ...Calendar.shape,
  /** What its embeds and screens speak, as it is stored: a newer release may know more languages. */
  language: z.string().exactOptional(),
  /** Ids of the counters and groups that its overview shows; absent where nothing was ever pinned. */
  pins: z.array(z.string()).exactOptional(),
  /** Who gets mails of which kind, by the kind, where owners have set it; as `language`. */
  mails: z.record(z.string(), z.string()).exactOptional(),
  createdAt: z.iso.datetime(),
});
export type Organization = z.infer<typeof Organization>;

const mails = z.enum(mailRules).exactOptional();

/** What owners and admins may change; who gets mails only owners. */
export const OrganizationSettings = z.object({
  name: NewName.exactOptional(),
  timeZone: TimeZone.exactOptional(),
  dayStart: DayStartTime.exactOptional(),
  language: z.enum(languages).exactOptional(),
  ...{ alertMails: mails, endpointMails: mails, deliveriesMails: mails, roleMails: mails },
  reportMails: mails,
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

/** The settings as they were set last; a start of the day can be one to come. */
export function settingsOf({
  name,
  timeZone,
  dayStarts,
  language,
  mails,
}: Pick<
  Organization,
  "name" | "timeZone" | "dayStarts" | "language" | "mails"
>): Required<OrganizationSettings> {
  const dayStart = dayStartTime({ dayStarts });
  return {
    ...{ name, timeZone, dayStart, language: knownLanguage(language) },
    ...{ alertMails: mailRule("alert", mails), endpointMails: mailRule("endpoint", mails) },
    ...{ deliveriesMails: mailRule("deliveries", mails), roleMails: mailRule("role", mails) },
    reportMails: mailRule("report", mails),
  };
}

/** The language that is stored, or English where this release does not know it. */
export function knownLanguage(stored: string | undefined): Language {
  return isLanguage(stored) ? stored : defaultLanguage;
}

/** What a change of settings writes. */
export type StoredSettings = Partial<
  Pick<Organization, "name" | "timeZone" | "dayStarts" | "language" | "pins" | "mails">
>;

/** An organization with the numbers and ids that its limits are checked against. */
export interface OrganizationRecord {
  organization: Organization;
  /** Hash of each API key by the key's id, strongly consistent. */
  apiKeys: Record<string, string>;
  endpointIds: Set<string>;
  /** Archived ones among them. */
  counterCount: number;
  groupCount: number;
  alertCount: number;
  /** Rises when the organization leaves Enterprise or returns; see AlertEntitlement. */
  alertEpoch: number;
  /** When its counters with a daily reset are due; absent while there never was one. */
  nextDayStart?: string;
  /** Increases with every change of the settings, the plan, the keys, the endpoints, the groups or the alerts. */
  revision: number;
}

export interface OrganizationCreator {
  create(organization: Organization, audit?: ChangeAudit): Promise<void>;
}

export interface Organizations {
  get(organizationId: string): Promise<OrganizationRecord | undefined>;
  /** Every organization except the canary's, sorted by name. */
  list(): Promise<Organization[]>;
}

export function newOrganization(
  setup: { name: string; plan: Plan; timeZone?: string | undefined },
  { nowMs, randomBase62 }: CreationContext,
): Organization {
  return {
    id: `org_${randomBase62(20)}`,
    name: setup.name,
    plan: setup.plan,
    timeZone: setup.timeZone ?? defaultTimeZone,
    createdAt: new Date(nowMs).toISOString(),
  };
}

/**
 * The organization of the stack's own canary. Nobody belongs to it, no list shows it, and it cannot be
 * deleted; whoever knows the id can look at it.
 */
export const canaryOrganizationId = "org_00000000000000Canary";

/** The organization of this id, which may be any text; undefined when there is none. */
export async function findOrganization(
  { organizations }: { organizations: Pick<Organizations, "get"> },
  organizationId: string,
): Promise<OrganizationRecord | undefined> {
  return isOrganizationId(organizationId) ? await organizations.get(organizationId) : undefined;
}

/** The alert epoch of an organization that is put on this plan; it never falls. */
export function nextAlertEpoch(
  { organization, alertEpoch }: Pick<OrganizationRecord, "organization" | "alertEpoch">,
  plan: Plan,
  nowMs: number,
): number {
  const changes = planIncludesAlerts(organization.plan) !== planIncludesAlerts(plan);
  return changes ? Math.max(Math.floor(nowMs), alertEpoch + 1) : alertEpoch;
}
