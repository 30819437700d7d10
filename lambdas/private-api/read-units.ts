/**
 * What routes that read much count against a person's limit, about as many read units of DynamoDB as
 * they take in a large organization. Every other GET counts as `otherRead`; what only writes has other
 * limits, and counts as nothing.
 */
export const readUnits: Record<string, number> = {};

/** Session, person and membership, and an item or two. */
const otherRead = 5;

/** Read units of a request with this route key. */
export function readUnitsOf(routeKey: string): number {
  return readUnits[routeKey] ?? (routeKey.startsWith("GET ") ? otherRead : 0);
}
