import { maximumOpenInvitations } from "../../../core/members/invitation.ts";
import type { InvitationCreation } from "../../../core/members/invitations.ts";
import { maximumMembers } from "../../../core/members/member.ts";
import type { MemberKey, MemberRefusal } from "../../../core/members/member-changes.ts";
import { noSuchOrganization } from "../lookup.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";

export function memberRefused(
  result: MemberRefusal["result"] | "no_such_organization",
  { organizationId, memberId }: MemberKey,
): Error {
  switch (result) {
    case "no_such_organization":
      return noSuchOrganization(organizationId);
    case "no_such_member":
      return new OperatorError(
        `the organization ${organizationId} has no member with the id "${memberId}"; ` +
          `see: ${hint("member list", "--org", organizationId)}`,
        { code: "NOT_FOUND" },
      );
    case "last_owner":
      return new OperatorError(
        `${memberId} is the last owner of the organization; make another member an owner first: ` +
          hint("member set-role", "--org", organizationId, "MEMBER", "--role", "owner"),
        { code: "CONFLICT" },
      );
    case "forbidden":
      throw onlyForMembers();
  }
}

export function notInvited(
  result: Exclude<InvitationCreation["result"], "created">,
  organizationId: string,
): Error {
  switch (result) {
    case "no_such_organization":
      return noSuchOrganization(organizationId);
    case "limit_reached":
      return new OperatorError(
        `the organization ${organizationId} already has ${maximumOpenInvitations} open ` +
          `invitations, the maximum; revoke one first. To list them: ${hint("invitation list", "--org", organizationId)}`,
        { code: "LIMIT_REACHED" },
      );
    case "member_limit_reached":
      return new OperatorError(
        `the organization ${organizationId} already has ${maximumMembers.toLocaleString("en")} ` +
          `members, the maximum; remove one first. To list them: ${hint("member list", "--org", organizationId)}`,
        { code: "LIMIT_REACHED" },
      );
    case "created_already":
    case "forbidden":
      throw onlyForMembers();
  }
}
