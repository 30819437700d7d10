import * as z from "zod/mini";
import { arn, type FunctionDefinition, type HttpFunction, keyBrand, list } from "./definition.ts";

const identified = {
  CANARY_SECRET_ARN: arn,
  KEY_BRAND: keyBrand,
};

/** Invoked every minute by a schedule. */
export const runCanary = {
  name: "run-canary",
  folder: "operations",
  tables: [
    "idempotencyKeys",
    "organizations",
    "apiKeys",
    "counters",
    "countEvents",
    "countMarks",
    "webhookEndpoints",
    "dataKeys",
    "auditEntries",
  ],
  environment: z.object({
    ...identified,
    API_URL: z.url(),
    RECEIVER_URL: z.url(),
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
  tables: ["idempotencyKeys"],
  environment: z.object(identified),
} satisfies HttpFunction;

export const canaryFunctions: FunctionDefinition[] = [runCanary, receiveCanary];
