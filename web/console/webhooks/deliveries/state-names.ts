import type { DeliveryView } from "../../../../api/private/deliveries.ts";

/** How a state is called, and what it means for people. */
export const stateNames: Record<DeliveryView["state"], string> = {
  delivered: "Delivered",
  retry_scheduled: "Waits for a retry",
  awaiting_response: "Being sent",
  failed: "Failed",
  stopped: "Stopped by 410",
  paused: "Paused",
  cancelled: "Cancelled",
};
