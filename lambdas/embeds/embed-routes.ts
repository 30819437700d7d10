import type { embedRoutes } from "../../api/private/embeds.ts";
import type { ApiError } from "../../core/api-error.ts";
import {
  isEmbedSessionId,
  maximumEmbedSessions,
  newEmbedSessionId,
} from "../../core/embeds/embed-session.ts";
import { createEmbed, type EmbedPorts, listEmbeds, revokeEmbed } from "../../core/embeds/embeds.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { AuditPorts } from "../../core/members/member-audit.ts";
import { counterKeyOf, noSuchCounter } from "../counters/counter-routes.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** Embeds of counters. */
export function embedHandlers(ports: EmbedPorts & AuditPorts): PrivateHandlers<typeof embedRoutes> {
  return {
    "GET /api/setup/{organizationId}/counters/{counterId}/embeds": async (request) => {
      const listing = await listEmbeds(ports, counterKeyOf(request));
      if (listing.result !== "listed") throw noSuchCounter();
      return { body: { embeds: listing.embeds } };
    },

    "POST /api/setup/{organizationId}/counters/{counterId}/embeds": async (request) => {
      const { event, member, body } = request;
      const key = counterKeyOf(request);
      const form = createdByForm(event, { kind: "emb", member, formId: body.formId });
      const sessionId = form && newEmbedSessionId(form.digits);
      const setup = { ...key, note: body.note ?? undefined, sessionId };
      const creation = await createEmbed(ports, setup, asMember(member));
      switch (creation.result) {
        case "created":
          return { body: creation.embed, statusCode: creation.isNew ? 201 : 200 };
        case "created_already":
          throw createdAlready("embed", creation.name, revokeAndCreate);
        case "limit_reached":
          throw tooManyEmbeds();
        case "forbidden":
          throw forbidden();
        default:
          throw noSuchCounter();
      }
    },

    "DELETE /api/setup/{organizationId}/embeds/{sessionId}": async ({ member, path }) => {
      if (!isEmbedSessionId(path.sessionId)) throw noSuchEmbed();
      const key = { organizationId: member.organizationId, idOrUrl: path.sessionId };
      const revocation = await revokeEmbed(ports, key, asMember(member));
      if (revocation.result === "forbidden") throw forbidden();
      if (revocation.result !== "revoked") throw noSuchEmbed();
      return { body: revocation.embed };
    },
  };
}

function noSuchEmbed(): ApiError {
  return notFound("embed");
}

function tooManyEmbeds(): ApiError {
  return limitReached({ maximum: maximumEmbedSessions, of: "embeds", remedy: "revoke one first" });
}
