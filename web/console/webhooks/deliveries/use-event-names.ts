import { useQuery } from "@tanstack/react-query";
import type { DeliveryView } from "../../../../api/private/deliveries.ts";
import { read } from "../../api/private-api.ts";
import { useOrganization } from "../../api/session.ts";
import { useCounterChoices } from "../webhook-queries.ts";

type Named = Pick<DeliveryView, "eventId" | "alertId">;

/**
 * What counters and alerts are called now, by the events of these deliveries. The counters are those of
 * the filter, and alerts are read only where one has fired: nothing is read for each row.
 */
export function useEventNames(deliveries: Named[]): (delivery: Named) => string | undefined {
  const { id } = useOrganization();
  const counters = useCounterChoices();
  const { data: alerts } = useQuery({
    queryKey: [id, "alerts"],
    queryFn: () => read("GET /api/alerts/{organizationId}", { organizationId: id }),
    enabled: deliveries.some(({ alertId }) => alertId !== null),
    staleTime: 60_000,
  });
  const names = new Map(counters.map(({ value, label }) => [value, label]));
  for (const alert of alerts?.alerts ?? []) names.set(alert.id, alert.name);
  return ({ eventId, alertId }) => {
    const [, counterId = ""] = eventId.split(":");
    if (alertId !== null) return names.get(alertId) ?? (alerts && "a deleted alert");
    return names.get(counterId) ?? (counters.length > 0 ? "an archived counter" : undefined);
  };
}
