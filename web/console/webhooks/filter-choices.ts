import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isolated } from "../../../core/messages.ts";
import type { EndpointFilter } from "../../../core/webhooks/endpoint-filter.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { plural } from "../shell/plural.ts";

export interface Choice {
  value: string;
  label: string;
}

/** The counters and groups that a filter can name; undefined until they are read. */
function useChoices() {
  const { id } = useOrganization();
  const counters = useQuery(allCountersQuery(id)).data?.counters;
  const groups = useQuery(groupsQuery(id)).data?.groups;
  return useMemo(
    () => ({
      counters: counters?.map((each) => ({
        value: each.id,
        label: each.archivedAt === null ? each.name : `${isolated(each.name)} (archived)`,
      })),
      groups: groups?.map((each) => ({ value: each.id, label: each.name })),
    }),
    [counters, groups],
  );
}

/** The same, and those that this filter names although they were deleted. */
export function useFilterChoices({ counterIds, groupIds }: EndpointFilter) {
  const { counters, groups } = useChoices();
  return { counters: withDeleted(counters, counterIds), groups: withDeleted(groups, groupIds) };
}

function withDeleted(choices: Choice[] | undefined, ids: string[]): Choice[] | undefined {
  if (choices === undefined || ids.length === 0) return choices;
  const known = new Set(choices.map(({ value }) => value));
  const deleted = ids.filter((id) => !known.has(id));
  return [...choices, ...deleted.map((id) => ({ value: id, label: deletedName(id) }))];
}

function deletedName(id: string): string {
  const what = id.startsWith("grp_") ? "group" : "counter";
  return `Deleted ${what} (…${id.slice(-4)})`;
}

/** Says what the counters and groups of a filter are called, groups first; nothing until they are read. */
export function useFilterNames(): (filter: EndpointFilter) => string[] {
  const { counters, groups } = useChoices();
  return ({ counterIds, groupIds }) => {
    if (counters === undefined || groups === undefined) return [];
    const names = new Map([...counters, ...groups].map(({ value, label }) => [value, label]));
    return [...groupIds, ...counterIds].map((id) => names.get(id) ?? deletedName(id));
  };
}

/** Such as “1 group, 2 counters”. */
export function filterSummary({ counterIds, groupIds }: EndpointFilter): string {
  const parts = [
    ...(groupIds.length > 0 ? [plural(groupIds.length, "group")] : []),
    ...(counterIds.length > 0 ? [plural(counterIds.length, "counter")] : []),
  ];
  return parts.join(", ") || "nothing";
}
