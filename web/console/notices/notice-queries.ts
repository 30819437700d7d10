import { queryOptions } from "@tanstack/react-query";
import { read } from "../api/private-api.ts";

export function notificationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "notifications"],
    queryFn: () => read("GET /api/organization/{organizationId}/notifications", { organizationId }),
  });
}

/** Where the viewer gets mail, whether it is stopped, and what became of their test mail. */
export const ownMailQuery = queryOptions({
  queryKey: ["own mail"],
  queryFn: () => read("GET /api/organization/mail", {}),
});

/** Who gets a mail when an alert fires, and which chat channels a message. */
export function alertHearersQuery(organizationId: string) {
  return queryOptions({
    queryKey: [organizationId, "alert-hearers"],
    queryFn: () =>
      read("GET /api/organization/{organizationId}/notifications/alert-hearers", {
        organizationId,
      }),
  });
}
