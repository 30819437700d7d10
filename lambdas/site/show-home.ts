import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { environmentOf } from "../functions/environment.ts";
import { showHome } from "../functions/site.ts";
import { publicCache, siteHandler } from "../http/site-handler.ts";
import { homePage } from "./home-page.ts";

const { API_URL, BASE_URL, CONSOLE_URL } = environmentOf(showHome, process.env);

// Built into the function's folder, see `assets` in the list of functions.
const style = readFileSync(new URL("home.css", import.meta.url), "utf8").trim();
const body = homePage({ apiUrl: API_URL, baseUrl: BASE_URL, consoleUrl: CONSOLE_URL, style });

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
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
  },
);
