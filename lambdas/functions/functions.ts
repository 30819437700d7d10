import { apiSurface } from "./api.ts";
import { canaryFunctions } from "./canary.ts";
import { consoleSurface } from "./console.ts";
import type { FunctionDefinition, Surface } from "./definition.ts";
import { deploymentFunctions } from "./deployment.ts";
import { eventFunctions } from "./events.ts";
import { noticeFunctions } from "./notices.ts";
import { siteSurface } from "./site.ts";

export const surfaces: Surface[] = [apiSurface, siteSurface, consoleSurface];

/** Every function that is built; those of notices, the canary and CodeDeploy are deployed with it only. */
export const allFunctions: FunctionDefinition[] = [
  ...surfaces.flatMap(({ functions, refuse }) => [...functions, refuse]),
  ...eventFunctions,
  ...noticeFunctions,
  ...canaryFunctions,
  ...deploymentFunctions,
];
