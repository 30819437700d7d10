import { queryOptions } from "@tanstack/react-query";
import { read } from "../api/private-api.ts";

export function notificationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "notifications"],
    queryFn: () => read("GET /api/organization/{organizationId}/notifications", { organizationId }),
  });
}

/** Who gets a mail when an alert fires. */
export function alertHearersQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "alert-hearers"],
    queryFn: () =>
      read("GET /api/organization/{organizationId}/notifications/alert-hearers", {
        organizationId,
      }),
  });
}
