import { isGroupId } from "../../../core/counters/counter.ts";
import { type GroupKey, maximumGroups } from "../../../core/groups/group.ts";
import type { NoSuchGroup } from "../../../core/groups/group-changes.ts";
import { noSuchOrganization } from "../organizations/lookup.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

export function noSuchGroupOrOwner({ result }: NoSuchGroup, key: GroupKey): OperatorError {
  return result === "no_such_group" ? noSuchGroup(key) : noSuchOrganization(key.organizationId);
}

export function noSuchGroup({ organizationId, groupId }: GroupKey): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has no group with the id "${groupId}"; ` +
      `see: ${hint("group list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

/** A counter was to join a group that does not exist. */
export function noGroupToJoin({ organizationId, groupId }: GroupKey): OperatorError {
  const org = ["--org", organizationId];
  // Older versions took any text; scripts that still pass one can keep what they have.
  const adopt = isGroupId(groupId)
    ? ""
    : `, or, if counters have it from an older version: ${hint("group adopt", ...org, groupId, "--name", "NAME")}`;
  return new OperatorError(
    `the organization ${organizationId} has no group with the id "${groupId}"; to see its groups: ` +
      `${hint("group list", ...org)}; to create one: ` +
      `${hint("group create", ...org, "--name", "NAME")}${adopt}`,
    { code: "NOT_FOUND" },
  );
}

export function groupLimitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} already has ${maximumGroups.toLocaleString("en")} groups, ` +
      `the maximum; delete one first. To list them: ${hint("group list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}
