import * as z from "zod";
import { ErrorBody } from "../core/api-error.ts";
import { CountEvent, History } from "../core/counters/count-event.ts";
import { Counter, CounterList } from "../core/counters/counter.ts";
import { defaultLimit } from "../core/counters/history-page.ts";
import { Oembed } from "../core/embeds/oembed.ts";
import { AlertEnvelope, CountEnvelope } from "../core/webhooks/webhook-event.ts";
import {
  getCounter,
  getCounterHistory,
  getOembed,
  listCounters,
} from "../lambdas/functions/functions.ts";
import { embedErrors, oembedOperation, site } from "./embedding.ts";
import { counter, counterList, history, startOfHistory } from "./examples.ts";
import { admittedHeaders, answer, errorAnswers, headerReferences, headers } from "./responses.ts";
import { webhooks } from "./webhooks.ts";

/** The read API and the webhooks as OpenAPI 3.1, made from the schemas that the service itself parses with. */
export function openapiDocument() {
  return {
    openapi: "3.1.0",
    info: {
      title: "Counting Service",
      version: "1.0.0",
      description:
        "Read an organization's counters, their current totals and recent count events. " +
        "The API is read-only; it and the webhooks are open to organizations on the Pro or " +
        "Enterprise plan. Embed metadata of live views needs no key and works on every plan.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [
      {
        url: "{api_url}",
        description: "The address of the read API.",
        variables: { api_url: { default: "http://localhost:3001" } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: [
      { name: "Counters", description: "Counters, their totals and their history." },
      { name: "Embedding", description: "Live views of counters on other people's pages." },
      { name: "Webhooks", description: "What the service sends to an organization's endpoints." },
    ],
    paths: {
      [path(listCounters.route)]: { get: listOperation },
      [path(getCounter.route)]: { parameters: [counterId], get: getOperation },
      [path(getCounterHistory.route)]: { parameters: [counterId], get: historyOperation },
      [path(getOembed.route)]: { servers: [site], get: oembedOperation },
    },
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An organization API key. It is shown once, when it is made.",
        },
      },
      headers,
      responses: { ...errorAnswers, ...embedErrors, NotModified: notModified },
      schemas: schemas(),
    },
  };
}

const path = (route: string) => route.slice(route.indexOf("/"));

const reference = (name: keyof typeof errorAnswers | "NotModified") => ({
  $ref: `#/components/responses/${name}`,
});

const keyedErrors = {
  401: reference("Unauthorized"),
  403: reference("PlanRequired"),
  429: reference("RateLimited"),
  500: reference("Internal"),
};

const okHeaders = [...admittedHeaders, "ETag" as const];

const notModified = {
  description: "The body is still the one that If-None-Match names.",
  headers: headerReferences(okHeaders),
};

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of the body that the client has.",
  schema: { type: "string" },
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
    200: answer("The counters.", "CounterList", {
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
  parameters: [ifNoneMatch],
  responses: {
    200: answer("The counter.", "Counter", { headers: okHeaders, examples: { counter } }),
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
    "Count events, newest first. For the next page pass the lastEventId of the oldest received " +
    "event as beforeEventId; an empty events array means the start of history is reached.",
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
      description: "Only events whose lastEventId is lower than this value.",
      schema: { type: "integer" },
    },
  ],
  responses: {
    200: answer("A page of count events.", "History", {
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
  registry.add(CountEnvelope, { id: "CountWebhook" });
  registry.add(AlertEnvelope, { id: "AlertWebhook" });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    // The format says it; the pattern behind it would fill half a screen for each date.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    },
  });
  // Within one document a schema is known by its place; a $schema or $id would change what $ref means.
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}
