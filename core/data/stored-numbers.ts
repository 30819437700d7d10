import type { OrganizationRecord } from "../organizations/organization.ts";

/** The stored number of items, and how many exist. */
export interface CountFacts {
  stored: number;
  actual: number;
}

export type RosterFacts = Record<"member" | "owner", CountFacts>;

export interface NumberFacts {
  /** Of the organization's item. */
  counts: Record<"counter" | "group" | "alert", CountFacts>;
  /** The number of alerts of each counter and group. */
  watched: (CountFacts & { item: "counter" | "group"; id: string })[];
}

type Watched = { id: string; alertCount: number };

/** `targets` has the id of the counter or group that each alert watches. */
export function numberFacts(
  record: Pick<OrganizationRecord, "counterCount" | "groupCount" | "alertCount">,
  { counters, groups, targets }: { counters: Watched[]; groups: Watched[]; targets: string[] },
): NumberFacts {
  const alertsOn = Map.groupBy(targets, (targetId) => targetId);
  const factsOf = (item: "counter" | "group", watched: Watched[]) =>
    watched.map(({ id, alertCount }) => ({
      ...{ item, id, stored: alertCount },
      actual: alertsOn.get(id)?.length ?? 0,
    }));
  return {
    counts: {
      counter: { stored: record.counterCount, actual: counters.length },
      group: { stored: record.groupCount, actual: groups.length },
      alert: { stored: record.alertCount, actual: targets.length },
    },
    watched: [...factsOf("counter", counters), ...factsOf("group", groups)],
  };
}

/** The roster's numbers of members and owners. */
export function rosterFacts(
  { memberCount, ownerCount }: { memberCount: number; ownerCount: number },
  members: { role: string }[],
): RosterFacts {
  const owners = members.filter(({ role }) => role === "owner").length;
  return {
    member: { stored: memberCount, actual: members.length },
    owner: { stored: ownerCount, actual: owners },
  };
}
