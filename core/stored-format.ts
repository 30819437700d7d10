/**
 * The newest format of stored items and messages that this release reads. One without the field
 * `formatVersion` has format 1. How to change a format:
 * docs/how-to/change-what-is-stored-or-sent.md.
 */
export const newestFormat = 1;

/** False for what a newer release stored: it would be misread. */
export function isKnownFormat(formatVersion: unknown): boolean {
  if (formatVersion === undefined) return true;
  const version = Number(formatVersion);
  return Number.isInteger(version) && version >= 1 && version <= newestFormat;
}
