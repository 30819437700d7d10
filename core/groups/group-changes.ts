import { isGroupId, type StoredCounter } from "../counters/counter.ts";
import type { StoredCounters } from "../counters/counter-lookup.ts";
import { sortByName } from "../list-order.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import { findOrganization, type Organizations } from "../organizations/organization.ts";
import {
  type GroupKey,
  type InitialGroupSettings,
  newGroup,
  newGroupId,
  type StoredGroup,
} from "./group.ts";
import { groupChanged } from "./group-audit.ts";
import { isInGroup } from "./membership.ts";

/** Groups as they are stored; every read is strongly consistent. */
export interface GroupReader {
  get(key: GroupKey): Promise<StoredGroup | undefined>;
  /** Every group of the organization, in no particular order. */
  list(organizationId: string): Promise<StoredGroup[]>;
}

export type GroupCreation =
  /** Those that were written now; the rest existed already under the same id and stayed as it was. */
  | { result: "created"; created: StoredGroup[] }
  | { result: "limit_reached" | "no_such_organization" | "forbidden" };

export interface GroupCreator {
  /** The most groups that `create` takes at once. */
  maximumBatch: number;
  /**
   * Creates groups of one organization, all or none; with `auditsOf`, together with the audit entries
   * of those that are written, up to one for each and one more.
   */
  create(
    organizationId: string,
    groups: StoredGroup[],
    auditsOf?: (created: StoredGroup[]) => ChangeAudit[],
  ): Promise<GroupCreation>;
}

/** What every use case needs to find a group. */
export interface GroupLookupPorts {
  organizations: Pick<Organizations, "get">;
  groups: GroupReader;
}

export interface GroupSetup {
  organizationId: string;
  group: InitialGroupSettings;
  /** Of a creation that may be repeated. */
  groupId?: string | undefined;
}

export type NoSuchGroup = { result: "no_such_group" | "no_such_organization" };

/**
 * Creates a group without counters, within the organization's limit. A group that has the id already
 * stays as it is, and is not `isNew`. The audit entry is written with the group.
 */
export async function createGroup(
  ports: AuditPorts & { groupCreator: GroupCreator },
  { organizationId, group: setup, groupId = newGroupId(ports.randomBase62) }: GroupSetup,
  by: ChangedBy,
): Promise<
  | { result: "created"; group: StoredGroup; isNew: boolean }
  | Exclude<GroupCreation, { result: "created" }>
> {
  const group = newGroup(setup, { organizationId, groupId }, ports.clock.now());
  const auditsOf = () => [groupCreation(ports, by, group)];
  const creation = await ports.groupCreator.create(organizationId, [group], auditsOf);
  if (creation.result !== "created") return creation;
  return { result: "created", group, isNew: creation.created.length > 0 };
}

/** The entry of a new group. */
export function groupCreation(ports: AuditPorts, by: ChangedBy, group: StoredGroup): ChangeAudit {
  return changeAudit(ports, by, { ...groupChanged(undefined, group), action: "group.create" });
}

/** The groups of an organization, sorted by name. */
export async function listGroups(
  ports: GroupLookupPorts,
  organizationId: string,
): Promise<{ result: "listed"; groups: StoredGroup[] } | { result: "no_such_organization" }> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  return { result: "listed", groups: sortByName(await ports.groups.list(organizationId)) };
}

/** Finds a group, and says what is missing otherwise. The key may be any text. */
export async function findGroup(
  ports: GroupLookupPorts,
  key: GroupKey,
): Promise<{ result: "found"; group: StoredGroup } | NoSuchGroup> {
  const record = await findOrganization(ports, key.organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const group = isGroupId(key.groupId) ? await ports.groups.get(key) : undefined;
  return group === undefined ? { result: "no_such_group" } : { result: "found", group };
}

/** A group with its counters, sorted by name. */
export async function showGroup(
  ports: GroupLookupPorts & { storedCounters: Pick<StoredCounters, "list"> },
  key: GroupKey,
): Promise<{ result: "found"; group: StoredGroup; counters: StoredCounter[] } | NoSuchGroup> {
  const found = await findGroup(ports, key);
  if (found.result !== "found") return found;
  return { ...found, counters: await countersIn(ports, key) };
}

/** The counters in use that say that they are in this group, sorted by name. */
export async function countersIn(
  { storedCounters }: { storedCounters: Pick<StoredCounters, "list"> },
  { organizationId, groupId }: GroupKey,
): Promise<StoredCounter[]> {
  const all = await storedCounters.list(organizationId);
  return sortByName(all.filter((counter) => isInGroup(counter, groupId)));
}
