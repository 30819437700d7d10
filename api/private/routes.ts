import { alertRoutes } from "./alerts.ts";
import { countingRoutes } from "./counting.ts";
import { keyRoutes } from "./keys.ts";
import type { Routes } from "./route.ts";

/** Every route of the private API, by its key. */
export const privateRoutes = {
  ...alertRoutes,
  ...countingRoutes,
  ...keyRoutes,
} satisfies Routes;

export type PrivateRoutes = typeof privateRoutes;
