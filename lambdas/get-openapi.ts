import document from "../docs/openapi.json" with { type: "json" };
import { getOpenapi } from "./contract.ts";
import { environmentOf } from "./environment.ts";
import { httpEndpoint } from "./http/endpoint.ts";
import { jsonAnswer } from "./http/message.ts";

const environment = environmentOf(getOpenapi, process.env);
const served = { ...document, servers: [{ url: environment.API_URL }] };

export const handler = httpEndpoint(async () =>
  jsonAnswer(served, {
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
  }),
);
