import * as z from "zod/mini";
import { arn, bucketName, type FunctionDefinition, list, noVariables } from "./definition.ts";

/** Invoked with the count events of counters that are in a group or have alerts. */
export const evaluateAlerts = {
  name: "evaluate-alerts",
  folder: "alerts",
  tables: [
    "organizations",
    "counterGroups",
    "groupMembers",
    "alerts",
    "alertFirings",
    "countMarks",
  ],
  environment: z.object({ FAILED_RECORDS_BUCKET: bucketName }),
} satisfies FunctionDefinition;

/** Invoked with the streams of count events and alert firings. */
export const dispatchEvents = {
  name: "dispatch-events",
  folder: "webhooks",
  tables: ["webhookEndpoints"],
  environment: z.object({
    FIRST_ATTEMPTS_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
    FAILED_RECORDS_BUCKET: bucketName,
  }),
} satisfies FunctionDefinition;

/** Seconds, as many as there are retries. */
const delays = z.array(z.coerce.number<string>().check(z.minimum(0))).check(z.minLength(1));

/** Invoked with the messages of the attempt queues. */
export const deliverWebhook = {
  name: "deliver-webhook",
  folder: "webhooks",
  tables: ["webhookEndpoints", "deliveries"],
  environment: z.object({
    FIRST_ATTEMPTS_QUEUE_URL: z.url(),
    FIRST_ATTEMPTS_QUEUE_ARN: arn,
    RETRIES_QUEUE_URL: z.url(),
    RETRIES_QUEUE_ARN: arn,
    SLOW_ATTEMPTS_QUEUE_URL: z.url(),
    SLOW_ATTEMPTS_QUEUE_ARN: arn,
    SCHEDULE_GROUP: z.string(),
    SCHEDULE_ROLE_ARN: arn,
    SCHEDULE_DEAD_LETTERS_ARN: arn,
    /** Seconds before each retry, for example `30,120`; without it the contract's. */
    RETRY_DELAYS: z.optional(z.pipe(list, delays)),
    SCHEDULER_FROM_SECONDS: z.coerce.number(),
    /** The visibility timeout of the attempt queues. */
    VISIBILITY_SECONDS: z.coerce.number(),
    /** Ranges that may be sent to in addition to public addresses, for example `127.0.0.0/8`. */
    ALLOWED_RECEIVER_ADDRESSES: list,
  }),
} satisfies FunctionDefinition;

/** Invoked every minute by a schedule. */
export const startDays = {
  name: "start-days",
  folder: "counters",
  tables: ["organizations", "counters", "countEvents", "countMarks"],
  environment: noVariables,
} satisfies FunctionDefinition;

/** A run ends before the next minute's, which then finds the organizations free. */
export const startDaysRunSeconds = 50;

/** The functions behind the streams and the queues, and the one that starts days. */
export const eventFunctions: FunctionDefinition[] = [
  evaluateAlerts,
  dispatchEvents,
  deliverWebhook,
  startDays,
];
