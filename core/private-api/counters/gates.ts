import * as z from "zod";
import { NewName } from "../../display-name.ts";
import { maximumGateCounters } from "../../gates/gate-limits.ts";

/** The body of POST …/gates. */
export const NewGate = z.object({
  name: NewName,
  counterIds: z
    .array(z.string())
    .min(1, "must have a counter")
    .max(maximumGateCounters, `must have at most ${maximumGateCounters} counters`),
  /** Taps made after this time are refused; null for a gate without an end. */
  endsAt: z.iso.datetime().max(40).nullable().default(null),
});
export type NewGate = z.infer<typeof NewGate>;
