import { embeddedCounter } from "../../core/embeds/format-count.ts";
import { environmentOf } from "../functions/environment.ts";
import { getEmbedCount } from "../functions/site.ts";
import { jsonResponse } from "../http/message.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embeddedCounterReader, notAvailable, notAvailableCaching } from "./embedded-counter.ts";

const readCounter = embeddedCounterReader(environmentOf(getEmbedCount, process.env));

export const handler = siteHandler(async (event) => {
  const counter = await readCounter(event.pathParameters?.sessionId ?? "");
  if (counter === undefined) throw notAvailable(notAvailableCaching);
  return jsonResponse(embeddedCounter(counter), {
    // However many people watch, each cache sends the service one request a second.
    ...publicCache(1),
    // The page's script takes the time from these, because viewers' clocks can be minutes off.
    "access-control-expose-headers": "Age, Date",
  });
});
