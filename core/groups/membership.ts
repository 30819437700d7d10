import type { StoredCounter } from "../counters/counter.ts";
import { type GroupKey, type GroupMember, isGroupId } from "./group.ts";

/** The group that a counter leaves and the one it joins, in one transaction with the counter. */
export interface MembershipChange {
  leaves?: {
    group: GroupKey;
    counterId: string;
    /** As it was read: the group's total loses its count, which can be older than the counter's. */
    member: GroupMember | undefined;
  };
  joins?: { group: GroupKey; member: GroupMember };
}

export interface MemberReader {
  member(group: GroupKey, counterId: string): Promise<GroupMember | undefined>;
}

/** The group that a counter is in; undefined for none, and for free text of an older version. */
export function groupKeyOf(
  counter: Pick<StoredCounter, "organizationId" | "groupId">,
): GroupKey | undefined {
  const { organizationId, groupId } = counter;
  return groupId !== null && isGroupId(groupId) ? { organizationId, groupId } : undefined;
}

/** Whether a counter says that it is in this group; an archived one is in none. */
export function isInGroup({ groupId, archivedAt }: StoredCounter, group: string): boolean {
  return groupId === group && archivedAt === undefined;
}

/** The counter as a member of a group that it joins: with the newest of its counts. */
export function newMember({ id, count, lastEventId }: StoredCounter): GroupMember {
  return { counterId: id, count, lastEventId };
}

/** The groups that a counter leaves and joins by a change of its group. */
export function membershipChange(
  before: StoredCounter,
  after: StoredCounter,
  member: GroupMember | undefined,
): MembershipChange {
  if (before.groupId === after.groupId) return {};
  const [left, joined] = [groupKeyOf(before), groupKeyOf(after)];
  return {
    ...(left && { leaves: { group: left, counterId: before.id, member } }),
    ...(joined && { joins: { group: joined, member: newMember(after) } }),
  };
}

/** Reads the counter's present member, and returns the change of groups. */
export async function readMembershipChange(
  reader: MemberReader,
  before: StoredCounter,
  after: StoredCounter,
): Promise<MembershipChange> {
  const left = before.groupId === after.groupId ? undefined : groupKeyOf(before);
  const member = left && (await reader.member(left, before.id));
  return membershipChange(before, after, member);
}
