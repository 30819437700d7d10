import fc from "fast-check";
import { expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import type { GroupMember } from "../../../core/groups/group.ts";
import { differenceOf, memberCorrections, sumOf } from "../../../core/groups/recount-plan.ts";

const groupId = "grp_00000000000000000001";

function counterOf(counterId: string, count: number, differences: Partial<StoredCounter> = {}) {
  const key = { organizationId: "org_1", counterId };
  const counter = newCounter({ name: "Gate", groupId }, key, 0);
  return { ...counter, count, lastEventId: Math.abs(count), ...differences };
}

const memberOf = (counterId: string, count: number): GroupMember => ({
  counterId,
  count,
  lastEventId: Math.abs(count),
});

test("only members that differ are corrected", () => {
  const members = [memberOf("a", 1), memberOf("b", 2), memberOf("orphan", 3)];
  const counters = [counterOf("a", 1), counterOf("b", 5), counterOf("new", -4)];
  expect(memberCorrections(groupId, members, counters)).toEqual([
    { counterId: "b", before: memberOf("b", 2), after: memberOf("b", 5) },
    { counterId: "new", after: memberOf("new", -4) },
    { counterId: "orphan", before: memberOf("orphan", 3) },
  ]);
});

test("a member with the right count of another event is corrected, too", () => {
  const counter = counterOf("a", 2, { lastEventId: 4 });
  expect(memberCorrections(groupId, [memberOf("a", 2)], [counter])).toHaveLength(1);
});

test.each([
  ["archived", { archivedAt: "2026-01-01T00:00:00.000Z" }],
  ["in another group", { groupId: "grp_00000000000000000002" }],
  ["in none", { groupId: null }],
])("a counter that is %s is no member", (_case, differences) => {
  const counters = [counterOf("a", 1, differences)];
  expect(memberCorrections(groupId, [], counters)).toEqual([]);
  expect(memberCorrections(groupId, [memberOf("a", 1)], counters)).toHaveLength(1);
});

test("corrections change the sum of the members by their difference, also beyond 2^53", () => {
  const counts = fc.dictionary(
    fc.constantFrom("a", "b", "c", "d"),
    fc.constantFrom(0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53),
  );
  let ties = 0;
  fc.assert(
    fc.property(counts, counts, (before, after) => {
      const members = Object.entries(before).map(([id, count]) => memberOf(id, count));
      const counters = Object.entries(after).map(([id, count]) => counterOf(id, count));
      const corrections = memberCorrections(groupId, members, counters);
      ties += Object.entries(before).filter(([id, count]) => after[id] === count).length;
      const right = counters.map(({ id, count }) => memberOf(id, count));
      expect(sumOf(members).total + differenceOf(corrections)).toBe(sumOf(right).total);
    }),
  );
  expect(ties).toBeGreaterThan(10);
});
