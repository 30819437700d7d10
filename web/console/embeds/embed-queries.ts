import { queryOptions } from "@tanstack/react-query";
import type { EmbedView, NewEmbed } from "../../../api/private/embeds.ts";
import { isCounterId } from "../../../core/counters/counter-names.ts";
import { change, read } from "../api/private-api.ts";
import { readCounter } from "../counters/counter-queries.ts";
import type { OfForm } from "../forms/use-creation.ts";

/** What embeds show: a counter or a group, which their ids tell apart. */
export interface Target {
  organizationId: string;
  targetId: string;
}

/** Its embeds, the newest first. */
export function embedsQuery({ organizationId, targetId }: Target) {
  return queryOptions({
    queryKey: [organizationId, "embeds", targetId],
    queryFn: async () => {
      const { embeds } = isCounterId(targetId)
        ? await read("GET /api/setup/{organizationId}/counters/{counterId}/embeds", {
            organizationId,
            counterId: targetId,
          })
        : await read("GET /api/setup/{organizationId}/groups/{groupId}/embeds", {
            organizationId,
            groupId: targetId,
          });
      return [...embeds].reverse();
    },
  });
}

/** Its name, and its goal or its capacity, to which there is a bar; null where there is no such thing. */
export function shownThingQuery({ organizationId, targetId }: Target) {
  return queryOptions({
    queryKey: [organizationId, isCounterId(targetId) ? "counters" : "groups", targetId, "shown"],
    queryFn: async () => {
      if (isCounterId(targetId)) {
        const counter = await readCounter(organizationId, targetId);
        return counter === undefined ? null : { name: counter.name, whole: counter.goalTarget };
      }
      const path = "GET /api/setup/{organizationId}/groups/{groupId}";
      const { name, capacity } = await read(path, { organizationId, groupId: targetId });
      return { name, whole: capacity };
    },
  });
}

export function createEmbed(target: Target, setup: OfForm<NewEmbed>, signal: AbortSignal) {
  const { organizationId, targetId } = target;
  return isCounterId(targetId)
    ? change(
        "POST /api/setup/{organizationId}/counters/{counterId}/embeds",
        { organizationId, counterId: targetId },
        setup,
        signal,
      )
    : change(
        "POST /api/setup/{organizationId}/groups/{groupId}/embeds",
        { organizationId, groupId: targetId },
        setup,
        signal,
      );
}

/** What a URL of the console says of an embed, as the audit log does: its whole id opens it. */
export function lastFour({ sessionId }: Pick<EmbedView, "sessionId">): string {
  return sessionId.slice(-4);
}

export function embedName(embed: Pick<EmbedView, "sessionId" | "note">): string {
  return embed.note ?? `Embed …${lastFour(embed)}`;
}
