import { embedUrl } from "../../core/embeds/embed-session.ts";
import { highestFrame, longestUrl, widestFrame } from "../../core/embeds/oembed.ts";
import { embed, errors, gatewayErrors } from "./examples.ts";
import {
  errorResponse,
  type errorResponses,
  ifNoneMatch,
  jsonResponse,
  promised,
  unchanged,
} from "./responses.ts";

/** The public site, which has the oEmbed endpoint and no other that integrators call. */
export const site = {
  url: "{base_url}",
  description: "The URL of the public site.",
  variables: { base_url: { default: "http://localhost:3000" } },
};

const readableByAll = ["Access-Control-Allow-Origin" as const];

const { badEmbedUrl, notAvailable, jsonOnly } = errors;

const okHeaders = ["X-Request-Id" as const, "ETag" as const, ...readableByAll];

export const embedResponses = {
  EmbedNotModified: { description: unchanged, headers: promised(okHeaders) },
  InvalidEmbedRequest: errorResponse(
    "`url` is missing, invalid, given twice or its path is not `/embed/{sessionId}`, or a size is invalid.",
    readableByAll,
    { badEmbedUrl },
  ),
  NotShared: errorResponse("The embed does not exist or is no longer shared.", readableByAll, {
    notAvailable,
  }),
  JsonOnly: errorResponse("A format other than JSON was requested.", readableByAll, { jsonOnly }),
  Throttled: jsonResponse(
    "All callers together send too much. The gateway sends this.",
    "GatewayError",
    {
      headers: promised(readableByAll),
      examples: { tooManyRequests: gatewayErrors.tooManyRequests },
    },
  ),
};

const reference = (name: keyof typeof embedResponses | keyof typeof errorResponses) => ({
  $ref: `#/components/responses/${name}`,
});

/** A response in HTML that the CDN sends by itself, without any header of the service. */
const byCdn = (description: string) => ({
  description: `${description} The CDN sends this.`,
  content: { "text/html": { schema: { type: "string" } } },
});

const frameSize = (name: string, most: number, description: string) => ({
  name,
  in: "query",
  description,
  schema: { type: "integer", minimum: 1, default: most },
});

/** Contract §4.4; unlike the read API it asks for no key. */
export const oembedOperation = {
  operationId: "getServiceEmbed",
  tags: ["Embedding"],
  summary: "Embed metadata",
  description:
    "Send it to the public site, not to the read API. " +
    "oEmbed 1.0 metadata of an embed: markup of an iframe that shows a counter. No key is " +
    "needed, on every plan. The page of an embed names this URL in its head and in a `Link` " +
    "header, so consumers find it by discovery. An embed can be revoked at any time; the metadata " +
    "is then 404 within a minute or two, and markup that was kept shows that nothing is shared. " +
    "Other parameters are ignored.",
  security: [],
  parameters: [
    ifNoneMatch,
    {
      name: "url",
      in: "query",
      required: true,
      description:
        "URL of the embed, percent-encoded as every query value. Its path must have the form " +
        "`/embed/{sessionId}`; any host is accepted, and the iframe's URL is always the service's " +
        "own. The iframe keeps a `lang` in its query, as the link does that an embed's page has for " +
        "discovery; the rest of the query, a fragment and a slash at the end are ignored.",
      schema: { type: "string", format: "uri", maxLength: longestUrl },
      example: embedUrl("https://counters.example.com", "emb_7bQx2LmZ9cRt4WvK1nYp8DsH"),
    },
    frameSize(
      "maxwidth",
      widestFrame,
      `Maximum iframe width in pixels; the response width is capped at ${widestFrame}.`,
    ),
    frameSize(
      "maxheight",
      highestFrame,
      `Maximum iframe height in pixels; the response height is capped at ${highestFrame}.`,
    ),
    {
      name: "format",
      in: "query",
      description: "`json` in any case, or nothing; every other format gets 501.",
      schema: { type: "string", default: "json" },
    },
  ],
  responses: {
    200: jsonResponse("The metadata.", "Oembed", {
      headers: promised(okHeaders),
      examples: { embed },
    }),
    304: reference("EmbedNotModified"),
    400: reference("InvalidEmbedRequest"),
    404: reference("NotShared"),
    429: reference("Throttled"),
    500: reference("Internal"),
    501: reference("JsonOnly"),
    503: reference("Unavailable"),
    413: byCdn("The URL or the request is too large."),
    431: byCdn("The headers of the request are too large."),
    502: byCdn("The service could not be reached. The request can be repeated."),
    504: byCdn("The service did not respond in time. The request can be repeated."),
  },
};
