import type { StoredCounter } from "../../../core/counters/counter.ts";
import { levelOf, type StoredGroup } from "../../../core/groups/group.ts";

/** A group as list and the verbs that change it print it. */
export function groupSummary(group: StoredGroup) {
  const { id, name, capacity, total, memberCount, alertCount, createdAt } = group;
  const counts = { total: levelOf(total), counterCount: memberCount, alertCount };
  return { id, name, capacity, ...counts, createdAt };
}

/** A group as `group show --json` prints it. */
export function groupWithCounters(
  { id, name, capacity, total }: StoredGroup,
  members: StoredCounter[],
) {
  const counters = members.map((counter) => ({
    id: counter.id,
    name: counter.name,
    count: counter.count,
  }));
  return { id, name, capacity, total: levelOf(total), counters };
}
