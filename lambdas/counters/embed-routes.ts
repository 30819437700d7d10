import type { ApiError } from "../../core/api-error.ts";
import {
  isEmbedSessionId,
  maximumEmbedSessions,
  newEmbedSessionId,
} from "../../core/embeds/embed-session.ts";
import { createEmbed, type EmbedPorts, listEmbeds, revokeEmbed } from "../../core/embeds/embeds.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { AuditPorts } from "../../core/members/member-audit.ts";
import { embedView } from "../../core/private-api/counters/counter-views.ts";
import {
  type EmbedList,
  EmbedSetup,
  type EmbedView,
} from "../../core/private-api/counters/embeds.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import { jsonResponse } from "../http/message.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, type MemberAccess } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";
import { counterKeyOf, noSuchCounter } from "./counter-routes.ts";

const organization = "/api/organizations/{organizationId}";

/** Embeds of counters. */
export function embedRoutes(
  access: MemberAccess,
  ports: EmbedPorts & AuditPorts,
): Record<string, PrivateRoute> {
  return {
    [`GET ${organization}/counters/{counterId}/embeds`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const listing = await listEmbeds(ports, counterKeyOf(event, member));
      if (listing.result !== "listed") throw noSuchCounter();
      return jsonResponse({ embeds: listing.embeds.map(embedView) } satisfies EmbedList);
    },

    [`POST ${organization}/counters/{counterId}/embeds`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const key = counterKeyOf(event, member);
      const { formId, note } = bodyOf(event, ofForm(EmbedSetup));
      const form = createdByForm(event, { kind: "emb", member, formId });
      const sessionId = form && newEmbedSessionId(form.digits);
      const setup = { ...key, note: note ?? undefined, sessionId };
      const creation = await createEmbed(ports, setup, asMember(member));
      switch (creation.result) {
        case "created": {
          const view: EmbedView = embedView(creation.embed);
          return { ...jsonResponse(view), statusCode: creation.isNew ? 201 : 200 };
        }
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

    [`DELETE ${organization}/embeds/{sessionId}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const { organizationId } = member;
      const idOrUrl = event.pathParameters?.sessionId ?? "";
      if (!isEmbedSessionId(idOrUrl)) throw noSuchEmbed();
      const key = { organizationId, idOrUrl };
      const revocation = await revokeEmbed(ports, key, asMember(member));
      if (revocation.result === "forbidden") throw forbidden();
      if (revocation.result !== "revoked") throw noSuchEmbed();
      return jsonResponse(embedView(revocation.embed) satisfies EmbedView);
    },
  };
}

function noSuchEmbed(): ApiError {
  return notFound("embed");
}

function tooManyEmbeds(): ApiError {
  return limitReached({ maximum: maximumEmbedSessions, of: "embeds", remedy: "revoke one first" });
}
