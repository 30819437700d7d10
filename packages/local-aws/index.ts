/**
 * Runs a synthesized CDK template on this machine. This is all that other code may import; the
 * README says how to use it.
 */

export { lockFolder } from "./folder-lock.ts";
/** One function of the stack: invoke it, see and kill its processes. */
export type { EnvironmentPool } from "./functions/environment-pool.ts";
export { type Runtime, type RuntimeOptions, startRuntime } from "./runtime.ts";
export type { RuntimeEvent } from "./runtime-event.ts";
export { type Remedy, StartError } from "./start-error.ts";
