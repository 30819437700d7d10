import * as z from "zod";
import { isCounterId } from "../../core/counters/counter-names.ts";
import type { Routes } from "./route.ts";

/** The most counters that one request names. */
export const countersPerRedraw = 100;

/** The body of POST …/redraw. */
export const Redraw = z.object({
  /** In the order in which they are drawn anew. */
  counterIds: z
    .array(z.string().refine(isCounterId, "must be the id of a counter"))
    .min(1)
    .max(countersPerRedraw),
  /** The time zone that the run began with: after a change of it, all begins anew. */
  timeZone: z.string().max(100),
  /** `from` of the response before, for the first counter. */
  from: z.iso.datetime().exactOptional(),
});
export type Redraw = z.infer<typeof Redraw>;

/** What one request came to. */
export const RedrawProgress = z.object({
  /** How many of the counters are done or skipped, from the first on. */
  counters: z.int(),
  /** Counts that were read. */
  events: z.int(),
  /** Days of the next counter are done down to this one; null where none is. */
  from: z.iso.datetime().nullable(),
  /** Those among them that only the operator can redraw: too much, or too damaged, to be read here. */
  skipped: z.array(z.string()),
});
export type RedrawProgress = z.infer<typeof RedrawProgress>;

/** Draws charts of the past anew, after a change of the time zone. */
export const redrawRoutes = {
  "POST /api/setup/{organizationId}/charts/redraw": {
    access: "redraw_charts",
    // A request works for seconds: one run at a time leaves a person room for other pages.
    readUnits: 3_000,
    body: Redraw,
    reply: RedrawProgress,
  },
} satisfies Routes;
