import * as z from "zod";
import type { RandomBase62 } from "../base62.ts";
import type { Charted } from "../counters/charted.ts";
import { ExactSum, KeptSums } from "../counters/count-mark.ts";
import { DisplayName } from "../display-name.ts";

/** The count at which something is full: of a group, or of an alert. */
export const Capacity = z
  .int("must be a whole number")
  .min(0, "must be at least 0")
  .describe("The count at which it is full.");

/** A group of counters of one organization, as it is stored. */
export const StoredGroup = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: DisplayName,
  capacity: Capacity.nullable(),
  /** The sum of its members' counts that have been evaluated; it can exceed what a number holds. */
  total: ExactSum,
  memberCount: z.int().min(0),
  alertCount: z.int().min(0),
  /** Rises with every change of the group, its members or its alerts: the fence of evaluation. */
  revision: z.int().min(1),
  createdAt: z.iso.datetime(),
  /** What charts of its total are drawn from: counts, and counters that join and leave, in order. */
  ...KeptSums.shape,
});
export type StoredGroup = z.infer<typeof StoredGroup>;

/** A counter in a group, with the newest of its counts that the group's total contains. */
export const GroupMember = z.object({
  counterId: z.string(),
  count: z.int(),
  lastEventId: z.int().min(0),
});
export type GroupMember = z.infer<typeof GroupMember>;

export interface GroupKey {
  organizationId: string;
  groupId: string;
}

/** What an operator may set on a group; a field that is absent stays as it is. */
export interface GroupSettings {
  name?: string;
  capacity?: number | null;
}

/** The settings with which a group begins; only the name is required. */
export interface InitialGroupSettings extends GroupSettings {
  name: string;
}

/** The most groups of one organization: a list reads all of them. */
export const maximumGroups = 1_000;

/** The number of base62 digits in a group's id. */
const idDigits = 20;

export function newGroupId(randomBase62: RandomBase62): string {
  return `grp_${randomBase62(idDigits)}`;
}

export function newGroup(
  { name, capacity = null }: InitialGroupSettings,
  { organizationId, groupId }: GroupKey,
  nowMs: number,
): StoredGroup {
  return {
    id: groupId,
    organizationId,
    name,
    capacity,
    total: 0n,
    memberCount: 0,
    alertCount: 0,
    revision: 1,
    createdAt: new Date(nowMs).toISOString(),
  };
}

/** The level of a group as a number: its total, at most ±(2^53−1). */
export function levelOf(total: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  if (total > most) return Number.MAX_SAFE_INTEGER;
  return total < -most ? Number.MIN_SAFE_INTEGER : Number(total);
}

/**
 * A group can be created anew under the id of one that was deleted. Where nobody has ever counted down or
 * set a number, the total has only risen, as that of counters that only rise.
 */
export function chartedGroup(group: StoredGroup): Charted {
  const onlyRises = !group.downs && !group.adjusted;
  const charted = { ...group, level: group.total, position: group.revision, mayReplace: true };
  return { ...charted, ...(onlyRises && { onlyRises }) };
}
