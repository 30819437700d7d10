import { embedUrl } from "../core/embeds/embed-session.ts";
import { highestFrame, longestUrl, widestFrame } from "../core/embeds/oembed.ts";
import { errors, liveView } from "./examples.ts";
import { answer, error, type errorAnswers } from "./responses.ts";

/** The public site, which has the oEmbed endpoint and no other that integrators call. */
export const site = {
  url: "{base_url}",
  description: "The address of the public site.",
  variables: { base_url: { default: "http://localhost:3000" } },
};

const readableByAll = ["Access-Control-Allow-Origin" as const];

const { badEmbedUrl, notAvailable, jsonOnly } = errors;

export const embedErrors = {
  InvalidEmbedRequest: error(
    "url is missing, invalid, given twice or its path is not /embed/{sessionId}, or a size is not of its form.",
    readableByAll,
    { badEmbedUrl },
  ),
  NotShared: error("There is no such live view, or it is no longer shared.", readableByAll, {
    notAvailable,
  }),
  JsonOnly: error("A format other than JSON was asked for.", readableByAll, { jsonOnly }),
};

const reference = (name: keyof typeof embedErrors | keyof typeof errorAnswers) => ({
  $ref: `#/components/responses/${name}`,
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
    "oEmbed 1.0 metadata of a live view: markup of an iframe that shows a counter. No key is " +
    "needed, on every plan. The page of a live view names this address in its head and in a Link " +
    "header, so consumers find it by discovery. An operator can revoke a live view at any time; " +
    "the metadata is then 404 within a minute or two, and markup that was kept shows that nothing " +
    "is shared. Other parameters are ignored. More: docs/integrators/embedding.md.",
  security: [],
  parameters: [
    {
      name: "url",
      in: "query",
      required: true,
      description:
        "Address of the live view, percent-encoded as every query value. Its path must have the " +
        "form /embed/{sessionId}; any host is accepted, and the iframe's address is always the " +
        "service's own. A slash, a query or a fragment at its end is ignored.",
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
      description: "json in any case, or nothing; every other format is answered with 501.",
      schema: { type: "string", default: "json" },
    },
  ],
  responses: {
    200: answer("The metadata.", "Oembed", {
      headers: ["X-Request-Id", "ETag", ...readableByAll],
      examples: { liveView },
    }),
    400: reference("InvalidEmbedRequest"),
    404: reference("NotShared"),
    500: reference("Internal"),
    501: reference("JsonOnly"),
  },
};
