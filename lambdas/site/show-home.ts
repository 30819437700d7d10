import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { embedUrl } from "../../core/embeds/embed-session.ts";
import { homePage } from "../../web/home/home-html.ts";
import { getOpenapi, listCounters } from "../functions/api.ts";
import { environmentOf } from "../functions/environment.ts";
import { getOembed, showHome } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";

const { API_URL, BASE_URL, CONSOLE_URL, HOME_EMBED } = environmentOf(showHome, process.env);

// Built into the function's folder, see `assets` in the list of functions.
const style = readFileSync(new URL("home.css", import.meta.url), "utf8").trim();
const urls = {
  api: API_URL,
  counters: `${API_URL}${listCounters.routes[0].path}`,
  description: `${API_URL}${getOpenapi.routes[0].path}`,
  oembed: `${BASE_URL}${getOembed.routes[0].path}`,
  site: BASE_URL,
  console: `${CONSOLE_URL}/`,
};
const shownEmbed = HOME_EMBED === undefined ? undefined : embedUrl(BASE_URL, HOME_EMBED);
const body = homePage({ urls, style, shownEmbed });

export const handler = siteHandler(
  async () => ({
    statusCode: 200,
    headers: { "content-type": "text/html; charset=utf-8", ...publicCache(300) },
    body,
  }),
  {
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${hash("sha256", style, "base64")}'`,
      "img-src 'self'",
      ...(shownEmbed === undefined ? [] : [`frame-src ${shownEmbed}`]),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
  },
);
