import document from "../../docs/integrators/openapi.json" with { type: "json" };
import { getOpenapi } from "../functions/api.ts";
import { environmentOf } from "../functions/environment.ts";
import { apiHandler } from "../http/http-handler.ts";
import { jsonResponse } from "../http/message.ts";
import { readOnly } from "../http/read-only.ts";

const environment = environmentOf(getOpenapi, process.env);
const oembedPath = "/api/oembed";
const site = { servers: [{ url: environment.BASE_URL }] };
const { [oembedPath]: embedding, ...paths } = document.paths;
const { get, head } = embedding;
const served = {
  ...document,
  info: {
    ...document.info,
    description: document.info.description.replaceAll("{base_url}", environment.BASE_URL),
  },
  servers: [{ url: environment.API_URL }],
  // The one path of the site, not of the read API.
  paths: {
    ...paths,
    [oembedPath]: { get: { ...get, ...site }, head: { ...head, ...site } },
  },
};

export const handler = apiHandler(
  readOnly(async () =>
    jsonResponse(served, {
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    }),
  ),
);
