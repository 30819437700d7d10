import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { SessionView } from "../../../core/private-api/session.ts";
import { read } from "./private-api.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => read<SessionView>("/api/session"),
  staleTime: 60_000,
});

export type OrganizationOfPerson = SessionView["organizations"][number];

/** The organization in the page's path, and what the signed-in person is in it. */
export function useOrganization(): OrganizationOfPerson {
  const { organizationId } = useParams({ from: "/organizations/$organizationId" });
  const { data } = useSuspenseQuery(sessionQuery);
  const found = data.organizations.find(({ id }) => id === organizationId);
  if (found === undefined) throw new Error("the layout shows no page of another organization");
  return found;
}

/** The path of an organization's part of the private API. */
export function apiPath(organizationId: string, rest: string): string {
  return `/api/organizations/${organizationId}${rest}`;
}
