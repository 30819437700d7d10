import { oembed, oembedRequest } from "../../core/embeds/oembed.ts";
import { environmentOf } from "../functions/environment.ts";
import { getOembed } from "../functions/site.ts";
import { jsonResponse } from "../http/message.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embeddedCountReader, notAvailable } from "./embedded-count.ts";

const environment = environmentOf(getOembed, process.env);
const readCount = embeddedCountReader(environment);

export const handler = siteHandler(async (event) => {
  // The parsed query of an HTTP API joins repeated parameters with commas, which a URL may hold.
  const request = oembedRequest(new URLSearchParams(event.rawQueryString));
  const count = await readCount(request.sessionId);
  // Without a max-age: the CDN would keep it for every query.
  if (count === undefined) throw notAvailable();
  return jsonResponse(oembed(environment.BASE_URL, request, count.name), publicCache(60));
});
