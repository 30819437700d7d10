import * as z from "zod";

/** What the list of counters shows; it stands in the URL. Whatever does not fit is left out. */
export const CounterSearch = z.object({
  q: z
    .union([z.string(), z.number(), z.boolean()])
    .transform(String)
    .pipe(z.string().max(200))
    .optional()
    .catch(undefined),
  /** Sorted by name unless given. */
  sort: z.enum(["name", "count", "changed"]).optional().catch(undefined),
  desc: z.boolean().optional().catch(undefined),
  /** A group's id, or "none" for counters without a group. */
  group: z.string().max(100).optional().catch(undefined),
  /** Counters in use, locked or not, unless given. */
  state: z.enum(["active", "locked", "archived"]).optional().catch(undefined),
});
export type CounterSearch = z.infer<typeof CounterSearch>;
export type CounterSort = NonNullable<CounterSearch["sort"]>;
export type CounterState = NonNullable<CounterSearch["state"]>;
