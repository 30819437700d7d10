import * as z from "zod";

/** An e-mail address as people are invited by it: ASCII in lower case, no longer than mail servers take (RFC 5321). */
export const Email = z
  .string()
  .max(254, "must have at most 254 characters")
  .pipe(z.email("must be an e-mail address"))
  .refine((email) => email.indexOf("@") <= 64, "must have at most 64 characters before the @")
  .transform(lowerCaseEmail);

/**
 * An address in lower case, as far as it is ASCII. JavaScript's own lower case turns some other
 * characters into ASCII letters (the Kelvin sign into k), which would make two addresses one.
 */
export function lowerCaseEmail(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether an identity provider's address is the one that was invited. */
export function isSameEmail(invited: string, provided: string | null): boolean {
  return provided !== null && lowerCaseEmail(invited) === lowerCaseEmail(provided);
}
