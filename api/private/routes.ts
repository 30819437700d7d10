import { countingRoutes } from "./counting.ts";
import { keyRoutes } from "./keys.ts";
import type { Routes } from "./route.ts";

/** Every route of the private API, by its key. */
export const privateRoutes = {
  ...countingRoutes,
  ...keyRoutes,
} satisfies Routes;

export type PrivateRoutes = typeof privateRoutes;
