import { apiSurface } from "./api.ts";
import { consoleSurface } from "./console.ts";
import type { FunctionDefinition, Surface } from "./definition.ts";
import { eventFunctions } from "./events.ts";
import { siteSurface } from "./site.ts";

export const surfaces: Surface[] = [apiSurface, siteSurface, consoleSurface];

/** Every function that is built and deployed. */
export const allFunctions: FunctionDefinition[] = [
  ...surfaces.flatMap(({ functions, refuse }) => [...functions, refuse]),
  ...eventFunctions,
];
