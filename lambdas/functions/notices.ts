import * as z from "zod/mini";
import { arn, bucketName, type FunctionDefinition, list } from "./definition.ts";

/** Invoked with the streams of alert firings, alerts and audit entries, and by a schedule. */
export const tellPeople = {
  name: "tell-people",
  folder: "notices",
  tables: ["organizations", "members", "notices", "webhookEndpoints", "deliveries"],
  environment: z.object({ NOTICES_QUEUE_URL: z.url(), FAILED_RECORDS_BUCKET: bucketName }),
} satisfies FunctionDefinition;

/** Invoked with the messages of the queue of notices. */
export const sendNotices = {
  name: "send-notices",
  folder: "notices",
  tables: [
    ...(["organizations", "members", "people", "invitations", "notices"] as const),
    // For the weekly report.
    ...(["counters", "counterGroups", "countMarks"] as const),
  ],
  environment: z.object({
    NOTICES_QUEUE_URL: z.url(),
    NOTICES_DEAD_LETTERS_URL: z.url(),
    MAIL_FROM: z.string(),
    /** Where the identity is. */
    SES_REGION: z.string(),
    SES_CONFIGURATION_SET: z.string(),
    CONSOLE_URL: z.url(),
    /** Ranges that chat channels may be in besides public addresses. */
    ALLOWED_RECEIVER_ADDRESSES: list,
    UNSUBSCRIBE_SECRET_ARN: arn,
  }),
} satisfies FunctionDefinition;

export const noticeFunctions: FunctionDefinition[] = [tellPeople, sendNotices];
