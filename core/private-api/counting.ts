import * as z from "zod";
import { Counter } from "../counters/counter.ts";
import { Direction, TapRefusal } from "../counters/taps/tap.ts";
import { maximumBatch } from "../counters/taps/tap-limits.ts";

// The private API of the counting page, contract §9: it can change without notice.

/** What somebody who counts sees of a counter. */
export const CountView = Counter.pick({
  id: true,
  name: true,
  count: true,
  incrementStep: true,
  decrementStep: true,
  mode: true,
  goalTarget: true,
  locked: true,
  lastEventId: true,
  version: true,
}).extend({
  /** The counter's group with its level; null without one. */
  group: z.object({ name: z.string(), level: z.int(), capacity: z.int().nullable() }).nullable(),
  /** The service's time, ISO 8601: devices learn from it how wrong their own clock is. */
  servedAt: z.iso.datetime(),
});
export type CountView = z.infer<typeof CountView>;

/** One tap as the device keeps it. */
export const TapRequest = z.object({
  /** Made by the device; the same for every repetition of this tap. */
  id: z.uuid(),
  direction: Direction,
  /** When the finger lifted, by the device's clock as corrected by the service's. */
  tappedAt: z.iso.datetime(),
});
export type TapRequest = z.infer<typeof TapRequest>;

/** The body of POST …/counters/{counterId}/taps: taps in the order in which they were made. */
export const TapRequests = z.object({
  taps: z.array(TapRequest).min(1).max(maximumBatch),
});
export type TapRequests = z.infer<typeof TapRequests>;

/** What became of one tap. `repeated`: it was counted by an earlier request. */
export const TapOutcome = z.discriminatedUnion("result", [
  z.object({ id: z.uuid(), result: z.enum(["counted", "repeated"]), lastEventId: z.int() }),
  z.object({
    id: z.uuid(),
    result: z.literal("refused"),
    reason: z.enum([...TapRefusal.options, "key_reused", "after_end"]),
  }),
]);
export type TapOutcome = z.infer<typeof TapOutcome>;

/** One answer per tap, in their order, and the counter as it is after them. */
export const TapsResponse = z.object({ answers: z.array(TapOutcome), counter: CountView });
export type TapsResponse = z.infer<typeof TapsResponse>;

/** What somebody with a gate link sees of the gate. */
export const GateView = z.object({
  id: z.string(),
  name: z.string(),
  organizationName: z.string(),
  counters: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Taps made after this time are refused; null for a gate without an end. */
  endsAt: z.iso.datetime().nullable(),
});
export type GateView = z.infer<typeof GateView>;

/** The body of POST /api/gates/open: what stands behind # in the gate link. */
export const GateToken = z.object({ token: z.string().max(200) });

/** The counters of an organization that a member can count, sorted by name. */
export const CountableCounters = z.object({
  counters: z.array(CountView.pick({ id: true, name: true, count: true, locked: true })),
  /** Those that counted last, newest first: a few, with the time of their newest count. */
  lastCounted: z.array(z.object({ id: z.string(), at: z.iso.datetime() })),
});
export type CountableCounters = z.infer<typeof CountableCounters>;

/** The one of a person's organizations that has a counter. */
export const CounterHome = z.object({ organizationId: z.string() });
export type CounterHome = z.infer<typeof CounterHome>;
