import { type FunctionDefinition, noVariables } from "./definition.ts";

/**
 * Invoked by CodeDeploy before a version of another function gets its first invocations; in stages that
 * deploy gradually only.
 */
export const tryVersion = {
  name: "try-version",
  folder: "operations",
  environment: noVariables,
} satisfies FunctionDefinition<typeof noVariables>;

export const deploymentFunctions: FunctionDefinition[] = [tryVersion];
