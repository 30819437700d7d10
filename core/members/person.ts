import * as z from "zod";
import { derivedDigits } from "../derived-id.ts";
import { MailStop } from "./mail-stop.ts";

/** A person who signed in: an identity provider (issuer) and its name for them (subject). */
export const Person = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** As the identity provider said at the last sign-in, in lower case. */
  email: z.string().nullable(),
  /** Whether the provider vouches for the e-mail address. */
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  mailStop: MailStop.exactOptional(),
  /** The latest test mail that was sent to the person, and why it was refused. */
  mailTest: z.object({ askedAt: z.iso.datetime(), refusal: z.string().nullable() }).exactOptional(),
  organizationIds: z.set(z.string()),
  /** Rises when all sessions of the person end; a session of an earlier epoch is no longer valid. */
  sessionEpoch: z.int().min(1),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime(),
});
export type Person = z.infer<typeof Person>;

/** How many organizations a person can belong to. */
export const maximumOrganizations = 100;

/** The id of a person follows from issuer and subject, so nobody has to be looked up by them. */
export function personIdOf(issuer: string, subject: string): string {
  return `per_${derivedDigits(["person", issuer, subject])}`;
}

/** False for text that cannot be a person's id and need not be looked up. */
export function isPersonId(text: string): boolean {
  return /^per_[0-9A-Za-z]{20}$/.test(text);
}
