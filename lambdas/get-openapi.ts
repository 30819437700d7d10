import document from "../docs/openapi.json" with { type: "json" };
import { getOpenapi } from "./contract.ts";
import { environmentOf } from "./environment.ts";
import { httpEndpoint, jsonAnswer } from "./http/endpoint.ts";

const environment = environmentOf(getOpenapi, process.env);
const served = { ...document, servers: [{ url: environment.API_URL }] };

export const handler = httpEndpoint(async () =>
  jsonAnswer(served, {
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
  }),
);
