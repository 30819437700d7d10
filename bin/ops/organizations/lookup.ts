import type { CounterPorts } from "../../../adapters/counters/counter-ports.ts";
import type { OrganizationRecord } from "../../../adapters/organizations/dynamodb-organizations.ts";
import { type Counter, type CounterKey, isCounterId } from "../../../core/counters/counter.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

export async function requireOrganization(
  stores: Pick<CounterPorts, "organizations">,
  organizationId: string,
): Promise<OrganizationRecord> {
  // DynamoDB refuses an empty or endless key with an error of its own.
  const possible = /^\w{1,100}$/.test(organizationId);
  const record = possible ? await stores.organizations.get(organizationId) : undefined;
  if (record === undefined) throw noSuchOrganization(organizationId);
  return record;
}

export async function requireCounter(
  stores: Pick<CounterPorts, "organizations" | "counters">,
  key: CounterKey,
): Promise<Counter> {
  const [counter] = await Promise.all([
    isCounterId(key.counterId) ? stores.counters.get(key) : undefined,
    requireOrganization(stores, key.organizationId),
  ]);
  if (counter === undefined) throw noSuchCounter(key);
  return counter;
}

export function noSuchOrganization(organizationId: string): OperatorError {
  return new OperatorError(
    `there is no organization with the id "${organizationId}"; see: ${hint("org list")}`,
    { code: "NOT_FOUND" },
  );
}

export function noSuchCounter({ organizationId, counterId }: CounterKey): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has no counter with the id "${counterId}"; ` +
      `see: ${hint("counter list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}
