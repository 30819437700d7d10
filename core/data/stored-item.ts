/** A value as DynamoDB's JSON has it: under the letters of its type. */
export interface StoredValue {
  S?: string | undefined;
  N?: string | undefined;
  BOOL?: boolean | undefined;
  NULL?: boolean | undefined;
  SS?: string[] | undefined;
  L?: StoredValue[] | undefined;
  M?: Record<string, StoredValue> | undefined;
}

/** An item of any table, as it is stored: copying it must change nothing. */
export type StoredItem = Record<string, StoredValue>;

/** The text of an attribute; empty where there is none. */
export function textOf(item: StoredItem, attribute: string): string {
  return item[attribute]?.S ?? "";
}

/** The number of an attribute; zero where there is none. */
export function numberOf(item: StoredItem, attribute: string): number {
  return Number(item[attribute]?.N ?? 0);
}

/** The same text for items that differ only in the order of attributes and of sets. */
export function canonicalText(item: StoredItem): string {
  return JSON.stringify(item, (key, value) => {
    if (key === "SS" && Array.isArray(value)) return value.toSorted();
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * The attribute that marks an item which `counting data restore` put back, with the time of that. The
 * functions behind the streams pass over items that have it: nothing new happened.
 */
export const restoredAttribute = "restoredAt";
