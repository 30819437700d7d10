import { ApiError } from "../../core/api-error.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { maximumOpenInvitations } from "../../core/members/invitation.ts";
import { invite, listInvitations, revokeInvitation } from "../../core/members/invitations.ts";
import { maximumMembers } from "../../core/members/member.ts";
import { listMembers, removeMember, setRole } from "../../core/members/member-changes.ts";
import type { PeoplePorts } from "../../core/members/organization-people.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import type {
  CreatedInvitation,
  InvitationList,
  InvitationView,
  MemberList,
  MemberView,
} from "../../core/private-api/organization.ts";
import { MemberChange, NewInvitation } from "../../core/private-api/organization-forms.ts";
import { invitationView, memberView } from "../../core/private-api/organization-views.ts";
import { jsonResponse } from "../http/message.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

const members = "/api/organizations/{organizationId}/members";
const invitations = "/api/organizations/{organizationId}/invitations";

/** Members and invitations of an organization. */
export function memberRoutes(
  access: MemberAccess,
  ports: PeoplePorts,
): Record<string, PrivateRoute> {
  return {
    [`GET ${members}`]: async (event) => {
      const { member } = await access.member(event, "see_members");
      const listing = await listMembers(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      return jsonResponse({ members: listing.members.map(memberView) } satisfies MemberList);
    },

    [`PATCH ${members}/{memberId}`]: async (event) => {
      const { member } = await access.member(event, "manage_members");
      const { role } = bodyOf(event, MemberChange);
      const { organizationId } = member;
      const memberId = event.pathParameters?.memberId ?? "";
      const change = await setRole(ports, { organizationId, memberId, role }, asMember(member));
      if (change.result !== "changed") throw memberRefused(change.result);
      return jsonResponse(memberView(change.member) satisfies MemberView);
    },

    // To remove oneself is to leave, which everybody may.
    [`DELETE ${members}/{memberId}`]: async (event) => {
      const memberId = event.pathParameters?.memberId ?? "";
      const { member } = await access.member(event, "leave");
      const { organizationId } = member;
      const removal = await removeMember(ports, { organizationId, memberId }, asMember(member));
      if (removal.result !== "removed") throw memberRefused(removal.result);
      return jsonResponse(memberView(removal.member) satisfies MemberView);
    },

    [`GET ${invitations}`]: async (event) => {
      const { member } = await access.member(event, "see_members");
      const listing = await listInvitations(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      const list = { invitations: listing.invitations.map(invitationView) };
      return jsonResponse(list satisfies InvitationList);
    },

    [`POST ${invitations}`]: async (event) => {
      const { member } = await access.member(event, "manage_members");
      const { formId, ...wanted } = bodyOf(event, ofForm(NewInvitation));
      const preset = createdByForm(event, { kind: "inv", member, formId });
      const { organizationId } = member;
      const setup = { ...wanted, organizationId, ...(preset && { preset }) };
      const creation = await invite(ports, setup, asMember(member));
      if (creation.result === "created_already") {
        throw createdAlready("invitation", creation.email, revokeAndCreate);
      }
      if (creation.result !== "created") throw invitationRefused(creation.result);
      const created = { ...invitationView(creation.invitation), url: creation.url };
      const statusCode = creation.isNew ? 201 : 200;
      return { ...jsonResponse(created satisfies CreatedInvitation), statusCode };
    },

    [`DELETE ${invitations}/{invitationId}`]: async (event) => {
      const { member } = await access.member(event, "manage_members");
      const invitationId = event.pathParameters?.invitationId ?? "";
      const key = { organizationId: member.organizationId, invitationId };
      const revocation = await revokeInvitation(ports, key, asMember(member));
      if (revocation.result !== "revoked") throw invitationRefused(revocation.result);
      return jsonResponse(invitationView(revocation.invitation) satisfies InvitationView);
    },
  };
}

function memberRefused(
  result: "no_such_organization" | "no_such_member" | "last_owner" | "forbidden",
): ApiError {
  switch (result) {
    case "no_such_organization":
      return noSuchOrganization();
    case "no_such_member":
      return notFound("member");
    case "forbidden":
      return forbidden();
    case "last_owner":
      return new ApiError(409, "An organization needs an owner: make somebody else an owner first");
  }
}

function invitationRefused(
  result:
    | "no_such_organization"
    | "no_such_invitation"
    | "limit_reached"
    | "member_limit_reached"
    | "forbidden",
): ApiError {
  switch (result) {
    case "no_such_organization":
      return noSuchOrganization();
    case "no_such_invitation":
      return notFound("open invitation");
    case "forbidden":
      return forbidden();
    case "limit_reached":
      return limitReached({
        maximum: maximumOpenInvitations,
        of: "open invitations",
        remedy: "revoke one first",
      });
    case "member_limit_reached":
      return limitReached({ maximum: maximumMembers, of: "members", remedy: "remove one first" });
  }
}
