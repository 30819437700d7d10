import { useQuery } from "@tanstack/react-query";
import { deliveryDays } from "../../../../core/limits.ts";
import { dayMs } from "../../../../core/time-zone.ts";
import { nowMs } from "../../api/clock.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";

/** Each page of the audit log takes some 150 read units at most. */
const maximumPages = 3;

export interface DeletedEndpoint {
  id: string;
  /** Its host, as the audit log has it. */
  host: string;
}

/**
 * The endpoints that were deleted while their deliveries are still kept, newest first, as the audit
 * log has them; read when `enabled`. Of an organization with a very long log, only the newest.
 */
export function useDeletedEndpoints(enabled: boolean): DeletedEndpoint[] {
  const { id } = useOrganization();
  const { data } = useQuery({
    queryKey: [id, "audit", "deleted endpoints"],
    queryFn: () => deletedEndpoints(id),
    enabled,
    staleTime: 60_000,
  });
  return data ?? [];
}

async function deletedEndpoints(organizationId: string): Promise<DeletedEndpoint[]> {
  const since = new Date(nowMs() - deliveryDays * dayMs).toISOString();
  const query = { action: "endpoint.delete", limit: 50, since };
  let from: string | undefined;
  const found: DeletedEndpoint[] = [];
  for (let pages = 0; pages < maximumPages; pages += 1) {
    const page = await read(
      "GET /api/organization/{organizationId}/audit",
      { organizationId },
      { ...query, from },
    );
    const { entries, next } = page;
    for (const { target } of entries) {
      if (target.id !== null) found.push({ id: target.id, host: target.name ?? target.id });
    }
    if (next === null) break;
    from = next;
  }
  return found;
}
