import { type GroupKey, maximumGroups } from "../../../core/groups/group.ts";
import type { NoSuchGroup } from "../../../core/groups/group-changes.ts";
import { noSuchGroup, noSuchOrganization } from "../lookup.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

export function noSuchGroupOrOwner({ result }: NoSuchGroup, key: GroupKey): OperatorError {
  return result === "no_such_group" ? noSuchGroup(key) : noSuchOrganization(key.organizationId);
}

export function groupLimitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} already has ${maximumGroups.toLocaleString("en")} groups, ` +
      `the maximum; delete one first. To list them: ${hint("group list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}
