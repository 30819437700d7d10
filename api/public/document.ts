import * as z from "zod";
import { ErrorBody } from "../../core/api-error.ts";
import { CountEvent, History } from "../../core/counters/count-event.ts";
import { Counter, CounterList } from "../../core/counters/counter.ts";
import { defaultLimit } from "../../core/counters/history-page.ts";
import { Oembed } from "../../core/embeds/oembed.ts";
import { AlertEnvelope, CountEnvelope } from "../../core/webhooks/webhook-event.ts";
import { getCounter, getCounterHistory, listCounters } from "../../lambdas/functions/api.ts";
import { getOembed } from "../../lambdas/functions/site.ts";
import { embedResponses, oembedOperation, site } from "./embedding.ts";
import { counter, counterList, history, startOfHistory } from "./examples.ts";
import { introduction } from "./guides.ts";
import {
  authorizedHeaders,
  errorResponses,
  GatewayError,
  headerReferences,
  headers,
  ifNoneMatch,
  jsonResponse,
  unchanged,
} from "./responses.ts";
import { webhooks } from "./webhooks.ts";

/** The read API and the webhooks as OpenAPI 3.1, built from the schemas that the service itself parses with. */
export function openapiDocument() {
  return {
    openapi: "3.1.0",
    info: {
      title: "Counting Service",
      version: "1.0.0",
      description: introduction,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [
      {
        url: "{api_url}",
        description: "The URL of the read API.",
        variables: { api_url: { default: "http://localhost:3001" } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: [
      { name: "Counters", description: "Counters, their totals and their history." },
      { name: "Embedding", description: "Counters on other people's pages." },
      { name: "Webhooks", description: "What the service sends to an organization's endpoints." },
    ],
    paths: {
      [listCounters.routes[0].path]: { get: listOperation },
      [getCounter.routes[0].path]: { parameters: [counterId], get: getOperation },
      [getCounterHistory.routes[0].path]: { parameters: [counterId], get: historyOperation },
      [getOembed.routes[0].path]: { servers: [site], get: oembedOperation },
    },
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An organization API key. It is shown once, at creation.",
        },
      },
      headers,
      responses: { ...errorResponses, ...embedResponses, NotModified: notModified },
      schemas: schemas(),
    },
  };
}

const reference = (name: keyof typeof errorResponses | "NotModified") => ({
  $ref: `#/components/responses/${name}`,
});

const keyedErrors = {
  401: reference("Unauthorized"),
  403: reference("PlanRequired"),
  429: reference("RateLimited"),
  500: reference("Internal"),
  503: reference("Unavailable"),
};

const okHeaders = [...authorizedHeaders, "ETag" as const];

const notModified = {
  description: unchanged,
  headers: headerReferences(okHeaders),
};

const counterId = {
  name: "counterId",
  in: "path",
  required: true,
  description: "Counter identifier.",
  schema: { type: "string" },
  example: counter.id,
};

const listOperation = {
  operationId: "listCounters",
  tags: ["Counters"],
  summary: "List counters",
  description: "Every counter of the key's organization, sorted by name.",
  parameters: [ifNoneMatch],
  responses: {
    200: jsonResponse("The counters.", "CounterList", {
      headers: okHeaders,
      examples: { counters: counterList, none: { counters: [] } },
    }),
    304: reference("NotModified"),
    406: reference("TooLarge"),
    ...keyedErrors,
  },
};

const getOperation = {
  operationId: "getCounter",
  tags: ["Counters"],
  summary: "Get a counter",
  description: "One counter of the key's organization, as the list has it.",
  parameters: [ifNoneMatch],
  responses: {
    200: jsonResponse("The counter.", "Counter", { headers: okHeaders, examples: { counter } }),
    304: reference("NotModified"),
    404: reference("NotFound"),
    ...keyedErrors,
  },
};

const historyOperation = {
  operationId: "getCounterHistory",
  tags: ["Counters"],
  summary: "Counter history",
  description:
    "Count events, newest first. For the next page pass the `lastEventId` of the oldest received " +
    "event as `beforeEventId`; an empty `events` array means the start of history is reached.",
  parameters: [
    ifNoneMatch,
    {
      name: "limit",
      in: "query",
      description: "Number of events to return.",
      schema: { type: "integer", minimum: 1, maximum: 500, default: defaultLimit },
    },
    {
      name: "beforeEventId",
      in: "query",
      description: "Only events whose `lastEventId` is lower than this value.",
      schema: { type: "integer" },
    },
  ],
  responses: {
    200: jsonResponse("A page of count events.", "History", {
      headers: okHeaders,
      examples: { page: history, startOfHistory },
    }),
    304: reference("NotModified"),
    400: reference("InvalidParameter"),
    404: reference("NotFound"),
    ...keyedErrors,
  },
};

function schemas() {
  const registry = z.registry<{ id: string }>();
  registry.add(Counter, { id: "Counter" });
  registry.add(CounterList, { id: "CounterList" });
  registry.add(CountEvent, { id: "CountEvent" });
  registry.add(History, { id: "History" });
  registry.add(Oembed, { id: "Oembed" });
  registry.add(ErrorBody, { id: "Error" });
  registry.add(GatewayError, { id: "GatewayError" });
  registry.add(CountEnvelope, { id: "CountWebhook" });
  registry.add(AlertEnvelope, { id: "AlertWebhook" });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    // The format says it all; its pattern would take half a screen for each date.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  // A $schema or $id within the document would change what its $ref mean.
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}
