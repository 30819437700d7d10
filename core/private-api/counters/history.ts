import * as z from "zod";
import { CountEvent } from "../../counters/count-event.ts";

/** A count as the console's tables show it. */
export const HistoryEventView = CountEvent.pick({
  lastEventId: true,
  createdAt: true,
  delta: true,
  count: true,
}).extend({
  /** Who counted: a member or a gate by its id, or an operator. */
  by: z.object({ kind: z.enum(["member", "gate", "operator"]), id: z.string().nullable() }),
  /** When the finger lifted, as the device states it. */
  tappedAt: z.iso.datetime().nullable(),
  /** True when the count was uploaded late. */
  late: z.boolean(),
});
export type HistoryEventView = z.infer<typeof HistoryEventView>;

/** A page of GET …/counters/{counterId}/history, newest first; an empty one is after the last. */
export const HistoryView = z.object({
  counterId: z.string(),
  counterName: z.string(),
  events: z.array(HistoryEventView),
});
export type HistoryView = z.infer<typeof HistoryView>;
