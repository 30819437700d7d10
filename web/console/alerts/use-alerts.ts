import { useQuery } from "@tanstack/react-query";
import type { AlertList } from "../../../core/private-api/alerts/alerts.ts";
import { readPath } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";

/** The alerts of the organization, read again every five seconds. */
export function useAlerts() {
  const { id } = useOrganization();
  const query = useQuery({
    queryKey: [id, "alerts"],
    queryFn: () => readPath<AlertList>(apiPath(id, "/alerts")),
    refetchInterval: 5_000,
  });
  /** Whether the organization has as many as it may have. */
  const isFull = query.data !== undefined && query.data.alerts.length >= query.data.maximum;
  return { query, isFull };
}
