import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import { isOrganizationId, type NoSuchOrganization } from "../organization-id.ts";
import {
  newOrganization,
  type Organization,
  type OrganizationCreator,
  type OrganizationRecord,
  type Plan,
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

/**
 * `forbidden`: the member may no longer make this change. `conflict`: another person has changed the
 * setting since it was seen; nothing was written.
 */
export type SettingChange =
  | ({ result: "set" } & ChangedOrganization)
  | { result: "forbidden" | "conflict" };

/** A setting of an organization; one whose `seen` value is absent is written unseen. */
export interface OrganizationSettingEdit {
  to: string;
  /** What it was when the person saw it. */
  seen?: string | undefined;
}

/** A setting of organizations; undefined for an unknown one. What is set already is not written. */
export interface OrganizationSetting {
  set(
    organizationId: string,
    edit: OrganizationSettingEdit,
    auditOf?: AuditOf,
  ): Promise<SettingChange | undefined>;
}

export type RefusedSetting = NoSuchOrganization | { result: "forbidden" | "conflict" };

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
  ports: AuditPorts & { names: OrganizationSetting },
  {
    organizationId,
    name,
    seen,
  }: { organizationId: string; name: string; seen?: string | undefined },
  by: ChangedBy,
): Promise<{ result: "renamed"; organization: Organization; nameBefore: string } | RefusedSetting> {
  if (!isOrganizationId(organizationId)) return { result: "no_such_organization" };
  const changed = await ports.names.set(organizationId, { to: name, seen }, ({ before, after }) =>
    changeAudit(ports, by, {
      ...{ ...owned(after), action: "org.rename" },
      ...{ before: { name: before.name }, after: { name } },
    }),
  );
  if (changed === undefined) return { result: "no_such_organization" };
  if (changed.result !== "set") return changed;
  return { result: "renamed", organization: changed.after, nameBefore: changed.before.name };
}

/**
 * Changes the zone in which days and hours begin, an IANA name. Marks that were written before keep
 * their bounds until they are rebuilt.
 */
export async function changeTimeZone(
  ports: AuditPorts & { timeZones: OrganizationSetting },
  {
    organizationId,
    timeZone,
    seen,
  }: { organizationId: string; timeZone: string; seen?: string | undefined },
  by: ChangedBy,
): Promise<
  { result: "changed"; organization: Organization; timeZoneBefore: string } | RefusedSetting
> {
  if (!isOrganizationId(organizationId)) return { result: "no_such_organization" };
  const changed = await ports.timeZones.set(
    organizationId,
    { to: timeZone, seen },
    ({ before, after }) =>
      changeAudit(ports, by, {
        ...{ ...owned(after), action: "org.set-time-zone" },
        ...{ before: { timeZone: before.timeZone }, after: { timeZone } },
      }),
  );
  if (changed === undefined) return { result: "no_such_organization" };
  if (changed.result !== "set") return changed;
  const { before, after: organization } = changed;
  return { result: "changed", organization, timeZoneBefore: before.timeZone };
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
