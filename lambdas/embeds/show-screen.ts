import { isEmbedSessionId } from "../../core/embeds/embed-session.ts";
import { screenPage } from "../../web/screen/screen-html.ts";
import { environmentOf } from "../functions/environment.ts";
import { showScreen } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { pageAssets, pageHeaders } from "./page-headers.ts";

const { BASE_URL } = environmentOf(showScreen, process.env);
const assets = pageAssets("screen", import.meta.url);
const body = screenPage(assets);

/** The page says that a session is not shared: its script learns so at the first request. */
export const handler = siteHandler(
  async (event) => ({
    statusCode: isEmbedSessionId(event.pathParameters?.sessionId ?? "") ? 200 : 404,
    headers: { "content-type": "text/html; charset=utf-8", ...publicCache(60) },
    body,
  }),
  pageHeaders(assets, BASE_URL),
);
