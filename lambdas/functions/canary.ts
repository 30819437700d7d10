import * as z from "zod";
import {
  arn,
  type FunctionDefinition,
  type HttpFunction,
  keyBrand,
  list,
  tableName,
} from "./definition.ts";

const identified = {
  CANARY_SECRET_ARN: arn,
  KEY_BRAND: keyBrand,
  IDEMPOTENCY_KEYS_TABLE: tableName,
};

/** Invoked every minute by a schedule. */
export const runCanary = {
  name: "run-canary",
  folder: "operations",
  environment: z.object({
    ...identified,
    API_URL: z.url(),
    RECEIVER_URL: z.url(),
    ORGANIZATIONS_TABLE: tableName,
    API_KEYS_TABLE: tableName,
    COUNTERS_TABLE: tableName,
    COUNT_EVENTS_TABLE: tableName,
    COUNT_MARKS_TABLE: tableName,
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    DATA_KEYS_TABLE: tableName,
    SECRETS_KEY_ARN: arn,
    ALLOWED_RECEIVER_ADDRESSES: list,
  }),
} satisfies FunctionDefinition;

/**
 * Receives the canary's webhooks; its route is on the read API's HTTP API, and in no description. A
 * function URL would need another way of authentication, and another emulator.
 */
export const receiveCanary = {
  name: "receive-canary",
  folder: "operations",
  routes: [{ methods: ["POST"], path: "/canary" }],
  environment: z.object(identified),
} satisfies HttpFunction;

export const canaryFunctions: FunctionDefinition[] = [runCanary, receiveCanary];
