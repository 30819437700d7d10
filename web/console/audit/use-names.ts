import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditEntryView } from "../../../core/private-api/organization.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { idsIn, type NameOf } from "./details.ts";

/** The names of the counters and groups in these entries; read only where an entry has one. */
export function useNames(entries: AuditEntryView[]): NameOf {
  const { id } = useOrganization();
  const ids = useMemo(() => entries.flatMap(idsIn), [entries]);
  const has = (prefix: string) => ids.some((each) => each.startsWith(prefix));
  const counters = useQuery({ ...allCountersQuery(id), enabled: has("ctr_") });
  const groups = useQuery({ ...groupsQuery(id), enabled: has("grp_") });
  const names = useMemo(() => {
    const all = [...(counters.data?.counters ?? []), ...(groups.data?.groups ?? [])];
    return new Map(all.map((each) => [each.id, each.name]));
  }, [counters.data, groups.data]);
  return (each) => names.get(each);
}
