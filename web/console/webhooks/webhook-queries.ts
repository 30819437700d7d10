import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import { read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";

/** The endpoints of an organization with their health. */
export function endpointsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "endpoints"],
    queryFn: () => read("GET /api/webhooks/{organizationId}/endpoints", { organizationId }),
    refetchInterval: 15_000,
  });
}

export function endpointQuery(organizationId: string, endpointId: string) {
  return queryOptions({
    queryKey: [organizationId, "endpoints", endpointId],
    queryFn: () =>
      read("GET /api/webhooks/{organizationId}/endpoints/{endpointId}", {
        organizationId,
        endpointId,
      }),
    refetchInterval: 10_000,
  });
}

/** All attempts of the newest 1,000 deliveries of an endpoint. */
export function responsesQuery(organizationId: string, endpointId: string) {
  return queryOptions({
    queryKey: [organizationId, "endpoints", endpointId, "responses"],
    queryFn: () =>
      read("GET /api/webhooks/{organizationId}/endpoints/{endpointId}/responses", {
        organizationId,
        endpointId,
      }),
    staleTime: 30_000,
    // The first delivery is what a person waits for who sees none yet.
    refetchInterval: ({ state }) => (state.data?.at.length === 0 ? 10_000 : false),
  });
}

/** The counters of the organization, and which of them counted last. */
export function countableQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "counter-choices"],
    queryFn: () => read("GET /api/organizations/{organizationId}/counters", { organizationId }),
    staleTime: 60_000,
  });
}

/** The counters of the organization, to choose from. */
export function useCounterChoices(): { value: string; label: string }[] {
  const { id } = useOrganization();
  const { data } = useQuery(countableQuery(id));
  return data?.counters.map((counter) => ({ value: counter.id, label: counter.name })) ?? [];
}

/** A change of an endpoint; all that is shown of endpoints and deliveries is read again after it. */
export function useEndpointChange<Body, Result>(
  send: (organizationId: string, body: Body) => Promise<Result>,
  done?: (result: Result) => void,
) {
  const { id } = useOrganization();
  const reload = useReload();
  return useMutation({
    mutationFn: (body: Body) => send(id, body),
    onSuccess: (result) => done?.(result),
    onSettled: () => reload("endpoints", "deliveries"),
  });
}

type Named = Pick<EndpointView, "name" | "url">;

/** An endpoint's name; without one its host, and its path where another has the same host. */
export function endpointName({ name, url }: Named, all: Named[] = []): string {
  const { host } = new URL(url);
  const alike = all.filter((one) => one.name === null && new URL(one.url).host === host);
  return name ?? (alike.length > 1 ? endpointPlace(url) : host);
}

/** Where an endpoint is, in few letters: its host, and all of a short path or the end of a long one. */
function endpointPlace(url: string): string {
  const { host, pathname } = new URL(url);
  if (pathname === "/") return host;
  const whole = `${host}${pathname}`;
  return whole.length <= longestPlace ? whole : `${host} …${pathname.slice(-8)}`;
}

/** What a column has room for: cut at its end, a path would not say which of several it is. */
const longestPlace = 30;
