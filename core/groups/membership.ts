import { allInOrder } from "../all-in-order.ts";
import type { StoredCounter } from "../counters/counter.ts";
import type { GroupKey, GroupMember } from "./group.ts";
import {
  type GroupLevelChange,
  type LevelChangeReader,
  readGroupLevelChange,
} from "./level-change.ts";

/** The group that a counter leaves and the one it joins, in one transaction with the counter. */
export interface MembershipChange {
  leaves?: {
    group: GroupKey;
    counterId: string;
    /** As it was read: the group's total loses its count, which can be older than the counter's. */
    member: GroupMember | undefined;
    /** Absent where the group's level stays. */
    levelChange?: GroupLevelChange;
  };
  joins?: { group: GroupKey; member: GroupMember; levelChange?: GroupLevelChange };
}

export interface MemberReader extends LevelChangeReader {
  member(group: GroupKey, counterId: string): Promise<GroupMember | undefined>;
}

/** The group that a counter is in; undefined for none. */
export function groupKeyOf(
  counter: Pick<StoredCounter, "organizationId" | "groupId">,
): GroupKey | undefined {
  const { organizationId, groupId } = counter;
  return groupId !== null ? { organizationId, groupId } : undefined;
}

/** Whether a counter says that it is in this group; an archived one is in none. */
export function isInGroup({ groupId, archivedAt }: StoredCounter, group: string): boolean {
  return groupId === group && archivedAt === undefined;
}

/** The counter as a member of a group that it joins: with the newest of its counts. */
export function newMember({ id, count, lastEventId }: StoredCounter): GroupMember {
  return { counterId: id, count, lastEventId };
}

/** Reads the counter's present member and both groups, and returns the change of groups. */
export async function readMembershipChange(
  reader: MemberReader,
  { before, after }: { before: StoredCounter; after: StoredCounter },
  nowMs: number,
): Promise<MembershipChange> {
  if (before.groupId === after.groupId) return {};
  const [left, joined] = [groupKeyOf(before), groupKeyOf(after)];
  const leaver = left && (await reader.member(left, before.id));
  const joiner = joined && newMember(after);
  // A count of 0 changes no level, and then nothing has to be read.
  const moveOf = async (group: GroupKey | undefined, member: GroupMember | undefined) => {
    const levelChange =
      group && member?.count && (await readGroupLevelChange(reader, group, nowMs));
    return levelChange ? { levelChange } : {};
  };
  const [leaving, joining] = await allInOrder([moveOf(left, leaver), moveOf(joined, joiner)]);
  return {
    ...(left && { leaves: { group: left, counterId: before.id, member: leaver, ...leaving } }),
    ...(joiner && { joins: { group: joined, member: joiner, ...joining } }),
  };
}
