import { Stack } from "../template/stack.ts";
import { Template } from "../template/template.ts";
import type { Policies } from "./decision.ts";
import { readResourcePolicies } from "./resource-policies.ts";
import { readRoles } from "./roles.ts";

/** Everything in a stack that says who may do what; throws StartError for what is not known here. */
export function readPolicies(stack: Stack): Policies {
  return { roles: readRoles(stack), resources: readResourcePolicies(stack) };
}

/** The same of a parsed template, without running it. */
export function policiesOf(template: unknown): Policies {
  const urls = { sqs: "", apiUrl: () => "", cdnUrl: () => "" };
  return readPolicies(new Stack("Template", Template.parse(template), urls));
}
