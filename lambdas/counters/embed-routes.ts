import type { ApiError } from "../../core/api-error.ts";
import { embedCreated, embedRevoked } from "../../core/audit/embed-changes.ts";
import type { Clock } from "../../core/clock.ts";
import {
  isEmbedSessionId,
  maximumEmbedSessions,
  newEmbedSessionId,
} from "../../core/embeds/embed-session.ts";
import { createEmbed, type EmbedPorts, listEmbeds, revokeEmbed } from "../../core/embeds/embeds.ts";
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
import type { MemberAccess } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { type RecordPorts, recordChange } from "../private-api/recorded-change.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";
import { counterKeyOf, noSuchCounter } from "./counter-routes.ts";

const organization = "/api/organizations/{organizationId}";

/** Embeds of counters. */
export function embedRoutes(
  access: MemberAccess,
  ports: EmbedPorts & RecordPorts & { clock: Clock },
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
      const creation = await createEmbed(ports, { ...key, note: note ?? undefined, sessionId });
      switch (creation.result) {
        case "created": {
          const view: EmbedView = embedView(creation.embed);
          if (!creation.isNew) return jsonResponse(view);
          const change = embedCreated(creation.embed);
          await recordChange(ports, member, { action: "embed.create", change });
          return { ...jsonResponse(view), statusCode: 201 };
        }
        case "created_already":
          throw createdAlready("embed", creation.note ?? "Embed", revokeAndCreate);
        case "limit_reached":
          throw tooManyEmbeds();
        default:
          throw noSuchCounter();
      }
    },

    [`DELETE ${organization}/embeds/{sessionId}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const { organizationId } = member;
      const idOrUrl = event.pathParameters?.sessionId ?? "";
      if (!isEmbedSessionId(idOrUrl)) throw noSuchEmbed();
      const revocation = await revokeEmbed(ports, { organizationId, idOrUrl });
      if (revocation.result !== "revoked") throw noSuchEmbed();
      const change = embedRevoked(revocation.embed);
      await recordChange(ports, member, { action: "embed.revoke", change });
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
