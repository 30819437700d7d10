import { Navigate, useParams } from "@tanstack/react-router";

const path = "/organizations/$organizationId/settings/deliveries/$deliveryId";

/** Where a delivery was before it opened beside the list: links to it still lead there. */
export function DeliveryPage() {
  const { organizationId, deliveryId: delivery } = useParams({ from: path });
  return (
    <Navigate
      to="/organizations/$organizationId/settings/deliveries"
      params={{ organizationId }}
      search={{ delivery }}
      replace
    />
  );
}
