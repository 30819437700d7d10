import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { SessionView } from "../../../api/private/sessions.ts";
import { learnOffset } from "../../../core/known-zone.ts";
import { read } from "./private-api.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  async queryFn() {
    const session = await read("GET /api/session", {});
    for (const { timeZone, utcOffsetMinutes } of session.organizations) {
      learnOffset(timeZone, utcOffsetMinutes);
    }
    return session;
  },
  staleTime: 60_000,
});

export type OrganizationOfPerson = SessionView["organizations"][number];

export const OrganizationContext = createContext<OrganizationOfPerson | undefined>(undefined);

/**
 * The organization in the page's path, and what the signed-in person is in it: as it was, where they
 * have been removed while the page was open.
 */
export function useOrganization(): OrganizationOfPerson {
  const found = useContext(OrganizationContext);
  if (found === undefined) throw new Error("the layout shows no page of another organization");
  return found;
}

/** The organization with its settings, for owners and admins. */
export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "organization"],
    queryFn: () => read("GET /api/organization/{organizationId}", { organizationId }),
  });
}

/** Reads again what is shown of the organization; each name is the first in the keys of queries. */
export function useReload(): (...names: string[]) => Promise<unknown> {
  const { id } = useOrganization();
  const client = useQueryClient();
  return (...names) =>
    Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [id, name] })));
}
