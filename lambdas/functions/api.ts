import * as z from "zod/mini";
import { type HttpFunction, keyBrand, noVariables, type Surface } from "./definition.ts";

/** BASE_URL: where the docs are that a refusal names. */
const keyed = z.object({ KEY_BRAND: keyBrand, BASE_URL: z.url() });

export const listCounters = {
  name: "list-counters",
  folder: "counters",
  routes: [{ methods: ["GET", "HEAD"], path: "/api/v1/counters" }],
  tables: ["apiKeys", "counters", "rateLimits"],
  environment: keyed,
} satisfies HttpFunction;

export const getCounter = {
  name: "get-counter",
  folder: "counters",
  routes: [{ methods: ["GET", "HEAD"], path: "/api/v1/counters/{counterId}" }],
  tables: ["apiKeys", "counters"],
  environment: keyed,
} satisfies HttpFunction;

export const getCounterHistory = {
  name: "get-counter-history",
  folder: "counters",
  routes: [{ methods: ["GET", "HEAD"], path: "/api/v1/counters/{counterId}/history" }],
  tables: ["apiKeys", "counters", "countEvents"],
  environment: keyed,
} satisfies HttpFunction;

export const getOpenapi = {
  name: "get-openapi",
  folder: "api",
  routes: [{ methods: ["GET", "HEAD"], path: "/api/v1/openapi.json" }],
  environment: z.object({ API_URL: z.url(), BASE_URL: z.url() }),
} satisfies HttpFunction;

/** {api_url}: the read API. */
export const apiSurface = {
  name: "api",
  functions: [listCounters, getCounter, getCounterHistory, getOpenapi],
  refuse: { name: "refuse-api-request", folder: "api", environment: noVariables },
} satisfies Surface;
