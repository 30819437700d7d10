import { localAccount } from "../template/arns.ts";
import { type AccessRequest, evaluate, type NearMiss } from "./evaluation.ts";
import type { Principal, Statement } from "./policy-document.ts";
import type { ResourcePolicies } from "./resource-policies.ts";
import type { Role } from "./roles.ts";

/** Everything in a template that says who may do what. */
export interface Policies {
  roles: ReadonlyMap<string, Role>;
  resources: ResourcePolicies;
}

/** Who asks: whoever has assumed a role, a service of AWS for itself, or the account as a whole. */
export interface Caller {
  kind: "role" | "service" | "account";
  /** The role's name, the service's (`scheduler.amazonaws.com`), or the account's number. */
  name: string;
}

export type Decision = (
  | { effect: "allowed" }
  | { effect: "denied" }
  | { effect: "not allowed"; nearest?: NearMiss }
) & { by: "identity-based" | "resource-based" };

const account: Caller = { kind: "account", name: localAccount };
const accountRoot = `arn:aws:iam::${localAccount}:root`;

/**
 * Decides as IAM does within one account: a deny in either kind of policy wins, then an allow in
 * either. Only for a KMS key must the key's own policy first allow the account's policies to decide.
 */
export function decide(policies: Policies, caller: Caller, request: AccessRequest): Decision {
  const policy = policyOf(policies, request);
  const ofResource = askResource(policy, caller, request);
  if (caller.kind !== "role" || ofResource.effect !== "not allowed") return ofResource;
  if (request.action.startsWith("kms:")) {
    const delegated = askResource(policy, account, request);
    if (delegated.effect !== "allowed") return delegated;
  }
  const own = policies.roles.get(caller.name)?.statements ?? [];
  return { ...evaluate(own, request), by: "identity-based" };
}

/** The policy of a resource; of an object that is its bucket's, and of a role who may assume it. */
function policyOf({ roles, resources }: Policies, { action, resource }: AccessRequest) {
  if (action === "sts:AssumeRole") return roles.get(resource.split("/").at(-1) ?? "")?.trust ?? [];
  return resources.get(resource.replace(/^(arn:aws:s3:::[^/]+)\/.*$/s, "$1")) ?? [];
}

function askResource(
  policy: readonly Statement[],
  caller: Caller,
  request: AccessRequest,
): Decision {
  const own = policy.filter(({ principals, effect }) =>
    principals.some((principal) => names(principal, caller, effect)),
  );
  return { ...evaluate(own, request), by: "resource-based" };
}

/** A deny for the account is one for each of its roles; an allow leaves it to their own policies. */
function names({ kind, value }: Principal, caller: Caller, effect: Statement["effect"]): boolean {
  if (value === "*") return true;
  if (caller.kind === "service") return kind === "Service" && value === caller.name;
  const isAccount = value === accountRoot || value === localAccount;
  if (caller.kind === "account" || (effect === "Deny" && isAccount)) return isAccount;
  return value === `arn:aws:iam::${localAccount}:role/${caller.name}`;
}
