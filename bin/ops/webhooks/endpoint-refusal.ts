import type { EndpointPorts } from "../../../adapters/webhooks/endpoint-ports.ts";
import { maximumEndpoints } from "../../../core/webhooks/endpoint.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

/** Refuses an address to which nothing can be sent. */
export async function refuseBadUrl(ports: EndpointPorts, url: string): Promise<void> {
  const problem = await ports.urlProblem(url);
  if (problem === undefined) return;
  throw new OperatorError(`webhooks cannot be sent there: ${problem}`, { code: "INVALID_INPUT" });
}

export function noSuchEndpoint({
  organizationId,
  endpointId,
}: {
  organizationId: string;
  endpointId: string;
}) {
  return new OperatorError(
    `the organization ${organizationId} has no endpoint with the id "${endpointId}"; ` +
      `see: ${hint("endpoint list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

export function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has its ${maximumEndpoints} endpoints already; ` +
      `delete one first. To list them: ${hint("endpoint list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}

export function planRequired(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} is on the free plan; webhooks need Pro or Enterprise: ` +
      hint("org set-plan", organizationId, "pro"),
    { code: "PLAN_REQUIRED" },
  );
}
