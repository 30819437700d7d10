import { highestFrame, widestFrame } from "../../core/oembed.ts";
import { answer, error, type errorAnswers } from "./answers.ts";
import { errors, liveView } from "./examples.ts";

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
    "url is missing, invalid or not the address of a live view, or a size is not of its form.",
    readableByAll,
    { badEmbedUrl },
  ),
  NotShared: error("There is no such live view, or no longer.", readableByAll, { notAvailable }),
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
  description: "oEmbed 1.0 metadata of a live view: markup of an iframe that shows a counter.",
  security: [],
  parameters: [
    {
      name: "url",
      in: "query",
      required: true,
      description: "Address of the live view; its path must have the form /embed/{sessionId}.",
      schema: { type: "string", format: "uri" },
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
