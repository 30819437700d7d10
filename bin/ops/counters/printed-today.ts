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
    ...{ in: Number(read.in), out: Number(read.out), adjusted: Number(read.adjusted) },
    peak: read.peak === null ? null : Number(read.peak),
  };
  const adjusted = today.adjusted === 0 ? "" : ` ${today.adjusted} adjusted,`;
  const sentence = `Today, since ${today.startedAt}: ${today.in} in, ${today.out} out,${adjusted} ${peakText(today)}.`;
  return { today, sentence };
}

/** On the day of a change of the time zone, the peak of what was counted can be missing. */
function peakText(today: { in: number; out: number; peak: number | null; peakAt: string | null }) {
  if (today.peak !== null) return `peak ${today.peak} at ${today.peakAt}`;
  return today.in === 0 && today.out === 0 ? "nobody has counted" : "no peak is known";
}
