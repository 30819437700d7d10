import { environmentOf } from "../functions/environment.ts";
import { getEmbedCount } from "../functions/site.ts";
import { jsonResponse } from "../http/message.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embeddedCountReader, notAvailable, notAvailableCaching } from "./embedded-count.ts";

const readCount = embeddedCountReader(environmentOf(getEmbedCount, process.env));

export const handler = siteHandler(async (event) => {
  const count = await readCount(event.pathParameters?.sessionId ?? "");
  if (count === undefined) throw notAvailable(notAvailableCaching);
  return jsonResponse(count, {
    // However many people watch, each cache sends the service one request a second.
    ...publicCache(1),
    // The page's script takes the time from these, because viewers' clocks can be minutes off.
    "access-control-expose-headers": "Age, Date",
  });
});
