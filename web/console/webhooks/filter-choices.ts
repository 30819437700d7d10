import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EndpointFilter } from "../../../core/webhooks/endpoint-filter.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { plural } from "../shell/plural.ts";

export interface Choice {
  value: string;
  label: string;
}

/**
 * The counters and groups that a filter can name, and those that it names although they are gone;
 * undefined until they are read.
 */
export function useFilterChoices({ counterIds, groupIds }: EndpointFilter) {
  const { id } = useOrganization();
  const counters = useQuery(allCountersQuery(id)).data?.counters;
  const groups = useQuery(groupsQuery(id)).data?.groups;
  const choices = useMemo(
    () => ({
      counters: counters?.map((each) => ({
        value: each.id,
        label: each.archivedAt === null ? each.name : `${each.name} (archived)`,
      })),
      groups: groups?.map((each) => ({ value: each.id, label: each.name })),
    }),
    [counters, groups],
  );
  return {
    counters: withGone(choices.counters, counterIds, "A counter that is gone"),
    groups: withGone(choices.groups, groupIds, "A group that is gone"),
  };
}

function withGone(
  choices: Choice[] | undefined,
  ids: string[],
  called: string,
): Choice[] | undefined {
  if (choices === undefined || ids.length === 0) return choices;
  const known = new Set(choices.map(({ value }) => value));
  const gone = ids.filter((id) => !known.has(id));
  return [...choices, ...gone.map((id) => ({ value: id, label: `${called} (…${id.slice(-4)})` }))];
}

/** What the counters and groups of a filter are called, groups first; undefined until they are read. */
export function useFilterNames(filter: EndpointFilter): string[] | undefined {
  const { counters, groups } = useFilterChoices(filter);
  if (counters === undefined || groups === undefined) return undefined;
  const names = new Map([...counters, ...groups].map(({ value, label }) => [value, label]));
  return [...filter.groupIds, ...filter.counterIds].map((id) => names.get(id) ?? id);
}

/** Puts a filter of the organization in words; its counters and groups are known by their names once read. */
export function useFilterText(): (filter: EndpointFilter | null) => string {
  const { counters = [], groups = [] } = useFilterChoices({ counterIds: [], groupIds: [] });
  return (filter) => {
    if (filter === null) return "all";
    const names = new Map([...counters, ...groups].map(({ value, label }) => [value, label]));
    const ids = [...filter.groupIds, ...filter.counterIds];
    return ids.map((id) => names.get(id) ?? `…${id.slice(-4)}`).join(", ");
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
