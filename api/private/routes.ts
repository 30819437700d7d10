import { alertRoutes } from "./alerts.ts";
import { countingRoutes } from "./counting.ts";
import { deletionRoutes } from "./deletion.ts";
import { deliveryRoutes, eventRoutes } from "./deliveries.ts";
import { keyRoutes } from "./keys.ts";
import type { Routes } from "./route.ts";
import { sessionRoutes } from "./session.ts";
import { endpointRoutes } from "./webhooks.ts";

/** Every route of the private API, by its key. */
export const privateRoutes = {
  ...alertRoutes,
  ...countingRoutes,
  ...deletionRoutes,
  ...deliveryRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...keyRoutes,
  ...sessionRoutes,
} satisfies Routes;

export type PrivateRoutes = typeof privateRoutes;
