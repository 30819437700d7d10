import { embedUrl } from "../../core/embeds/embed-session.ts";
import { languageTag, oembedUrl } from "../../core/embeds/oembed.ts";
import { embedPage, unavailablePage } from "../../web/embed/embed-html.ts";
import { environmentOf } from "../functions/environment.ts";
import { showEmbed } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { embeddedCountReader, notAvailableCaching } from "./embedded-count.ts";
import { pageAssets, pageHeaders } from "./page-headers.ts";

const environment = environmentOf(showEmbed, process.env);
const readCount = embeddedCountReader(environment);

const assets = pageAssets("embed", import.meta.url);

export const handler = siteHandler(
  async (event) => {
    const sessionId = event.pathParameters?.sessionId ?? "";
    const lang = languageTag(event.pathParameters?.lang);
    const count = await readCount(sessionId);
    const html = { "content-type": "text/html; charset=utf-8" };
    if (count === undefined) {
      const headers = { ...html, ...notAvailableCaching };
      return { statusCode: 404, headers, body: unavailablePage(assets) };
    }
    const urls = {
      page: embedUrl(environment.BASE_URL, sessionId),
      oembed: oembedUrl(environment.BASE_URL, sessionId, lang),
    };
    return {
      statusCode: 200,
      headers: {
        ...html,
        ...publicCache(5),
        link: `<${urls.oembed}>; rel="alternate"; type="application/json+oembed"`,
      },
      body: embedPage({ sessionId, counter: count, lang, urls, assets }),
    };
  },
  pageHeaders(assets, environment.BASE_URL),
);
