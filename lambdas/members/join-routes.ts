import type { joinRoutes } from "../../api/private/members.ts";
import { ApiError } from "../../core/api-error.ts";
import { type Acceptance, acceptInvitation } from "../../core/members/accept-invitation.ts";
import { lookAtInvitation } from "../../core/members/invitations.ts";
import { maximumMembers } from "../../core/members/member.ts";
import type { PeoplePorts } from "../../core/members/organization-people.ts";
import { maximumOrganizations } from "../../core/members/person.ts";
import { type RateLimits, unknownLinkLimit } from "../../core/rate-limits.ts";
import type { HttpEvent } from "../http/message.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { enforce } from "../private-api/rate-limit.ts";
import { limitReached } from "../private-api/resource-errors.ts";
import type { ViewerAddress } from "../private-api/viewer-address.ts";

/** For a person with an invitation's link, who is in no organization yet. */
export function joinHandlers(
  ports: PeoplePorts & { rateLimits: RateLimits; viewerAddress: ViewerAddress },
): PrivateHandlers<typeof joinRoutes> {
  /** Links that open something are never limited: many people can share an address. */
  async function limitUnknown(event: HttpEvent): Promise<void> {
    await enforce(ports.rateLimits.use(unknownLinkLimit, await ports.viewerAddress(event)));
  }

  return {
    "POST /api/organization/join/look": async ({ event, body: { token } }) => {
      const look = await lookAtInvitation(ports, token);
      if (look.result === "unknown") await limitUnknown(event);
      if (look.result !== "open") throw refused(look);
      return { body: { ...look.invitation, organizationName: look.organizationName } };
    },

    "POST /api/organization/join/accept": async ({ event, person, body: { token } }) => {
      const acceptance = await acceptInvitation(ports, { token, personId: person.id });
      if (acceptance.result === "unknown") await limitUnknown(event);
      if (acceptance.result !== "accepted") throw refused(acceptance);
      const { organizationId, id: memberId } = acceptance.member;
      return { body: { organizationId, memberId } };
    },
  };
}

function refused(refusal: Exclude<Acceptance, { result: "accepted" }>): ApiError {
  switch (refusal.result) {
    case "unknown":
      return new ApiError(404, "This link opens no invitation: ask for a new one");
    case "expired":
      return new ApiError(409, "This invitation has expired: ask for a new one");
    case "used":
      return new ApiError(409, "This invitation was accepted already: ask for a new one");
    case "inviter_may_not":
      return new ApiError(409, "Your inviter can no longer invite: ask for a new invitation");
    case "wrong_email":
      return new ApiError(
        409,
        `This invitation is for ${refusal.email}: sign out, and sign in with that address`,
      );
    case "unverified_email":
      return new ApiError(
        409,
        `Where you sign in, nobody confirms that ${refusal.email} is yours. If you can verify it there, do that and sign in again; otherwise ask the people who run this service`,
      );
    case "member_limit_reached":
      return limitReached({ maximum: maximumMembers, of: "members", remedy: "ask an owner" });
    case "organization_limit_reached":
      return new ApiError(
        409,
        `You belong to ${maximumOrganizations} organizations already: leave one first`,
      );
  }
}
