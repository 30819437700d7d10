import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  CountersOfGroup,
  GroupList,
  GroupView,
} from "../../../core/private-api/counters/groups.ts";
import { readPath } from "../api/private-api.ts";
import { apiPath } from "../api/session.ts";

/** Every group of an organization, sorted by name. */
export function groupsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "groups", "all"],
    queryFn: () => readPath<GroupList>(apiPath(organizationId, "/groups")),
  });
}

export function groupQuery(organizationId: string, groupId: string) {
  return queryOptions({
    queryKey: [organizationId, "groups", groupId],
    queryFn: () =>
      readPath<GroupView>(apiPath(organizationId, `/groups/${encodeURIComponent(groupId)}`)),
  });
}

export function countersOfGroupQuery(organizationId: string, groupId: string) {
  return queryOptions({
    queryKey: [organizationId, "groups", groupId, "counters"],
    queryFn: () =>
      readPath<CountersOfGroup>(
        apiPath(organizationId, `/groups/${encodeURIComponent(groupId)}/counters`),
      ),
  });
}

/** Reads groups again after a change. */
export async function reloadGroups(
  queryClient: QueryClient,
  organizationId: string,
): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [organizationId, "groups"] });
}
