import * as z from "zod";
import { displayable } from "../display-name.ts";
import { Email } from "../members/email.ts";
import type { Person } from "../members/person.ts";

/** What an identity provider says of a person who has just signed in. */
export type Identity = Pick<Person, "issuer" | "subject" | "email" | "emailVerified" | "name">;

// Some providers send booleans as text or as a number.
const yes = new Set<unknown>([true, "true", 1, "1"]);

/** The claims of an ID token or of the UserInfo endpoint, as far as they are looked at here. */
const Claims = z.looseObject({
  sub: z.string().min(1),
  email: z.unknown().optional(),
  /** Standard; Entra sends none. */
  email_verified: z.unknown().optional(),
  /** Entra's: the domain's owner has verified the address (optional claim of the app). */
  xms_edov: z.unknown().optional(),
  name: z.unknown().optional(),
});

/**
 * A person's identity from the claims of the ID token and, where that says no e-mail address, of
 * the UserInfo endpoint. An address and whether it is verified are of one source.
 */
export function identityOf(issuer: string, idToken: unknown, userInfo?: unknown): Identity {
  const claims = Claims.parse(idToken);
  const more = userInfo === undefined ? undefined : Claims.parse(userInfo);
  const source = emailIn(claims) === null && more !== undefined ? more : claims;
  const email = emailIn(source);
  // What the standard's claim says holds: Entra's counts only where that one is missing.
  const vouchedFor = yes.has(source.email_verified ?? source.xms_edov);
  return {
    issuer,
    subject: claims.sub,
    email,
    emailVerified: email !== null && vouchedFor,
    name: nameIn(claims) ?? (more === undefined ? null : nameIn(more)),
  };
}

/** Whether the ID token leaves out what the UserInfo endpoint may say. */
export function saysNoEmail(idToken: unknown): boolean {
  return emailIn(Claims.parse(idToken)) === null;
}

function emailIn({ email }: z.infer<typeof Claims>): string | null {
  return Email.safeParse(email).data ?? null;
}

function nameIn({ name }: z.infer<typeof Claims>): string | null {
  return typeof name === "string" ? displayable(name) : null;
}
