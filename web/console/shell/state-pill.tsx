import { VisuallyHidden } from "@mantine/core";
import { dateFormat, fullMoment } from "../dates/format.ts";
import { useTimeZone } from "../dates/time-zone.tsx";
import { useOld } from "./freshness.tsx";

/** `live`: works or is open, as far as the page has been read again; `waiting`: will go on by itself; `failing`: needs somebody. */
export type StateTone = "live" | "waiting" | "failing" | "neutral";

interface StatePillProps {
  tone: StateTone;
  /** One word, or two. */
  word: string;
  /** Since when, ISO 8601. */
  since?: string | null | undefined;
}

/** The state of a thing, the same everywhere; since when is said on hover and to screen readers. */
export function StatePill({ tone, word, since }: StatePillProps) {
  const timeZone = useTimeZone();
  const isOld = useOld() !== undefined && tone === "live";
  const at = since
    ? `since ${dateFormat(fullMoment, timeZone).format(new Date(since))}`
    : undefined;
  return (
    <span className="state-pill" data-tone={isOld ? "neutral" : tone} title={at}>
      {isOld ? `Was ${word.toLowerCase()}` : word}
      {at !== undefined && <VisuallyHidden>, {at}</VisuallyHidden>}
    </span>
  );
}
