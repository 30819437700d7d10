import type { Stores } from "../../../adapters/stores.ts";
import type { Charted } from "../../../core/counters/charted.ts";
import type { MarkTarget } from "../../../core/counters/count-mark.ts";
import { readToday } from "../../../core/counters/today.ts";

/** What was counted today, for JSON, and the same as a sentence. */
export async function printedToday(
  { markReader: marks, clock, calendar }: Pick<Stores, "markReader" | "clock" | "calendar">,
  target: MarkTarget,
  charted: Charted,
) {
  const { level: _, ...read } = await readToday({ marks, clock }, target, {
    charted,
    calendar: await calendar(target.organizationId),
  });
  // Beyond what a number holds exactly, a number still says how much it is.
  const today = {
    ...read,
    ...{ in: Number(read.in), out: Number(read.out) },
    peak: read.peak === null ? null : Number(read.peak),
  };
  const peak = today.peak === null ? "nobody has counted" : `peak ${today.peak} at ${today.peakAt}`;
  const sentence = `Today, since ${today.startedAt}: ${today.in} in, ${today.out} out, ${peak}.`;
  return { today, sentence };
}
