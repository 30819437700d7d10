const sorts = ["name", "count", "changed"] as const;
export type CounterSort = (typeof sorts)[number];

const states = ["active", "locked", "archived"] as const;
export type CounterState = (typeof states)[number];

/** What the list of counters shows, as it stands in the URL. */
export interface CounterSearch {
  q?: string | undefined;
  /** Sorted by name unless given. */
  sort?: CounterSort | undefined;
  desc?: boolean | undefined;
  /** A group's id, or "none" for counters without a group. */
  group?: string | undefined;
  /** Counters in use, locked or not, unless given. */
  state?: CounterState | undefined;
}

/** The valid parts of the URL's query; without zod, because every page loads it. */
export function counterSearch(search: Record<string, unknown>): CounterSearch {
  const { q, sort, desc, group, state } = search;
  // The router reads ?q=5 as a number.
  const text = ["string", "number", "boolean"].includes(typeof q) ? String(q) : undefined;
  return {
    q: text !== undefined && text.length <= 200 ? text : undefined,
    sort: sorts.find((one) => one === sort),
    desc: typeof desc === "boolean" ? desc : undefined,
    group: typeof group === "string" && group.length <= 100 ? group : undefined,
    state: counterState(state),
  };
}

/** Undefined for a value that is not a state. */
export function counterState(value: unknown): CounterState | undefined {
  return states.find((one) => one === value);
}
