import { oembed, oembedRequest } from "../core/oembed.ts";
import { getOembed } from "./contract.ts";
import { notAvailable, sharedCounter } from "./embed/shared-counter.ts";
import { environmentOf } from "./environment.ts";
import { jsonAnswer } from "./http/message.ts";
import { heldFor } from "./http/site-caching.ts";
import { siteEndpoint } from "./http/site-endpoint.ts";

const environment = environmentOf(getOembed, process.env);
const counterOf = sharedCounter(environment);

export const handler = siteEndpoint(async (event) => {
  // The parsed query of an HTTP API joins repeated parameters with commas, which an address may hold.
  const request = oembedRequest(new URLSearchParams(event.rawQueryString));
  const counter = await counterOf(request.sessionId);
  if (counter === undefined) throw notAvailable();
  return jsonAnswer(oembed(environment.BASE_URL, request, counter.name), heldFor(60));
});
