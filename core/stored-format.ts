import * as z from "zod";

/**
 * The newest format of stored items and messages that this release reads. One without the field
 * `formatVersion` has format 1. How to change a format:
 * docs/how-to/change-what-is-stored-or-sent.md.
 */
export const newestFormat = 2;

/** The field of a message; items have it as an attribute. */
export const FormatVersion = z.int().min(1).max(newestFormat).exactOptional();

const Formatted = z.object({ formatVersion: FormatVersion });

/** Throws for an item of a newer release, which would be misread; `what` names it. */
export function checkFormat(stored: object | undefined, what: string): void {
  if (stored === undefined || Formatted.safeParse(stored).success) return;
  throw new Error(`${what} has a format that this release does not read`);
}
