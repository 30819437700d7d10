import type { Runtime, RuntimeOptions } from "./runtime.ts";

/**
 * Runs a synthesized CDK template on this machine. This file is all that other code may import;
 * the README says how to use it.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  // The emulators take a while to load, and a program that only imports an error needs none of
  // them.
  const runtime = await import("./runtime.ts");
  return await runtime.startRuntime(options);
}

export { lockFolder } from "./folder-lock.ts";
/** One function of the stack: invoke it, see and kill its processes. */
export type { EnvironmentPool } from "./functions/environment-pool.ts";
export { type RecordedCall, readCalls } from "./iam/call-record.ts";
export { isNeeded, type Removal, removalsOf, unjudgeable } from "./iam/removals.ts";
export { policiesOf } from "./iam/stack-policies.ts";
export type { Runtime, RuntimeOptions } from "./runtime.ts";
export type { RuntimeEvent } from "./runtime-event.ts";
export { type Remedy, StartError } from "./start-error.ts";
