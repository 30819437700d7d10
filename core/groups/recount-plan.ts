import type { StoredCounter } from "../counters/counter.ts";
import type { GroupMember } from "./group.ts";
import { isInGroup, newMember } from "./membership.ts";

/** A member that does not agree with its counter, and what it is corrected to. */
export interface MemberCorrection {
  counterId: string;
  /** Absent for a counter that is in the group, but is no member. */
  before?: GroupMember;
  /** Absent for a member whose counter is not in the group. */
  after?: GroupMember;
}

/** Compares a group's members with the counters that are in it. */
export function memberCorrections(
  groupId: string,
  members: GroupMember[],
  counters: StoredCounter[],
): MemberCorrection[] {
  const inGroup = counters.filter((counter) => isInGroup(counter, groupId));
  const expected = new Map(inGroup.map((counter) => [counter.id, newMember(counter)]));
  const stored = new Map(members.map((member) => [member.counterId, member]));
  const ids = [...new Set([...stored.keys(), ...expected.keys()])].sort();
  return ids.flatMap((counterId) => {
    const [before, after] = [stored.get(counterId), expected.get(counterId)];
    const same = before?.count === after?.count && before?.lastEventId === after?.lastEventId;
    return same ? [] : [{ counterId, ...(before && { before }), ...(after && { after }) }];
  });
}

/** By how much corrections change the group's total. */
export function differenceOf(corrections: MemberCorrection[]): bigint {
  return corrections.reduce(
    (sum, { before, after }) => sum + BigInt(after?.count ?? 0) - BigInt(before?.count ?? 0),
    0n,
  );
}

/** What a group's own item should say, going by its members. */
export function sumOf(members: GroupMember[]): { total: bigint; memberCount: number } {
  const total = members.reduce((sum, { count }) => sum + BigInt(count), 0n);
  return { total, memberCount: members.length };
}
