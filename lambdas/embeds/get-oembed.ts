import { oembed, oembedRequest } from "../../core/embeds/oembed.ts";
import { environmentOf } from "../functions/environment.ts";
import { getOembed } from "../functions/functions.ts";
import { jsonResponse } from "../http/message.ts";
import { publicCache } from "../site/site-caching.ts";
import { siteEndpoint } from "../site/site-endpoint.ts";
import { notAvailable, sharedCounter } from "./embedded-counter.ts";

const environment = environmentOf(getOembed, process.env);
const counterOf = sharedCounter(environment);

export const handler = siteEndpoint(async (event) => {
  // The parsed query of an HTTP API joins repeated parameters with commas, which an address may hold.
  const request = oembedRequest(new URLSearchParams(event.rawQueryString));
  const counter = await counterOf(request.sessionId);
  if (counter === undefined) throw notAvailable();
  return jsonResponse(oembed(environment.BASE_URL, request, counter.name), publicCache(60));
});
