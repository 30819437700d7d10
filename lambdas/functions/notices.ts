import * as z from "zod/mini";
import { bucketName, type FunctionDefinition } from "./definition.ts";

/** Invoked with the streams of alert firings and of alerts, and by a schedule. */
export const tellPeople = {
  name: "tell-people",
  folder: "notices",
  tables: ["organizations", "members", "notices"],
  environment: z.object({ NOTICES_QUEUE_URL: z.url(), FAILED_RECORDS_BUCKET: bucketName }),
} satisfies FunctionDefinition;

/** Invoked with the messages of the queue of notices. */
export const sendNotices = {
  name: "send-notices",
  folder: "notices",
  tables: ["organizations", "members", "people", "invitations", "notices"],
  environment: z.object({
    NOTICES_DEAD_LETTERS_URL: z.url(),
    MAIL_FROM: z.string(),
    /** Where the identity is. */
    SES_REGION: z.string(),
    SES_CONFIGURATION_SET: z.string(),
    CONSOLE_URL: z.url(),
  }),
} satisfies FunctionDefinition;

export const noticeFunctions: FunctionDefinition[] = [tellPeople, sendNotices];
