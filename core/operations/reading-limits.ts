/** How much of the tables a look reads. */
export interface DoctorLimits {
  organizations: number;
  /** Of each organization. */
  groups: number;
  /** Waiting for a retry, of each endpoint, oldest first. */
  deliveries: number;
}

/** A minute or two for a stack of any size. */
export const bounded: DoctorLimits = { organizations: 100, groups: 20, deliveries: 500 };

const all = Number.POSITIVE_INFINITY;
export const everything: DoctorLimits = { organizations: all, groups: all, deliveries: all };

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
