/** How much of the tables a look reads. */
export interface DoctorLimits {
  organizations: number;
  /** API keys of all organizations. */
  keys: number;
  /** Of all organizations. */
  embeds: number;
  /** Of each organization. */
  groups: number;
  /** Of each organization. */
  counters: number;
  /** The one counter whose events are read; undefined for every counter. */
  onlyCounter?: string | undefined;
  /** The newest of each counter. */
  events: number;
  /** Waiting for a retry, of each endpoint, oldest first. */
  deliveries: number;
}

/** A minute or two for a stack of any size. */
const bounded: DoctorLimits = {
  organizations: 100,
  keys: 1_000,
  embeds: 1_000,
  groups: 20,
  counters: 10,
  events: 100,
  deliveries: 500,
};

const everything: DoctorLimits = {
  organizations: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  embeds: Number.POSITIVE_INFINITY,
  groups: Number.POSITIVE_INFINITY,
  counters: Number.POSITIVE_INFINITY,
  events: 500,
  deliveries: Number.POSITIVE_INFINITY,
};

/** Of one counter, if that is wanted, all events. */
export function doctorLimits({
  full,
  counter: onlyCounter,
}: {
  full: boolean;
  counter?: string | undefined;
}): DoctorLimits {
  const limits = full ? everything : bounded;
  if (onlyCounter === undefined) return limits;
  const all = Number.POSITIVE_INFINITY;
  return { ...limits, onlyCounter, counters: all, events: all };
}

/** The first items, and whether there are more. */
export async function firstOf<Item>(
  items: AsyncIterable<Item>,
  limit: number,
): Promise<{ items: Item[]; more: boolean }> {
  const first: Item[] = [];
  for await (const item of items) {
    if (first.length === limit) return { items: first, more: true };
    first.push(item);
  }
  return { items: first, more: false };
}
