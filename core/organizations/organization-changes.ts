import type { AuditAction } from "../audit/audit-action.ts";
import { type DayStartTime, withDayStart } from "../calendar.ts";
import { compareFields } from "../compare-fields.ts";
import type { Language } from "../languages.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { NoticeKind } from "../members/preferences.ts";
import type { Action } from "../members/role.ts";
import { isOrganizationId, type NoSuchOrganization } from "../organization-id.ts";
import {
  newOrganization,
  type Organization,
  type OrganizationCreator,
  type OrganizationRecord,
  type OrganizationSettings,
  type Plan,
  type StoredSettings,
  settingsOf,
} from "./organization.ts";

export interface Plans {
  /**
   * Changes the plan and what is copied of it into each key and endpoint, in one transaction with the
   * entry. Undefined for an unknown organization.
   */
  set(
    organizationId: string,
    plan: Plan,
    auditOf?: AuditOf,
  ): Promise<{ before: OrganizationRecord; after: Organization } | undefined>;
}

/** An organization before and after a change of its settings. */
export interface ChangedOrganization {
  before: Organization;
  after: Organization;
}

/** What the change is written with. */
export type AuditOf = (changed: ChangedOrganization) => ChangeAudit;

export interface OrganizationDecision<Result> {
  result: Result;
  /** Absent when there is nothing to write. */
  write?: { settings: StoredSettings; audit: ChangeAudit; action?: Action | undefined };
}

export interface OrganizationSettingsStore {
  /**
   * Decides from the organization as it is, and again where another writer was first; writes the
   * settings with the audit entry. Undefined for an unknown organization.
   */
  change<Result>(
    organizationId: string,
    decide: (before: Organization) => OrganizationDecision<Result>,
  ): Promise<Result | { result: "forbidden" } | undefined>;
}

/**
 * `forbidden`: the member may no longer make this change. `conflict`: another person has changed the
 * setting since it was seen; nothing was written.
 */
export type RefusedSetting = NoSuchOrganization | { result: "forbidden" | "conflict" };

export interface OrganizationSettingPorts extends AuditPorts {
  organizationSettings: OrganizationSettingsStore;
}

/** Creates an organization without keys, counters and endpoints; its id is random unless it is given. */
export async function createOrganization(
  ports: AuditPorts & { organizationCreator: OrganizationCreator },
  { id, ...setup }: { id?: string; name: string; plan: Plan; timeZone?: string | undefined },
  by: ChangedBy,
): Promise<Organization> {
  const { organizationCreator, clock, randomBase62 } = ports;
  const made = newOrganization(setup, { nowMs: clock.now(), randomBase62 });
  const organization = id === undefined ? made : { ...made, id };
  const { name, plan, timeZone } = organization;
  const audit = changeAudit(ports, by, {
    ...{ ...owned(organization), action: "org.create" },
    ...{ before: null, after: { name, plan, timeZone } },
  });
  await organizationCreator.create(organization, audit);
  return organization;
}

/** Changes the name; no copy of it is stored elsewhere. The id may be any text. */
export async function renameOrganization(
  ports: OrganizationSettingPorts,
  {
    organizationId,
    name,
    seen,
  }: { organizationId: string; name: string; seen?: string | undefined },
  by: ChangedBy,
): Promise<{ result: "renamed"; organization: Organization; nameBefore: string } | RefusedSetting> {
  const edit = { field: "name", to: name, seen } as const;
  const changed = await changeSetting(ports, organizationId, edit, by);
  if (changed.result !== "set") return changed;
  return { result: "renamed", organization: changed.after, nameBefore: changed.before.name };
}

/**
 * Changes the zone in which days and hours begin, an IANA name. Marks that were written before keep
 * their bounds until they are rebuilt.
 */
export async function changeTimeZone(
  ports: OrganizationSettingPorts,
  {
    organizationId,
    timeZone,
    seen,
  }: { organizationId: string; timeZone: string; seen?: string | undefined },
  by: ChangedBy,
): Promise<
  { result: "changed"; organization: Organization; timeZoneBefore: string } | RefusedSetting
> {
  const edit = { field: "timeZone", to: timeZone, seen } as const;
  const changed = await changeSetting(ports, organizationId, edit, by);
  if (changed.result !== "set") return changed;
  const { before, after: organization } = changed;
  return { result: "changed", organization, timeZoneBefore: before.timeZone };
}

/** Changes the time at which days start, from the next day on that has not started. */
export async function changeDayStart(
  ports: OrganizationSettingPorts,
  {
    organizationId,
    dayStart,
    seen,
  }: { organizationId: string; dayStart: DayStartTime; seen?: string | undefined },
  by: ChangedBy,
): Promise<{ result: "changed"; organization: Organization } | RefusedSetting> {
  const edit = { field: "dayStart", to: dayStart, seen } as const;
  const changed = await changeSetting(ports, organizationId, edit, by);
  if (changed.result !== "set") return changed;
  return { result: "changed", organization: changed.after };
}

/** Changes the language of its embeds and screens. */
export async function changeLanguage(
  ports: OrganizationSettingPorts,
  { organizationId, language }: { organizationId: string; language: Language },
  by: ChangedBy,
): Promise<{ result: "changed"; organization: Organization } | RefusedSetting> {
  const edit = { field: "language", to: language, seen: undefined } as const;
  const changed = await changeSetting(ports, organizationId, edit, by);
  if (changed.result !== "set") return changed;
  return { result: "changed", organization: changed.after };
}

type Setting = keyof OrganizationSettings;

/** How each setting is stored, and what its change is called in the audit log. */
const storedAs: Record<
  Setting,
  {
    action: AuditAction;
    /** What a member has to be allowed. */
    needs?: Action;
    stored(to: string, before: Organization, nowMs: number): StoredSettings;
  }
> = {
  name: { action: "org.rename", stored: (name) => ({ name }) },
  timeZone: { action: "org.set-time-zone", stored: (timeZone) => ({ timeZone }) },
  dayStart: {
    action: "org.set-day-start",
    stored: (at, before, nowMs) => ({ dayStarts: withDayStart(before, at, nowMs) }),
  },
  language: { action: "org.set-language", stored: (language) => ({ language }) },
  ...{ alertMails: mailsOf("alert"), endpointMails: mailsOf("endpoint") },
  ...{ deliveriesMails: mailsOf("deliveries"), roleMails: mailsOf("role") },
  reportMails: mailsOf("report"),
};

function mailsOf(kind: NoticeKind) {
  return {
    ...({ action: "org.set-mails", needs: "manage_notices" } as const),
    stored: (rule: string, before: Organization) => ({ mails: { ...before.mails, [kind]: rule } }),
  };
}

interface SettingEdit {
  field: Setting;
  to: string;
  /** What it was when the person saw it; without it, the setting is written unseen. */
  seen: string | undefined;
}

/** Changes one setting. What is set already is not written. */
export async function changeSetting(
  ports: OrganizationSettingPorts,
  organizationId: string,
  { field, to, seen }: SettingEdit,
  by: ChangedBy,
): Promise<({ result: "set" } & ChangedOrganization) | RefusedSetting> {
  const unknown = { result: "no_such_organization" } as const;
  if (!isOrganizationId(organizationId)) return unknown;
  type Changed = ({ result: "set" } & ChangedOrganization) | { result: "conflict" };
  const changed = await ports.organizationSettings.change<Changed>(organizationId, (before) => {
    const current = settingsOf(before);
    const known = seen === undefined ? {} : { [field]: seen };
    const { wanted, conflicting } = compareFields(current, { [field]: to }, known);
    if (conflicting.length > 0) return { result: { result: "conflict" } };
    if (Object.keys(wanted).length === 0)
      return { result: { result: "set", before, after: before } };
    const { action, needs, stored } = storedAs[field];
    const settings = stored(to, before, ports.clock.now());
    const after = { ...before, ...settings };
    const result = { result: "set" as const, before, after };
    const entry = { action, before: { [field]: current[field] }, after: { [field]: to } };
    const audit = changeAudit(ports, by, { ...owned(after), ...entry });
    return { result, write: { settings, audit, action: needs } };
  });
  return changed ?? unknown;
}

function owned({ id, name }: Organization) {
  return { organizationId: id, target: { kind: "organization", id, name } };
}

export interface PlanChange {
  result: "changed";
  organization: Organization;
  planBefore: Plan;
  apiKeyCount: number;
  endpointCount: number;
  /** Paused ones among them. */
  alertCount: number;
}

/** Changes the plan of an organization; returns how many keys, endpoints and alerts it affects. */
export async function changePlan(
  ports: AuditPorts & { plans: Plans },
  { organizationId, plan }: { organizationId: string; plan: Plan },
  by: ChangedBy,
): Promise<PlanChange | NoSuchOrganization> {
  if (!isOrganizationId(organizationId)) return { result: "no_such_organization" };
  const changed = await ports.plans.set(organizationId, plan, ({ before, after }) =>
    changeAudit(ports, by, {
      ...{ ...owned(after), action: "org.set-plan" },
      ...{ before: { plan: before.plan }, after: { plan } },
    }),
  );
  if (changed === undefined) return { result: "no_such_organization" };
  const { before, after } = changed;
  return {
    result: "changed",
    organization: after,
    planBefore: before.organization.plan,
    apiKeyCount: Object.keys(before.apiKeys).length,
    endpointCount: before.endpointIds.size,
    alertCount: before.alertCount,
  };
}
