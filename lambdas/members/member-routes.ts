import type { memberRoutes } from "../../api/private/members.ts";
import { ApiError } from "../../core/api-error.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { maximumOpenInvitations } from "../../core/members/invitation.ts";
import { invite, listInvitations, revokeInvitation } from "../../core/members/invitations.ts";
import { maximumMembers } from "../../core/members/member.ts";
import { listMembers, removeMember, setRole } from "../../core/members/member-changes.ts";
import type { PeoplePorts } from "../../core/members/organization-people.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** Members and invitations of an organization. */
export function memberHandlers(
  ports: PeoplePorts & { sendsMail: boolean },
): PrivateHandlers<typeof memberRoutes> {
  return {
    "GET /api/organization/{organizationId}/members": async ({ member }) => {
      const listing = await listMembers(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      return { body: { members: listing.members } };
    },

    "PATCH /api/organization/{organizationId}/members/{memberId}": async ({
      member,
      path: { memberId },
      body: { role },
    }) => {
      const { organizationId } = member;
      const change = await setRole(ports, { organizationId, memberId, role }, asMember(member));
      if (change.result !== "changed") throw memberRefused(change.result);
      return { body: change.member };
    },

    "DELETE /api/organization/{organizationId}/members/{memberId}": async ({
      member,
      path: { memberId },
    }) => {
      const { organizationId } = member;
      const removal = await removeMember(ports, { organizationId, memberId }, asMember(member));
      if (removal.result !== "removed") throw memberRefused(removal.result);
      return { body: removal.member };
    },

    "GET /api/organization/{organizationId}/invitations": async ({ member }) => {
      const listing = await listInvitations(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      return { body: { invitations: listing.invitations, sendsMail: ports.sendsMail } };
    },

    "POST /api/organization/{organizationId}/invitations": async ({ event, member, body }) => {
      const { formId, ...wanted } = body;
      const preset = createdByForm(event, { kind: "inv", member, formId });
      const { organizationId } = member;
      const setup = { ...wanted, organizationId, preset };
      const creation = await invite(ports, setup, asMember(member));
      if (creation.result === "created_already") {
        throw createdAlready("invitation", creation.email, revokeAndCreate);
      }
      if (creation.result !== "created") throw invitationRefused(creation.result);
      const created = { ...creation.invitation, url: creation.url };
      return { body: created, statusCode: creation.isNew ? 201 : 200 };
    },

    "DELETE /api/organization/{organizationId}/invitations/{invitationId}": async ({
      member,
      path: { invitationId },
    }) => {
      const key = { organizationId: member.organizationId, invitationId };
      const revocation = await revokeInvitation(ports, key, asMember(member));
      if (revocation.result !== "revoked") throw invitationRefused(revocation.result);
      return { body: revocation.invitation };
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
      return new ApiError(
        409,
        "An organization needs an owner: make another member an owner first",
      );
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
