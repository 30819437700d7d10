import { liveViewOf } from "../core/live-view.ts";
import { getEmbedCount } from "./contract.ts";
import { notAvailable, sharedCounter } from "./embed/shared-counter.ts";
import { environmentOf } from "./environment.ts";
import { jsonAnswer } from "./http/message.ts";
import { heldFor } from "./http/site-caching.ts";
import { siteEndpoint } from "./http/site-endpoint.ts";

const counterOf = sharedCounter(environmentOf(getEmbedCount, process.env));

export const handler = siteEndpoint(async (event) => {
  const counter = await counterOf(event.pathParameters?.sessionId ?? "");
  if (counter === undefined) throw notAvailable();
  return jsonAnswer(liveViewOf(counter), {
    // One second bounds what reaches the service, however many watch.
    ...heldFor(1),
    // The script tells the service's clock by these; viewers' own clocks are wrong by minutes.
    "access-control-expose-headers": "Age, Date",
  });
});
