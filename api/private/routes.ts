import { alertRoutes } from "./alerts.ts";
import { countingRoutes } from "./counting.ts";
import { deletionRoutes } from "./deletion.ts";
import { keyRoutes } from "./keys.ts";
import type { Routes } from "./route.ts";
import { sessionRoutes } from "./session.ts";

/** Every route of the private API, by its key. */
export const privateRoutes = {
  ...alertRoutes,
  ...countingRoutes,
  ...deletionRoutes,
  ...keyRoutes,
  ...sessionRoutes,
} satisfies Routes;

export type PrivateRoutes = typeof privateRoutes;
