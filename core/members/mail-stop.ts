import * as z from "zod";
import { isSameEmail } from "./email.ts";

/** That mail to an address is stopped, because it bounced or its reader complained. */
export const MailStop = z.object({
  address: z.string(),
  reason: z.enum(["bounce", "complaint"]),
  at: z.iso.datetime(),
  /** When the owner of the address asked for mail again; mails from before then stop nothing. */
  resumedAt: z.iso.datetime().exactOptional(),
});
export type MailStop = z.infer<typeof MailStop>;

/** What stops mail to a person's present address; a changed address is a new one. */
export function mailStopOf({
  email,
  mailStop,
}: {
  email: string | null;
  mailStop?: MailStop;
}): MailStop | undefined {
  if (mailStop === undefined || mailStop.resumedAt !== undefined) return undefined;
  return isSameEmail(mailStop.address, email) ? mailStop : undefined;
}
