import type { AuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import type { StoredCounter } from "../counters/counter.ts";
import type { StoredCounters } from "../counters/counter-lookup.ts";
import { sortByName } from "../list-order.ts";
import { findOrganization, type Organizations } from "../organizations/organization.ts";
import {
  type GroupKey,
  type GroupSettings,
  isGroupId,
  type NewGroup,
  newGroup,
  newGroupId,
  type StoredGroup,
} from "./group.ts";
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
  | { result: "limit_reached" | "no_such_organization" };

export interface GroupCreator {
  /** The most groups that `create` takes at once. */
  maximumBatch: number;
  /**
   * Creates groups of one organization, all or none; with `entryOf`, together with the audit entry of
   * each that is written.
   */
  create(
    organizationId: string,
    groups: StoredGroup[],
    entryOf?: (group: StoredGroup) => AuditEntry,
  ): Promise<GroupCreation>;
}

export interface GroupUpdates {
  /**
   * Changes settings of a group; returns undefined when there is none, or when one of the `expected`
   * settings is another.
   */
  update(
    key: GroupKey,
    settings: GroupSettings,
    expected?: GroupSettings,
  ): Promise<StoredGroup | undefined>;
}

/** What every use case needs to find a group. */
export interface GroupLookupPorts {
  organizations: Pick<Organizations, "get">;
  groups: GroupReader;
}

export type NoSuchGroup = { result: "no_such_group" | "no_such_organization" };

/**
 * Creates a group without counters, within the organization's limit. A group that has the id already
 * stays as it is, and is not `isNew`.
 */
export async function createGroup(
  ports: { groupCreator: GroupCreator; clock: Clock; randomBase62: RandomBase62 },
  organizationId: string,
  setup: NewGroup,
  groupId = newGroupId(ports.randomBase62),
): Promise<
  | { result: "created"; group: StoredGroup; isNew: boolean }
  | Exclude<GroupCreation, { result: "created" }>
> {
  const { groupCreator, clock } = ports;
  const group = newGroup(setup, { organizationId, groupId }, clock.now());
  const creation = await groupCreator.create(organizationId, [group]);
  if (creation.result !== "created") return creation;
  return { result: "created", group, isNew: creation.created.length > 0 };
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

/** Changes a group's name or capacity. Alerts that go by its capacity follow at the next count. */
export async function updateGroup(
  ports: GroupLookupPorts & { groupUpdates: GroupUpdates },
  key: GroupKey,
  settings: GroupSettings,
): Promise<{ result: "updated"; before: StoredGroup; group: StoredGroup } | NoSuchGroup> {
  const found = await findGroup(ports, key);
  if (found.result !== "found") return found;
  const group = await ports.groupUpdates.update(key, settings);
  if (group === undefined) return { result: "no_such_group" };
  return { result: "updated", before: found.group, group };
}
