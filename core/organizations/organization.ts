import * as z from "zod";
import type { CreationContext } from "../clock.ts";
import { DisplayName } from "../display-name.ts";
import type { ChangeAudit } from "../members/member-audit.ts";
import { defaultTimeZone } from "../time-zone.ts";
import { plans } from "./plan.ts";

export const Plan = z.enum(plans);
export type Plan = z.infer<typeof Plan>;

export const Organization = z.object({
  id: z.string(),
  name: DisplayName,
  plan: Plan,
  /** In which its days and hours begin; an IANA name. */
  timeZone: z.string(),
  createdAt: z.iso.datetime(),
});
export type Organization = z.infer<typeof Organization>;

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
  /** Increases with every change of the name, the plan, the keys, the endpoints, the groups or the alerts. */
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

/** False for text that cannot be an organization's id and need not be looked up. */
export function isOrganizationId(text: string): boolean {
  return /^org_[0-9A-Za-z]{20}$/.test(text);
}

/** The organization of this id, which may be any text; undefined when there is none. */
export async function findOrganization(
  { organizations }: { organizations: Pick<Organizations, "get"> },
  organizationId: string,
): Promise<OrganizationRecord | undefined> {
  return isOrganizationId(organizationId) ? await organizations.get(organizationId) : undefined;
}

/** Returns an organization's name; undefined when there is none of this id. */
export type OrganizationName = (organizationId: string) => Promise<string | undefined>;

/** The name of the organization of this id, which may be any text; undefined when there is none. */
export async function findOrganizationName(
  { organizationName }: { organizationName: OrganizationName },
  organizationId: string,
): Promise<string | undefined> {
  return isOrganizationId(organizationId) ? await organizationName(organizationId) : undefined;
}

/**
 * Runs `read` and looks up the organization of this id, which may be any text, at the same time;
 * undefined when there is none.
 */
export async function readIfOrganizationExists<Read>(
  { organizationName }: { organizationName: OrganizationName },
  organizationId: string,
  read: () => Promise<Read>,
): Promise<Read | undefined> {
  if (!isOrganizationId(organizationId)) return undefined;
  const [name, found] = await Promise.all([organizationName(organizationId), read()]);
  return name === undefined ? undefined : found;
}
