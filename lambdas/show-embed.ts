import { readFileSync } from "node:fs";
import { embedUrl } from "../core/embed-session.ts";
import { liveViewOf } from "../core/live-view.ts";
import { oembedUrl } from "../core/oembed.ts";
import { showEmbed } from "./contract.ts";
import { embedPage, pageHeaders, unavailablePage } from "./embed/page.ts";
import { notAvailableCaching, sharedCounter } from "./embed/shared-counter.ts";
import { environmentOf } from "./environment.ts";
import { heldFor } from "./http/site-caching.ts";
import { siteEndpoint } from "./http/site-endpoint.ts";

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
        ...heldFor(5),
        link: `<${addresses.oembed}>; rel="alternate"; type="application/json+oembed"`,
      },
      body: embedPage({ sessionId, view: liveViewOf(counter), addresses, assets }),
    };
  },
  pageHeaders(assets, environment.BASE_URL),
);
