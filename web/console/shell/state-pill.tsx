import { VisuallyHidden } from "@mantine/core";
import { dateFormat, fullMoment } from "../dates/format.ts";
import { useTimeZone } from "../dates/time-zone.tsx";

/** `live`: works or is open; `waiting`: will go on by itself; `failing`: needs somebody. */
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
  const at = since
    ? `since ${dateFormat(fullMoment, timeZone).format(new Date(since))}`
    : undefined;
  return (
    <span className="state-pill" data-tone={tone} title={at}>
      {word}
      {at !== undefined && <VisuallyHidden>, {at}</VisuallyHidden>}
    </span>
  );
}
