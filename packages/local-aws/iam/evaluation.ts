import type { Context } from "./condition-keys.ts";
import type { Condition, Statement } from "./policy-document.ts";

/** What a caller wants to do, as IAM sees it. */
export interface AccessRequest {
  /** For example `dynamodb:GetItem`. */
  action: string;
  resource: string;
  context: Context;
}

/** What policies say to a request. */
export type Answer =
  | { effect: "allowed" }
  | { effect: "denied" }
  /** No statement allows it; `nearest` is the one that almost did. */
  | { effect: "not allowed"; nearest?: NearMiss };

/** A statement that would allow a request, if it were not for a resource or a condition. */
export interface NearMiss {
  statement: Statement;
  failed: "resource" | { condition: Condition; values: readonly string[] };
}

/**
 * Evaluates the statements of one kind of policy: an explicit deny wins over any allow ("Policy
 * evaluation logic" in the IAM user guide).
 */
export function evaluate(statements: readonly Statement[], request: AccessRequest): Answer {
  const named = statements.filter(({ matchesAction }) => matchesAction(request.action));
  let isAllowed = false;
  let nearest: NearMiss | undefined;
  for (const statement of named) {
    const failed = failureOf(statement, request);
    if (failed === undefined && statement.effect === "Deny") return { effect: "denied" };
    if (statement.effect === "Deny") continue;
    if (failed === undefined) isAllowed = true;
    else if (nearest === undefined || nearest.failed === "resource")
      nearest = { statement, failed };
  }
  if (isAllowed) return { effect: "allowed" };
  return { effect: "not allowed", ...(nearest && { nearest }) };
}

function failureOf(
  { matchesResource, conditions }: Statement,
  { resource, context }: AccessRequest,
): NearMiss["failed"] | undefined {
  if (!matchesResource(resource)) return "resource";
  for (const condition of conditions) {
    const failure = condition.test(context[condition.name]);
    if (failure) return { condition, values: failure.values };
  }
  return undefined;
}

/** What is missing, for the person who has to write it. */
export function missing(request: AccessRequest, nearest: NearMiss | undefined): string {
  if (nearest === undefined) return `no statement names ${request.action}`;
  const { statement, failed } = nearest;
  if (failed === "resource") {
    return `${request.action} is allowed on ${statement.resources.join(", ")} only`;
  }
  const { condition, values } = failed;
  const { operator, key } = condition;
  if (values.length === 0) return `the request has no ${key}, which ${operator} requires`;
  return `${operator} ${key} does not list ${values.join(", ")}`;
}
