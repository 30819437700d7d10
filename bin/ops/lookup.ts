import type { Counter, CounterKey, StoredCounter } from "../../core/counters/counter.ts";
import { findCounter, type StoredCounters } from "../../core/counters/counter-lookup.ts";
import type { GroupKey } from "../../core/groups/group.ts";
import {
  findOrganization,
  type OrganizationRecord,
  type Organizations,
} from "../../core/organizations/organization.ts";
import { OperatorError } from "./terminal/failure.ts";
import { hint } from "./terminal/invocation.ts";

interface LookupPorts {
  organizations: Pick<Organizations, "get">;
}

export async function requireOrganization(
  ports: LookupPorts,
  organizationId: string,
): Promise<OrganizationRecord> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) throw noSuchOrganization(organizationId);
  return record;
}

/** A counter in use; for an archived one the error says how to restore it. */
export async function requireCounter(
  ports: LookupPorts & { storedCounters: StoredCounters },
  key: CounterKey,
): Promise<Counter> {
  const counter = await requireStoredCounter(ports, key);
  if (counter.archivedAt !== undefined) throw archivedCounter(key);
  return counter;
}

/** A counter, archived or not. */
export async function requireStoredCounter(
  ports: LookupPorts & { storedCounters: StoredCounters },
  key: CounterKey,
): Promise<StoredCounter> {
  const found = await findCounter(ports, key);
  if (found.result === "found") return found.counter;
  throw found.result === "no_such_counter"
    ? noSuchCounter(key)
    : noSuchOrganization(key.organizationId);
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

export function archivedCounter({ organizationId, counterId }: CounterKey): OperatorError {
  return new OperatorError(
    `the counter ${counterId} is archived; restore it first: ` +
      hint("counter restore", "--org", organizationId, counterId),
    { code: "CONFLICT" },
  );
}

export function noSuchGroup({ organizationId, groupId }: GroupKey): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has no group with the id "${groupId}"; ` +
      `see: ${hint("group list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}
