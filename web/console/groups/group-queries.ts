import { queryOptions } from "@tanstack/react-query";
import { read } from "../api/private-api.ts";

/** Every group of an organization, sorted by name. */
export function groupsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "groups", "all"],
    queryFn: () => read("GET /api/setup/{organizationId}/groups", { organizationId }),
  });
}

export function groupQuery(organizationId: string, groupId: string) {
  return queryOptions({
    queryKey: [organizationId, "groups", groupId],
    queryFn: () =>
      read("GET /api/setup/{organizationId}/groups/{groupId}", { organizationId, groupId }),
  });
}

export function countersOfGroupQuery(organizationId: string, groupId: string) {
  return queryOptions({
    queryKey: [organizationId, "groups", groupId, "counters"],
    queryFn: () =>
      read("GET /api/setup/{organizationId}/groups/{groupId}/counters", {
        organizationId,
        groupId,
      }),
  });
}
