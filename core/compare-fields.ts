/**
 * Which fields of a change are still to be written, and which of them another person has set to
 * something else since they were seen.
 */
export function compareFields<Fields extends object>(
  current: object,
  settings: Fields,
  seen: Partial<Fields>,
): { wanted: Fields; conflicting: string[] } {
  const now = new Map<string, unknown>(Object.entries(current));
  const before = new Map<string, unknown>(Object.entries(seen));
  const differing = Object.entries(settings).filter(
    ([field, value]) => !isSameValue(now.get(field), value),
  );
  return {
    wanted: Object.fromEntries(differing) as Fields,
    conflicting: differing
      .map(([field]) => field)
      .filter((field) => before.has(field) && !isSameValue(before.get(field), now.get(field))),
  };
}

/**
 * Whether two values of a setting are the same: numbers, texts, or lists and objects of them in one
 * order.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
