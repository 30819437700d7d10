import type { Counters } from "../counters/counter-lookup.ts";
import type { StoredGroup } from "../groups/group.ts";
import { sortByName } from "../list-order.ts";

/** Something that an alert can be put on. */
export interface PossibleTarget {
  id: string;
  name: string;
  /** The counter's goal or the group's capacity. */
  capacity: number | null;
}

/** The counters in use and the groups of an organization, each sorted by name. */
export async function listAlertTargets(
  ports: {
    counters: Pick<Counters, "list">;
    groups: { list(organizationId: string): Promise<StoredGroup[]> };
  },
  organizationId: string,
): Promise<{ counters: PossibleTarget[]; groups: PossibleTarget[] }> {
  const [counters, groups] = await Promise.all([
    ports.counters.list(organizationId),
    ports.groups.list(organizationId),
  ]);
  return {
    counters: sortByName(
      counters.map(({ id, name, goalTarget }) => ({ id, name, capacity: goalTarget })),
    ),
    groups: sortByName(groups.map(({ id, name, capacity }) => ({ id, name, capacity }))),
  };
}
