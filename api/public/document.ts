import * as z from "zod";
import { CountEvent, History } from "../../core/counters/count-event.ts";
import { Counter, CounterList } from "../../core/counters/counter.ts";
import { defaultLimit } from "../../core/counters/history-page.ts";
import { Oembed } from "../../core/embeds/oembed.ts";
import { ErrorBody } from "../../core/error-body.ts";
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
  headerComponents,
  ifNoneMatch,
  jsonResponse,
  promised,
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
      [listCounters.routes[0].path]: both(listOperation),
      [getCounter.routes[0].path]: { parameters: [counterId], ...both(getOperation) },
      [getCounterHistory.routes[0].path]: { parameters: [counterId], ...both(historyOperation) },
      [getOembed.routes[0].path]: both({ ...oembedOperation, servers: [site] }),
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
      headers: headerComponents,
      responses: { ...errorResponses, ...embedResponses, NotModified: notModified },
      schemas: schemas(),
    },
  };
}

/** GET, and HEAD, which responds alike but without a body. */
function both<Operation extends GetOperation>(get: Operation) {
  const { operationId, summary, responses, ...shared } = get;
  const { content: _, ...ok } = responses[200];
  const likeGet = { description: "The status and the headers of GET, without a body." };
  const head = {
    ...shared,
    operationId: operationId.replace(/^(get|list)/, "head"),
    summary: `${summary}: headers only`,
    description: "What GET returns, without its body. It counts towards the same limits.",
    responses: { 200: ok, 304: responses[304], "4XX": likeGet, "5XX": likeGet },
  };
  return { get, head };
}

interface GetOperation {
  operationId: string;
  summary: string;
  responses: { 200: { description: string; headers: object; content: object }; 304: object };
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
  headers: promised(okHeaders),
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
      headers: promised(okHeaders),
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
    200: jsonResponse("The counter.", "Counter", {
      headers: promised(okHeaders),
      examples: { counter },
    }),
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
      schema: {
        ...{ type: "integer", format: "int64" },
        ...{ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      },
    },
  ],
  responses: {
    200: jsonResponse("A page of count events.", "History", {
      headers: promised(okHeaders),
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
    override: ({ jsonSchema }) => {
      // The format says it all; its pattern would take half a screen for each date.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // Bodies grow, contract §9. Where it is true, some generators make maps of objects. No schema
      // here restricts the names or the values of other keys.
      delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      // An enumeration is closed to generated clients.
      if ("x-extensible-enum" in jsonSchema) delete jsonSchema.enum;
      // Without it, some generators take 32 bits.
      if (jsonSchema.type === "integer") jsonSchema.format = "int64";
      // Generators that fail on a choice of schemas take a choice of types.
      const [schema, nothing] = jsonSchema.anyOf ?? [];
      if (nothing?.type === "null" && typeof schema?.type === "string") {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { ...schema, type: [schema.type, "null"] });
      }
    },
  });
  // A $schema or $id within the document would change what its $ref mean.
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}
