import type { CountCause } from "./count-event.ts";
import type { KeptSums } from "./count-mark.ts";

/** The highest number of a day, and when it was made first. A day on which nobody counted has none. */
export type Peak = Pick<KeptSums, "peak" | "peakAt">;

/** The peak of whatever day the counter last counted on. */
export function keptPeak({ peak, peakAt }: Peak): Peak {
  return peak === undefined || peakAt === undefined ? {} : { peak, peakAt };
}

/** The peak that is kept, if it was made since a moment. */
export function peakSince(kept: Peak, sinceMs: number): Peak {
  return kept.peakAt !== undefined && Date.parse(kept.peakAt) >= sinceMs ? keptPeak(kept) : {};
}

/** What is counted, with this peak in the place of the one that it has. */
export function replacePeak<Kept extends Peak>(
  { peak: _peak, peakAt: _at, ...rest }: Kept,
  is: Peak,
) {
  return { ...rest, ...is };
}

/** The peak of a day after another of its counts: a number that is set makes none. */
export function raisedPeak(
  before: Peak,
  { level, at, cause }: { level: bigint; at: string; cause: CountCause },
): Peak {
  if (cause === "adjustment") return before;
  return before.peak === undefined || level > before.peak ? { peak: level, peakAt: at } : before;
}
