import { readFileSync } from "node:fs";
import { embedUrl } from "../../core/embeds/embed-session.ts";
import { embeddedCounter } from "../../core/embeds/format-count.ts";
import { oembedUrl } from "../../core/embeds/oembed.ts";
import { environmentOf } from "../functions/environment.ts";
import { showEmbed } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embedPage, pageHeaders, unavailablePage } from "./embed-page.ts";
import { embeddedCounterReader, notAvailableCaching } from "./embedded-counter.ts";

const environment = environmentOf(showEmbed, process.env);
const readCounter = embeddedCounterReader(environment);

// Built into the function's folder, see `assets` in the list of functions.
const asset = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8").trim();
const assets = { script: asset("embed.js"), style: asset("embed.css") };

export const handler = siteHandler(
  async (event) => {
    const sessionId = event.pathParameters?.sessionId ?? "";
    const counter = await readCounter(sessionId);
    const html = { "content-type": "text/html; charset=utf-8" };
    if (counter === undefined) {
      const headers = { ...html, ...notAvailableCaching };
      return { statusCode: 404, headers, body: unavailablePage(assets) };
    }
    const urls = {
      page: embedUrl(environment.BASE_URL, sessionId),
      oembed: oembedUrl(environment.BASE_URL, sessionId),
    };
    return {
      statusCode: 200,
      headers: {
        ...html,
        ...publicCache(5),
        link: `<${urls.oembed}>; rel="alternate"; type="application/json+oembed"`,
      },
      body: embedPage({ sessionId, counter: embeddedCounter(counter), urls, assets }),
    };
  },
  pageHeaders(assets, environment.BASE_URL),
);
