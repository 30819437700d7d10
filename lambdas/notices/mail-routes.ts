import type { mailRoutes } from "../../api/private/mail.ts";
import { ApiError } from "../../core/api-error.ts";
import { mailStopOf } from "../../core/members/mail-stop.ts";
import type { Person } from "../../core/members/person.ts";
import {
  type MailRequest,
  type RequestingPorts,
  requestInvitationMail,
  requestResumption,
  requestTestMail,
} from "../../core/notices/request-mail.ts";
import type { DailyLimit } from "../../core/rate-limits.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { forbidden } from "../private-api/member-access.ts";
import { notFound } from "../private-api/resource-errors.ts";

/** Mail that people ask for; `ports` are undefined where the service sends no mail. */
export function mailHandlers(
  ports: RequestingPorts | undefined,
): PrivateHandlers<typeof mailRoutes> {
  const sending = () => {
    if (ports !== undefined) return ports;
    throw new ApiError(404, "This service sends no mail");
  };
  return {
    "POST /api/organization/{organizationId}/invitations/{invitationId}/mail": async ({
      member,
      path: { invitationId },
      body: { token },
    }) => {
      const request = await requestInvitationMail(sending(), { invitationId, token }, member);
      if (request.result !== "queued") throw refused(request);
      return { body: request.invitation };
    },

    "GET /api/organization/mail": async ({ person }) => {
      sending();
      return { body: ownMail(person) };
    },

    "POST /api/organization/{organizationId}/notifications/test": async ({ person, member }) => {
      const request = await requestTestMail(sending(), person, member);
      if (request.result === "limited") throw limited(request);
      if (request.result !== "queued") throw new ApiError(409, unsent[request.result]);
      return { body: { askedAt: request.askedAt } };
    },

    "POST /api/organization/mail/resume": async ({ person }) => {
      const request = await requestResumption(sending(), person);
      if (request.result === "limited") throw limited(request);
      return { body: ownMail(person) };
    },
  };
}

function ownMail(person: Person) {
  return {
    address: person.emailVerified ? person.email : null,
    stopped: mailStopOf(person) ?? null,
    tested: person.mailTest ?? null,
  };
}

const unsent = {
  no_address: "Where you sign in, nobody vouches for your address",
  stopped: "Mail to your address is stopped",
};

function refused(refusal: Exclude<MailRequest, { result: "queued" }>): ApiError {
  switch (refusal.result) {
    case "no_such_invitation":
      return notFound("open invitation");
    case "forbidden":
      return forbidden();
    case "mailed_already":
      return new ApiError(409, "This invitation was sent by mail already");
    case "limited":
      return limited(refusal);
  }
}

/** Which limit is reached, and when mail works again: days are those of UTC. */
function limited({ limit, resetSeconds }: { limit: DailyLimit; resetSeconds: number }): ApiError {
  const what: Record<DailyLimit["what"], string> = {
    address_mails: `${limit.perDay} mails have been sent to this address today`,
    organization_mails: `The organization has sent ${limit.perDay} mails today`,
    service_mails: `This service has sent ${limit.perDay} mails for all its organizations today`,
    mail_resumptions: `You have done this ${limit.perDay} times today`,
  };
  return new ApiError(429, `${what[limit.what]}, the most in a day: it works again at 00:00 UTC`, {
    code: "RATE_LIMITED",
    headers: { "retry-after": String(resetSeconds) },
  });
}
