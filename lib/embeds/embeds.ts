import {
  getEmbedCount,
  getOembed,
  showBadge,
  showEmbed,
  showScreen,
} from "../../lambdas/functions/site.ts";
import { grantReading } from "../platform/attribute-conditions.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

/** Embeds of counters and groups, their screens and badges, and their oEmbed metadata, contract §4.4. */
export function serveEmbeds(surface: HttpSurface, baseUrl: string): ServiceFunction<never>[] {
  const { embedSessions, counters, counterGroups, organizations } = tablesOf(surface);
  const oembed = surface.serve(getOembed, { BASE_URL: baseUrl });
  const page = surface.serve(showEmbed, { BASE_URL: baseUrl });
  const count = surface.serve(getEmbedCount, {});
  const badge = surface.serve(showBadge, {});
  // Its page is the same for every session; the number comes from the count of the embed.
  const screen = surface.serve(showScreen, { BASE_URL: baseUrl });
  for (const reader of [oembed, page, count, badge]) {
    reader.grant(embedSessions.tableArn, "dynamodb:GetItem");
    reader.grant(counters.tableArn, "dynamodb:GetItem");
    reader.grant(counterGroups.tableArn, "dynamodb:GetItem");
    // Only that the organization exists: the item also has the hashes of its API keys.
    grantReading(reader, organizations.tableArn, {
      attributes: ["organizationId", "name", "language"],
    });
  }
  return [oembed, page, count, badge, screen];
}
