import * as z from "zod";
import { arn, type FunctionDefinition, list, tableName } from "./definition.ts";

/** Invoked with the stream of count events. */
export const dispatchEvents = {
  name: "dispatch-events",
  folder: "webhooks",
  environment: z.object({
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    FIRST_ATTEMPTS_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
  }),
} satisfies FunctionDefinition;

/** Invoked with the messages of the attempt queues. */
export const deliverWebhook = {
  name: "deliver-webhook",
  folder: "webhooks",
  environment: z.object({
    WEBHOOK_ENDPOINTS_TABLE: tableName,
    DELIVERIES_TABLE: tableName,
    RETRIES_QUEUE_URL: z.url(),
    RETRIES_QUEUE_ARN: arn,
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_ARN: arn,
    SCHEDULE_GROUP: z.string(),
    SCHEDULE_ROLE_ARN: arn,
    SCHEDULE_DEAD_LETTERS_ARN: arn,
    /** Seconds before each retry, for example `30,120`; without it the contract's. */
    RETRY_DELAYS: list.pipe(z.array(z.coerce.number<string>().min(0)).min(1)).optional(),
    SCHEDULER_FROM_SECONDS: z.coerce.number(),
    /** Ranges beside the public ones that may be sent to, for example `127.0.0.0/8`. */
    ALLOWED_RECEIVER_ADDRESSES: list,
  }),
} satisfies FunctionDefinition;

/** The functions behind the stream and the queues. */
export const eventFunctions: FunctionDefinition[] = [dispatchEvents, deliverWebhook];
