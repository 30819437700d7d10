import * as z from "zod";
import { type HttpFunction, keyBrand, noVariables, type Surface, tableName } from "./definition.ts";

const keyed = {
  KEY_BRAND: keyBrand,
  API_KEYS_TABLE: tableName,
  COUNTERS_TABLE: tableName,
};

export const listCounters = {
  name: "list-counters",
  folder: "counters",
  routes: [{ methods: ["GET"], path: "/api/v1/counters" }],
  environment: z.object({ ...keyed, RATE_LIMITS_TABLE: tableName }),
} satisfies HttpFunction;

export const getCounter = {
  name: "get-counter",
  folder: "counters",
  routes: [{ methods: ["GET"], path: "/api/v1/counters/{counterId}" }],
  environment: z.object(keyed),
} satisfies HttpFunction;

export const getCounterHistory = {
  name: "get-counter-history",
  folder: "counters",
  routes: [{ methods: ["GET"], path: "/api/v1/counters/{counterId}/history" }],
  environment: z.object({ ...keyed, COUNT_EVENTS_TABLE: tableName }),
} satisfies HttpFunction;

export const getOpenapi = {
  name: "get-openapi",
  folder: "api",
  routes: [{ methods: ["GET"], path: "/api/v1/openapi.json" }],
  environment: z.object({ API_URL: z.url(), BASE_URL: z.url() }),
} satisfies HttpFunction;

/** {api_url}: the read API. */
export const apiSurface = {
  name: "api",
  functions: [listCounters, getCounter, getCounterHistory, getOpenapi],
  refuse: { name: "refuse-api-request", folder: "api", environment: noVariables },
} satisfies Surface;
