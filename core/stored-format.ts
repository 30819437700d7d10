import * as z from "zod";

/**
 * The newest format of stored items and messages that this release reads. One without the field
 * `formatVersion` has format 1. How to change a format:
 * docs/how-to/change-what-is-stored-or-sent.md.
 */
export const newestFormat = 1;

/** The field of a message; items have it as an attribute. */
export const FormatVersion = z.int().min(1).max(newestFormat).exactOptional();

/** False for what a newer release stored: it would be misread. */
export function isKnownFormat(formatVersion: unknown): boolean {
  if (formatVersion === undefined) return true;
  const version = Number(formatVersion);
  return Number.isInteger(version) && version >= 1 && version <= newestFormat;
}
