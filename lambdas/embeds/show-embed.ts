import { readFileSync } from "node:fs";
import { embedUrl } from "../../core/embeds/embed-session.ts";
import { embeddedCounter } from "../../core/embeds/format-count.ts";
import { oembedUrl } from "../../core/embeds/oembed.ts";
import { environmentOf } from "../functions/environment.ts";
import { showEmbed } from "../functions/functions.ts";
import { publicCache } from "../site/site-caching.ts";
import { siteEndpoint } from "../site/site-endpoint.ts";
import { notAvailableCaching, sharedCounter } from "./embedded-counter.ts";
import { embedPage, pageHeaders, unavailablePage } from "./page.ts";

const environment = environmentOf(showEmbed, process.env);
const counterOf = sharedCounter(environment);

// The build puts them beside the function, see lib/bundle.ts.
const beside = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8").trim();
const assets = { script: beside("live-view.js"), style: beside("live-view.css") };

export const handler = siteEndpoint(
  async (event) => {
    const sessionId = event.pathParameters?.sessionId ?? "";
    const counter = await counterOf(sessionId);
    const html = { "content-type": "text/html; charset=utf-8" };
    if (counter === undefined) {
      const headers = { ...html, ...notAvailableCaching };
      return { statusCode: 404, headers, body: unavailablePage(assets) };
    }
    const addresses = {
      page: embedUrl(environment.BASE_URL, sessionId),
      oembed: oembedUrl(environment.BASE_URL, sessionId),
    };
    return {
      statusCode: 200,
      headers: {
        ...html,
        ...publicCache(5),
        link: `<${addresses.oembed}>; rel="alternate"; type="application/json+oembed"`,
      },
      body: embedPage({ sessionId, view: embeddedCounter(counter), addresses, assets }),
    };
  },
  pageHeaders(assets, environment.BASE_URL),
);
