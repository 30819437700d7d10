import { embeddedCounter } from "../../core/embeds/format-count.ts";
import { environmentOf } from "../functions/environment.ts";
import { getEmbedCount } from "../functions/functions.ts";
import { jsonResponse } from "../http/message.ts";
import { publicCache } from "../site/site-caching.ts";
import { siteEndpoint } from "../site/site-endpoint.ts";
import { notAvailable, sharedCounter } from "./embedded-counter.ts";

const counterOf = sharedCounter(environmentOf(getEmbedCount, process.env));

export const handler = siteEndpoint(async (event) => {
  const counter = await counterOf(event.pathParameters?.sessionId ?? "");
  if (counter === undefined) throw notAvailable();
  return jsonResponse(embeddedCounter(counter), {
    // One second bounds what reaches the service, however many watch.
    ...publicCache(1),
    // The script tells the service's clock by these; viewers' own clocks are wrong by minutes.
    "access-control-expose-headers": "Age, Date",
  });
});
