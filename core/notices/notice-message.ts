import * as z from "zod";

/** Has somebody look into an outbox. */
export const NoticeMessage = z.object({ organizationId: z.string(), recipientId: z.string() });
