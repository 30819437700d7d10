import type { OrganizationRecord } from "./organization.ts";

/** A stored number, and how many items there are. */
export interface CountFacts {
  said: number;
  stored: number;
}

export type RosterFacts = Record<"member" | "owner", CountFacts>;

export interface NumberFacts {
  /** What the organization's item says, and how many items there are. */
  counts: Record<"counter" | "group" | "alert", CountFacts>;
  /** The number of alerts that each counter and group stores, and that it has. */
  watched: (CountFacts & { item: "counter" | "group"; id: string })[];
}

type Watched = { id: string; alertCount: number };

/** `targets` has the id of the counter or group that each alert watches. */
export function numberFacts(
  record: Pick<OrganizationRecord, "counterCount" | "groupCount" | "alertCount">,
  { counters, groups, targets }: { counters: Watched[]; groups: Watched[]; targets: string[] },
): NumberFacts {
  const alertsOn = Map.groupBy(targets, (targetId) => targetId);
  const factsOf = (item: "counter" | "group", its: Watched[]) =>
    its.map(({ id, alertCount }) => ({
      ...{ item, id, said: alertCount },
      stored: alertsOn.get(id)?.length ?? 0,
    }));
  return {
    counts: {
      counter: { said: record.counterCount, stored: counters.length },
      group: { said: record.groupCount, stored: groups.length },
      alert: { said: record.alertCount, stored: targets.length },
    },
    watched: [...factsOf("counter", counters), ...factsOf("group", groups)],
  };
}

/** How many members and owners the roster says there are, and how many there are. */
export function rosterFacts(
  { memberCount, ownerCount }: { memberCount: number; ownerCount: number },
  members: { role: string }[],
): RosterFacts {
  const owners = members.filter(({ role }) => role === "owner").length;
  return {
    member: { said: memberCount, stored: members.length },
    owner: { said: ownerCount, stored: owners },
  };
}
