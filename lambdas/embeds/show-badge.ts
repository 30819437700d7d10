import { type Badge, badgeLooks, badgeSvg } from "../../core/embeds/badge.ts";
import { embedBadge, noBadge } from "../../web/embed/badge-html.ts";
import { environmentOf } from "../functions/environment.ts";
import { showBadge } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embeddedCountReader, notAvailableCaching } from "./embedded-count.ts";

const readCount = embeddedCountReader(environmentOf(showBadge, process.env));

export const handler = siteHandler(async (event) => {
  const count = await readCount(event.pathParameters?.sessionId ?? "");
  const image = (statusCode: number, badge: Badge, caching: Record<string, string>) => ({
    statusCode,
    headers: { "content-type": "image/svg+xml; charset=utf-8", ...caching },
    body: badgeSvg(badge, badgeLooks(event.pathParameters?.looks)),
  });
  // An image, too: most pages show it whatever the status is.
  if (count === undefined) return image(404, noBadge, notAvailableCaching);
  return image(200, embedBadge(count), publicCache(1));
});
