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

export interface TargetSearch {
  organizationId: string;
  scope: "counter" | "group";
  /** A part of the name, in any case; empty for all. */
  text: string;
}

/** The most targets that one search returns; to find others, search for a longer text. */
export const maximumFoundTargets = 50;

/** The counters in use, or the groups, whose names have the text: the first 50 by name. */
export async function findAlertTargets(
  ports: {
    counters: Pick<Counters, "list">;
    groups: { list(organizationId: string): Promise<StoredGroup[]> };
  },
  { organizationId, scope, text }: TargetSearch,
): Promise<{ targets: PossibleTarget[]; found: number }> {
  const all = await (scope === "counter"
    ? countersOf(ports, organizationId)
    : ports.groups.list(organizationId));
  const wanted = comparable(text);
  const matching = all.filter(({ name }) => comparable(name).includes(wanted));
  const targets = sortByName(matching)
    .slice(0, maximumFoundTargets)
    .map(({ id, name, capacity }) => ({ id, name, capacity }));
  return { targets, found: matching.length };
}

async function countersOf(
  { counters }: { counters: Pick<Counters, "list"> },
  organizationId: string,
): Promise<PossibleTarget[]> {
  const all = await counters.list(organizationId);
  return all.map(({ id, name, goalTarget }) => ({ id, name, capacity: goalTarget }));
}

/** An accented letter can be written as one character or as two. */
function comparable(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}
