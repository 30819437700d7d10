import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditEntryView } from "../../../api/private/audit.ts";
import { planIncludesWebhooks } from "../../../core/organizations/plan.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { endpointsQuery } from "../webhooks/webhook-queries.ts";
import { idsOf, type NameOf } from "./details.ts";

/** The names of the counters, groups and endpoints in these entries; read only where an entry has one. */
export function useNames(entries: AuditEntryView[]): NameOf {
  const { id, plan } = useOrganization();
  const ids = useMemo(() => entries.flatMap(idsOf), [entries]);
  const has = (prefix: string) => ids.some((each) => each.startsWith(prefix));
  const counters = useQuery({ ...allCountersQuery(id), enabled: has("ctr_") });
  const groups = useQuery({ ...groupsQuery(id), enabled: has("grp_") });
  const endpoints = useQuery({
    ...endpointsQuery(id),
    enabled: has("end_") && planIncludesWebhooks(plan),
    refetchInterval: false,
  });
  const names = useMemo(() => {
    const all = [...(counters.data?.counters ?? []), ...(groups.data?.groups ?? [])];
    const hosts = endpoints.data?.endpoints.map(
      ({ id, name, url }) => [id, name ?? new URL(url).host] as const,
    );
    return new Map([...all.map((each) => [each.id, each.name] as const), ...(hosts ?? [])]);
  }, [counters.data, groups.data, endpoints.data]);
  return (each) => names.get(each);
}
