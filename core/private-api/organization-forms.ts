import * as z from "zod";
import { NewName } from "../display-name.ts";
import { Email } from "../members/email.ts";
import { roles } from "../members/role.ts";
import { TimeZone } from "../time-zone.ts";

// What the console's forms send. Nothing here loads Node's modules, so that browsers check with it.

/** The body of POST …/invitations. */
export const NewInvitation = z.object({ email: Email, role: z.enum(roles) });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** The body of PATCH …/members/{memberId}. */
export const MemberChange = z.object({ role: z.enum(roles) });
export type MemberChange = z.infer<typeof MemberChange>;

/** The body of PATCH /api/organizations/{organizationId}: one setting at a time. */
export const OrganizationChange = z
  .object({
    name: NewName.exactOptional(),
    timeZone: TimeZone.exactOptional(),
    /** The setting as it was seen: if somebody else has changed it, nothing is written. */
    seen: z.object({ name: z.string(), timeZone: z.string() }).partial().exactOptional(),
  })
  .refine(
    ({ name, timeZone }) => (name === undefined) !== (timeZone === undefined),
    "must change one setting",
  );
export type OrganizationChange = z.infer<typeof OrganizationChange>;
