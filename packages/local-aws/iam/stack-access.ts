import type { readMappings } from "../events/event-source-mappings.ts";
import type { OnEvent } from "../runtime-event.ts";
import type { Stack } from "../template/stack.ts";
import { AccessControl } from "./access-control.ts";
import { CallRecord } from "./call-record.ts";
import { checkLambdaAccess, readExecutionRoles } from "./lambda-access.ts";
import { resourcePolicyTypes } from "./resource-policies.ts";
import { roleTypes } from "./roles.ts";
import { readPolicies } from "./stack-policies.ts";

export const policyTypes = [...roleTypes, ...resourcePolicyTypes];

interface StackAccess {
  access: AccessControl;
  /** Checks what Lambda does under the functions' roles. */
  checkLambda(mappings: ReturnType<typeof readMappings>): void;
}

/** Evaluates what is asked in a stack by its own policies; records it where a folder is given. */
export function stackAccess(
  stack: Stack,
  { callsFolder, onEvent }: { callsFolder?: string; onEvent: OnEvent },
): StackAccess {
  const policies = readPolicies(stack);
  const functions = readExecutionRoles(stack);
  const record = callsFolder === undefined ? undefined : new CallRecord(callsFolder, policies);
  const access = new AccessControl({ policies, functions, record, onEvent });
  return {
    access,
    checkLambda: (mappings) => checkLambdaAccess({ access, functions, mappings }),
  };
}
