import type { embedRoutes } from "../../api/private/embeds.ts";
import type { ApiError } from "../../core/api-error.ts";
import {
  type EmbedTarget,
  isEmbedSessionId,
  maximumEmbedSessions,
  newEmbedSessionId,
} from "../../core/embeds/embed-session.ts";
import { createEmbed, type EmbedPorts, listEmbeds, revokeEmbed } from "../../core/embeds/embeds.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { AuditPorts } from "../../core/members/member-audit.ts";
import { counterKeyOf, noSuchCounter, noSuchGroup } from "../counters/counter-routes.ts";
import { groupKeyOf } from "../groups/group-routes.ts";
import type { PrivateHandlers, PrivateRequest } from "../private-api/area-handler.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** Embeds of counters and groups. */
export function embedHandlers(ports: EmbedPorts & AuditPorts): PrivateHandlers<typeof embedRoutes> {
  async function list(target: EmbedTarget) {
    const listing = await listEmbeds(ports, target);
    if (listing.result !== "listed") throw noSuchTarget(target);
    return { body: { embeds: listing.embeds } };
  }

  async function create(target: EmbedTarget, { event, member, body }: CreationRequest) {
    const form = createdByForm(event, { kind: "emb", member, formId: body.formId });
    const sessionId = newEmbedSessionId(form.digits);
    const setup = { ...target, note: body.note ?? undefined, sessionId };
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
        throw noSuchTarget(target);
    }
  }

  return {
    "GET /api/setup/{organizationId}/counters/{counterId}/embeds": (request) =>
      list(counterKeyOf(request)),

    "POST /api/setup/{organizationId}/counters/{counterId}/embeds": (request) =>
      create(counterKeyOf(request), request),

    "GET /api/setup/{organizationId}/groups/{groupId}/embeds": (request) =>
      list(groupKeyOf(request)),

    "POST /api/setup/{organizationId}/groups/{groupId}/embeds": (request) =>
      create(groupKeyOf(request), request),

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

type CreationKey = "POST /api/setup/{organizationId}/groups/{groupId}/embeds";
type CreationRequest = Pick<
  PrivateRequest<CreationKey, (typeof embedRoutes)[CreationKey]>,
  "event" | "member" | "body"
>;

function noSuchTarget({ groupId }: EmbedTarget): ApiError {
  return groupId === undefined ? noSuchCounter() : noSuchGroup();
}

function noSuchEmbed(): ApiError {
  return notFound("embed");
}

function tooManyEmbeds(): ApiError {
  return limitReached({ maximum: maximumEmbedSessions, of: "embeds", remedy: "revoke one first" });
}
