import { useQuery } from "@tanstack/react-query";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";

/** The alerts of the organization, read again every five seconds. */
export function useAlerts() {
  const { id } = useOrganization();
  const query = useQuery({
    queryKey: [id, "alerts"],
    queryFn: () => read("GET /api/alerts/{organizationId}", { organizationId: id }),
    refetchInterval: 5_000,
  });
  /** Whether the organization has as many as it may have. */
  const isFull = query.data !== undefined && query.data.alerts.length >= query.data.maximum;
  return { query, isFull };
}
