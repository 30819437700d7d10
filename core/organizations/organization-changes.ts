import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import {
  findOrganization,
  newOrganization,
  type Organization,
  type Organizations,
  type Plan,
} from "./organization.ts";

export interface Plans {
  /** Changes the plan and what is copied of it into each key and endpoint, in one transaction. */
  set(organizationId: string, plan: Plan): Promise<Organization | undefined>;
}

export interface OrganizationNames {
  set(organizationId: string, name: string): Promise<Organization | undefined>;
}

export interface TimeZones {
  set(organizationId: string, timeZone: string): Promise<Organization | undefined>;
}

export type NoSuchOrganization = { result: "no_such_organization" };

/** Creates an organization without keys, counters and endpoints. */
export async function createOrganization(
  ports: { organizations: Pick<Organizations, "create">; clock: Clock; randomBase62: RandomBase62 },
  setup: { name: string; plan: Plan; timeZone?: string | undefined },
): Promise<Organization> {
  const { organizations, clock, randomBase62 } = ports;
  const organization = newOrganization(setup, { nowMs: clock.now(), randomBase62 });
  await organizations.create(organization);
  return organization;
}

/** Changes the name; no copy of it is stored elsewhere. */
export async function renameOrganization(
  ports: { organizations: Pick<Organizations, "get">; names: OrganizationNames },
  { organizationId, name }: { organizationId: string; name: string },
): Promise<
  { result: "renamed"; organization: Organization; nameBefore: string } | NoSuchOrganization
> {
  const record = await findOrganization(ports, organizationId);
  const organization = record && (await ports.names.set(organizationId, name));
  if (record === undefined || organization === undefined) return { result: "no_such_organization" };
  return { result: "renamed", organization, nameBefore: record.organization.name };
}

/**
 * Changes the zone in which days and hours begin, an IANA name. Marks that were written before keep
 * their bounds until they are rebuilt.
 */
export async function changeTimeZone(
  ports: { organizations: Pick<Organizations, "get">; timeZones: TimeZones },
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
): Promise<
  { result: "changed"; organization: Organization; timeZoneBefore: string } | NoSuchOrganization
> {
  const record = await findOrganization(ports, organizationId);
  const organization = record && (await ports.timeZones.set(organizationId, timeZone));
  if (record === undefined || organization === undefined) return { result: "no_such_organization" };
  return { result: "changed", organization, timeZoneBefore: record.organization.timeZone };
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

/** Puts an organization on another plan; returns how much it has that the plan concerns. */
export async function changePlan(
  ports: { organizations: Pick<Organizations, "get">; plans: Plans },
  { organizationId, plan }: { organizationId: string; plan: Plan },
): Promise<PlanChange | NoSuchOrganization> {
  const record = await findOrganization(ports, organizationId);
  const organization = record && (await ports.plans.set(organizationId, plan));
  if (record === undefined || organization === undefined) return { result: "no_such_organization" };
  return {
    result: "changed",
    organization,
    planBefore: record.organization.plan,
    apiKeyCount: Object.keys(record.apiKeys).length,
    endpointCount: record.endpointIds.size,
    alertCount: record.alertCount,
  };
}
